// Base64 against the vectors of RFC 4648, section 10.
#include "base/base64.h"

#include <gtest/gtest.h>
#include <string>

namespace voxmarch {
namespace {

std::string decoded(const std::string &text) {
    const auto bytes = decode_base64(text);
    return bytes ? std::string(reinterpret_cast<const char *>(bytes->data()), bytes->size()) : "refused";
}

TEST(Base64, vectors_of_the_rfc_in_both_directions) {
    const std::pair<std::string, std::string> vectors[] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
    };
    for (const auto &[plain, text] : vectors) {
        EXPECT_EQ(encode_base64(std::as_bytes(std::span(plain))), text);
        EXPECT_EQ(decoded(text), plain);
    }
}

TEST(Base64, every_byte_survives) {
    std::string all;
    for (int byte = 0; byte < 256; ++byte) {
        all += static_cast<char>(byte);
    }
    EXPECT_EQ(decoded(encode_base64(std::as_bytes(std::span(all)))), all);
}

TEST(Base64, broken_text_is_refused) {
    for (const char *text : {"Zg", "Zg=", "=g==", "Z*==", "Zg==Z"}) {
        EXPECT_EQ(decoded(text), "refused") << text;
    }
}

} // namespace
} // namespace voxmarch

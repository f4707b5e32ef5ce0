// Tokens, hosts, origins, targets, rates and the sizes of moving pictures.
#include "app/serve/frame_ladder.h"
#include "app/serve/picture_message.h"
#include "app/serve/rate_limit.h"
#include "app/serve/scene_artist.h"
#include "app/serve/serve.h"
#include "app/serve/token.h"
#include "app/serve/web_rules.h"
#include "base/error.h"

#include <cctype>
#include <gtest/gtest.h>
#include <set>
#include <string>

namespace voxmarch {

TEST(ServeTokens, AreRandomAndHaveAllTheirBits) {
    std::set<std::string> all;
    for (int i = 0; i < 50; ++i) {
        const std::string token = new_token();
        EXPECT_EQ(token.size(), 32U);
        EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
        EXPECT_NO_THROW(require_good_token(token, "it"));
        all.insert(token);
    }
    EXPECT_EQ(all.size(), 50U);
}

TEST(ServeTokens, EveryBitIsCompared) {
    const std::string token = new_token();
    EXPECT_TRUE(is_token(token, token));
    for (std::size_t i = 0; i < token.size(); ++i) {
        std::string other = token;
        other[i] = static_cast<char>(other[i] ^ 1);
        EXPECT_FALSE(is_token(other, token)) << i;
    }
    EXPECT_FALSE(is_token("", token));
    EXPECT_FALSE(is_token(token.substr(1), token));
    EXPECT_FALSE(is_token(token + token, token)) << "its repetition";
    EXPECT_FALSE(is_token("", "")) << "no token lets nobody in";
}

TEST(ServeTokens, OfUsersAreLongAndPlain) {
    EXPECT_NO_THROW(require_good_token("abcdefgh.12345-_~", "--token"));
    for (const std::string &token :
         {std::string("short"), std::string(257, 'a'), std::string("with blanks in it ..")}) {
        EXPECT_THROW(require_good_token(token, "--token"), UsageError) << token;
    }
}

TEST(ServeRules, HostsAreAddressesAndKnownNames) {
    for (const char *good : {"localhost", "localhost:8080", "LOCALHOST:1", "127.0.0.1:8080", "[::1]:80", "10.1.2.3",
                             "gpu.example.org", "gpu.example.org:443"}) {
        EXPECT_TRUE(is_known_host(good, {"gpu.example.org"})) << good;
    }
    for (const char *bad :
         {"", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:", "localhost:x",
          "localhost:123456", "a b", "[::1", "[evil]", "gpu.example.org.", "http://localhost"}) {
        EXPECT_FALSE(is_known_host(bad, {"gpu.example.org"})) << bad;
    }
}

TEST(ServeRules, OriginsAreThePagesOwn) {
    EXPECT_TRUE(is_own_origin("http://127.0.0.1:8080", "127.0.0.1:8080"));
    EXPECT_TRUE(is_own_origin("https://Gpu.example.org", "gpu.example.org"));
    for (const char *bad : {"null", "http://127.0.0.1:9000", "http://localhost:8080",
                            "http://127.0.0.1:8080.evil.example", "file://127.0.0.1:8080", ""}) {
        EXPECT_FALSE(is_own_origin(bad, "127.0.0.1:8080")) << bad;
    }
    EXPECT_FALSE(is_own_origin("http://", ""));
}

TEST(ServeRules, TargetsAreReadOnceAndStrictly) {
    const auto target = parse_target("/thumbnail?preset=ct%2Dbone&x=a+b&empty&preset=other");
    ASSERT_TRUE(target);
    EXPECT_EQ(target->path, "/thumbnail");
    EXPECT_EQ(target->query.at("preset"), "ct-bone");
    EXPECT_EQ(target->query.at("x"), "a b");
    EXPECT_EQ(target->query.at("empty"), "");
    EXPECT_EQ(parse_target("/a+b%20c")->path, "/a+b c");
    std::string many = "/?";
    for (int i = 0; i < 40; ++i) {
        many += "a=1&";
    }
    for (const std::string &bad :
         {std::string(""), std::string("info"), std::string("*"), std::string("/%"), std::string("/%4"),
          std::string("/%zz"), std::string("/%00"), std::string("/a?x=%0a"), std::string("http://localhost/"), many}) {
        EXPECT_FALSE(parse_target(bad)) << bad;
    }
}

TEST(ServeRules, BearersAndAddresses) {
    EXPECT_EQ(bearer("Bearer abc"), "abc");
    EXPECT_EQ(bearer("bearer  abc "), "abc");
    EXPECT_EQ(bearer("Basic abc"), "");
    EXPECT_EQ(bearer(""), "");
    EXPECT_TRUE(is_loopback("127.0.0.1") && is_loopback("::1") && is_loopback("localhost") && is_loopback("127.1.2.3"));
    EXPECT_FALSE(is_loopback("0.0.0.0") || is_loopback("::") || is_loopback("127.evil.example"));
    EXPECT_EQ(page_address("127.0.0.1", 8080, "t"), "http://127.0.0.1:8080/#token=t");
    EXPECT_EQ(page_address("::1", 1, "t"), "http://[::1]:1/#token=t");
}

TEST(RateLimit, LetsManyAtOnceAndThenSoManyASecond) {
    RateLimit limit(10.0, 3.0);
    RateLimit::Time now = RateLimit::Time() + std::chrono::seconds(5);
    EXPECT_TRUE(limit.take(now) && limit.take(now) && limit.take(now));
    EXPECT_FALSE(limit.take(now));
    now += std::chrono::milliseconds(50);
    EXPECT_FALSE(limit.take(now)) << "half of one";
    now += std::chrono::milliseconds(51);
    EXPECT_TRUE(limit.take(now));
    EXPECT_FALSE(limit.take(now));
    now += std::chrono::hours(1);
    EXPECT_TRUE(limit.take(now) && limit.take(now) && limit.take(now));
    EXPECT_FALSE(limit.take(now)) << "an hour is no more than those at once";
}

TEST(FrameLadder, SizesFollowTheTimesOfPictures) {
    FrameLadder fast(40.0), slow(40.0);
    EXPECT_LT(fast.moving(1600, 1200).width, 1600) << "nothing is known yet";
    for (int i = 0; i < 5; ++i) {
        fast.drawn(1600.0 * 1200.0, 2.0);
        slow.drawn(1600.0 * 1200.0, 640.0);
    }
    EXPECT_EQ(fast.moving(1600, 1200).width, 1600);
    const FrameLadder::Rung rung = slow.moving(1600, 1200);
    EXPECT_LE(rung.width, 500); // a sixteenth of the time is a quarter of the edges
    EXPECT_GE(rung.width, 200);
    EXPECT_NEAR(rung.height * 4.0 / 3.0, rung.width, 2.0);
    EXPECT_NEAR(slow.expected_ms(1600, 1200), 640.0, 64.0);
}

TEST(FrameLadder, QualityRisesOnQuickLinesAndSizesFallOnSlowOnes) {
    FrameLadder ladder(40.0);
    ladder.drawn(1e6, 1.0);
    const int first = ladder.moving(800, 600).quality;
    for (int i = 0; i < 50; ++i) {
        ladder.arrived(20.0);
    }
    EXPECT_EQ(ladder.moving(800, 600).quality, FrameLadder::highest_quality);
    EXPECT_GT(FrameLadder::highest_quality, first);
    for (int i = 0; i < 50; ++i) {
        ladder.arrived(1000.0);
    }
    EXPECT_EQ(ladder.moving(800, 600).quality, FrameLadder::lowest_quality);
    EXPECT_EQ(ladder.moving(800, 600).width, 200);
    for (int i = 0; i < 50; ++i) {
        ladder.arrived(20.0);
    }
    EXPECT_EQ(ladder.moving(800, 600).width, 800);
}

TEST(PictureMessage, HeadersAreAsThePageReadsThem) {
    PictureMessage message;
    message.kind = PictureMessage::Kind::slice;
    message.encoding = PictureMessage::Encoding::png;
    message.stage = PictureMessage::Stage::lossless;
    message.quality = 92;
    message.request = 0x01020304;
    message.picture = 5;
    message.width = 0x1234;
    message.height = 2;
    message.full_width = 3;
    message.full_height = 4;
    message.drawn_ms = 1.0F; // 0x3f800000
    message.detail = 7;
    const std::string bytes = message.with("file");
    ASSERT_EQ(bytes.size(), PictureMessage::header_bytes + 4);
    const std::string expected("\2\2\2\x5c\4\3\2\1\5\0\0\0\x34\x12\2\0\3\0\4\0\0\0\x80\x3f\0\0\0\0\7\0\0\0", 32);
    EXPECT_EQ(bytes.substr(0, 32), expected);
    EXPECT_EQ(bytes.substr(32), "file");
}

TEST(MovingSettings, TracedLightIsShadedUntilNothingMoves) {
    Scene scene;
    scene.settings.lighting = Lighting::traced;
    scene.settings.finish.samples = 64;
    scene.settings.trace.denoise = true;
    const RenderSettings moving = moving_settings(scene, nullptr, 1.0, false);
    EXPECT_FALSE(is_traced(moving)) << "one path a pixel is noise";
    EXPECT_EQ(moving.finish.samples, 1);
    EXPECT_NO_THROW(validate(moving));
}

} // namespace voxmarch

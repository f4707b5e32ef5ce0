// The files of the page, which the program holds.
#pragma once

#include <string_view>
#include <vector>

namespace voxmarch {

struct PageFile {
    std::string_view name; ///< "page.js"
    std::string_view type; ///< of its content, "text/javascript; charset=utf-8"
    std::string_view text;
};

/// Written at build time by cmake/embed_page.cmake from app/serve/page.
const std::vector<PageFile> &page_files();

} // namespace voxmarch

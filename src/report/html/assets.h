#pragma once

#include <string_view>

/// The files of this folder, compiled in (cmake/Embed.cmake).
namespace hrfcheck::assets {

extern const std::string_view page_mustache;
extern const std::string_view page_css;
extern const std::string_view page_js;

}  // namespace hrfcheck::assets

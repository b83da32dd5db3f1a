#pragma once

#include <string_view>

/// The files of this folder, compiled in (cmake/Embed.cmake). The scripts are parts of one program, in the
/// order in which they stand here.
namespace hrfcheck::assets {

extern const std::string_view page_html;
extern const std::string_view page_css;   ///< the page, its head and the matrix
extern const std::string_view panel_css;  ///< the details of a result
extern const std::string_view page_js;    ///< what is shared: the data, making elements, the theme
extern const std::string_view filters_js;
extern const std::string_view matrix_js;
extern const std::string_view source_js;
extern const std::string_view panel_js;
extern const std::string_view controls_js;

}  // namespace hrfcheck::assets

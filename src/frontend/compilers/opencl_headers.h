#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hrfcheck::frontend::via {

/// Options of a compiler that admit the parts of headers/opencl that a text may use, by words in it. A name
/// may be put together by macros, so that parts of words count, too.
std::vector<std::string> headerPartsOf(std::string_view text);

/// headers/opencl/hrfcheck/conversion_names.h: the names of the conversions (OpenCL C, "Explicit
/// Conversions"), `convert_uchar4_sat_rte` and the like, as macros.
const std::string& conversionNames();

}  // namespace hrfcheck::frontend::via

#pragma once

#include <map>
#include <string>
#include <string_view>

namespace hrfcheck::frontend::via {

/// The files of headers/cuda, by path ("cuda/atomic"), as they were when the program was built
/// (cmake/EmbedHeaders.cmake).
const std::map<std::string, std::string_view, std::less<>>& cudaHeaders();
/// Those of headers/opencl.
const std::map<std::string, std::string_view, std::less<>>& openclHeaders();
/// Those of headers/hip.
const std::map<std::string, std::string_view, std::less<>>& hipHeaders();

}  // namespace hrfcheck::frontend::via

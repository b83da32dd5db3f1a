#pragma once

#include <string>

namespace hrfcheck::frontend::spirv {

/// Assembly in which negative constants of types of integers without sign, which some tests have and
/// SPIRV-Tools refuses, are the numbers with the same bits.
std::string withoutNegatives(const std::string& text);

}  // namespace hrfcheck::frontend::spirv

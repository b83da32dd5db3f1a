#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hrfcheck::frontend::via {

/// What GPUVerify's words in a kernel (`__requires`, `__invariant`, `__assert`, ...) become for a compiler:
/// they are declared in no header that it is given. What is to be proved of a kernel, or may be assumed, is
/// no part of what it does, and goes; what `__assert` says of the thread itself is an assertion.
struct Specifications {
  std::string definitions;  ///< lines of directives to be put before the text
  std::string text;         ///< as long as the one that was looked at
  std::string_view first;   ///< the first such word in the text that was looked at
  std::string note;         ///< what became of them
};

/// How such a note begins.
inline constexpr const char* kSpecifications = "GPUVerify's specifications";

/// @return nothing for a text that has no such words, or that declares them itself
std::optional<Specifications> specificationsIn(std::string_view text);

}  // namespace hrfcheck::frontend::via

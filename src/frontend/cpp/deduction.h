#pragma once

#include <map>
#include <span>
#include <string_view>

#include "frontend/cpp/rewriting.h"

namespace hrfcheck::frontend::cpp {

/// What the parameters of a template are by the arguments of a call, as far as the words show: where an
/// argument is a variable, its address, an element of it, or a number.
/// @param parameters the names of the template's parameters
/// @param declared the parameters of its function, as words
/// @param given the arguments of the call, as words
/// @param before the words before the call, where variables are declared
std::map<std::string_view, Tokens> deduced(std::span<const std::string_view> parameters,
                                           const std::vector<Tokens>& declared,
                                           const std::vector<Tokens>& given, std::span<const Token> before);

}  // namespace hrfcheck::frontend::cpp

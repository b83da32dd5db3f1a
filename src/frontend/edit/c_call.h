#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "util/source.h"

namespace hrfcheck::frontend {

/// A call as it is written: where its name, its arguments and its closing parenthesis are.
struct WrittenCall {
  Span name;
  std::vector<Span> arguments;  ///< without the blanks around them
  std::uint32_t close = 0;
};

/// The call that a part of a text consists of; nothing where it is not one.
std::optional<WrittenCall> writtenCall(const Source& source, Span span);

/// `target = value`, by the places of both; nothing where the part is no simple assignment.
struct WrittenAssignment {
  Span target;
  Span value;
};
std::optional<WrittenAssignment> writtenAssignment(const Source& source, Span span);

/// The declaration that gives what an access goes to its type, `int` of `global int* data`: the one word of
/// the text that stands for it, in the last declaration of that name before the access. It may be that of an
/// atomic type. Nothing where it is no such integer type, or is not found.
std::optional<Span> declaredType(const Source& source, Span access);

}  // namespace hrfcheck::frontend

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

/// A type in a declaration: the words of the text that stand for it, and the integer type that they mean, as
/// OpenCL C calls it: `uint` of `unsigned int`, and of a name that a typedef gives it; `atomic_int` as it is.
struct WrittenType {
  Span span;
  std::string means;
};

/// The declaration that gives what an access goes to its type, `int` of `global int* data`: the last one of
/// that name before the access. Nothing where it is no such integer type, or is not found.
std::optional<WrittenType> declaredType(const Source& source, Span access);

/// All declarations of a name with such a type, in the order of the text.
std::vector<WrittenType> declarationsOf(const Source& source, std::string_view name);

}  // namespace hrfcheck::frontend

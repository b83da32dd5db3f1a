#pragma once

#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

#include "frontend/c/language/language.h"
#include "frontend/shared/text/token.h"

namespace hrfcheck::frontend {

/// What a kernel's file consists of, one after the other: functions, declarations, directives, and what
/// stands around them (`namespace a {`, `extern "C" {`, and their closing braces).
struct Item {
  enum class Kind {
    Function,     ///< with or without a body
    Declaration,  ///< of variables and types
    Around        ///< directives, `using`, and what opens and closes a namespace
  };
  Kind kind = Kind::Around;
  std::size_t begin = 0;  ///< of its tokens
  std::size_t end = 0;
  std::set<std::string_view> names = {};  ///< that it may declare; a function has one
  const Token* name = nullptr;            ///< of a function
  bool body = false;                      ///< of a function
  bool kernel = false;
  bool device = false;  ///< CUDA, HIP: has a word for the device, or may be called there all the same
};

/// Looks at brackets, and at the words between them; understands no declaration.
std::vector<Item> itemsOf(const std::vector<Token>& tokens, const c::Language& language);

}  // namespace hrfcheck::frontend

#pragma once

#include "frontend/shared/cursor.h"

namespace hrfcheck::frontend {

/// Reads the name of a location, `x`, `q.head`, `qs[1].head`, as one token whose text is all of it. An index
/// behind it is left.
/// @throws SyntaxFailure after reporting that there is none
Token parseLocationName(TokenCursor& in, std::string_view what);

/// Whether it names a field.
inline bool isField(const Token& name) {
  return name.text.find('.') != std::string_view::npos;
}

}  // namespace hrfcheck::frontend

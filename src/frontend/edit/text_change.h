#pragma once

#include <string>
#include <vector>

#include "util/source.h"

namespace hrfcheck {

/// A part of a text and what takes its place. Nothing is replaced where the span is empty: then it is an
/// insertion.
struct TextChange {
  Span span;
  std::string text;
};

/// A statement of a text, and what puts a barrier right before it.
struct BarrierPlace {
  Span statement;
  TextChange change;
};

/// What puts code right before a statement: on a line of its own where the statement begins one.
TextChange beforeStatement(const Source& source, const Span& statement, const std::string& code);

/// The text with all changes made, which do not overlap; of insertions at one place the first given comes
/// first. The same change given several times is made once, unless it is an insertion.
std::string changedText(const std::string& text, std::vector<TextChange> changes);

}  // namespace hrfcheck

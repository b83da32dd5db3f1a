#pragma once

#include <string>

#include "frontend/shared/dialect.h"
#include "words.h"

namespace hrfcheck::fuzz {

/// Parses a test of that dialect. What does not begin with the dialect's word is given one, so that the
/// fuzzer does not lose its way into other dialects.
void readTest(const frontend::Dialect& dialect, const std::string& text);

/// The whole text, where it is a test of that dialect.
std::vector<std::string> testIn(const frontend::Dialect& dialect, const std::string& text);

/// Words that every dialect has: of levels, ids, instructions and sections.
Words wordsOf(const frontend::Dialect& dialect);

}  // namespace hrfcheck::fuzz

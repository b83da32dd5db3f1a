#pragma once

#include <string>
#include <vector>

#include "differential/c_words.h"

namespace hrfcheck {

/// The functions that threads of one random C test call; each comes with its definition when it is called
/// first.
class CFunctions {
 public:
  CFunctions(Random& random, CWords& words) : random_(random), words_(words) {}

  /// A call that gives a value; costs at most three accesses.
  /// @param flag an atomic cell, data any cell, both without side effects in their addresses
  std::string value(const Cell& flag, const Cell& data);
  /// A call whose result nobody needs.
  /// @param variable a variable of the thread that it may write
  std::string action(const Cell& flag, const Cell& data, const std::string& variable);
  /// Waits until the cell is 1.
  std::string wait(const Cell& flag);

  /// Definitions, one statement a line.
  const std::vector<std::string>& text() const { return text_; }

 private:
  void define(const std::string& name, const std::vector<std::string>& lines);

  Random& random_;
  CWords& words_;
  std::vector<std::string> defined_;
  std::vector<std::string> text_;
};

}  // namespace hrfcheck

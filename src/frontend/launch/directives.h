#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "util/diagnostic.h"

namespace hrfcheck::frontend {

/// A line that speaks of a test: `//# launch 2x2` in a file, or an option of the command line.
struct Directive {
  std::string_view word;  ///< "launch", "init", "~exists", ...
  Span wordSpan;
  Span rest;  ///< what follows the word
  /// Word and rest, without the blanks behind them.
  Span all() const { return {wordSpan.begin, rest.end}; }
};

/// The directives of one test: those of all tests of the file, its own, those of the command line. What is
/// said later counts where only one can.
class Directives {
 public:
  void add(const std::vector<Directive>& directives);

  /// The last one.
  std::optional<Directive> only(std::string_view word) const;
  /// Of several words of which one test has one in all (`exists`, `~exists`, `forall`).
  std::optional<Directive> only(const std::vector<std::string_view>& words) const;
  /// All of them, in order.
  std::vector<Directive> all(std::string_view word) const;

 private:
  std::vector<Directive> directives_;
};

/// A test of a kernel's file.
struct NamedTest {
  std::string name;  ///< of `//# test NAME`; empty where the file has one test without a name
  std::vector<Directive> directives;
};

/// What the lines `//# ...` of a file and the options of the command line say.
struct FileDirectives {
  std::vector<Directive> common;  ///< before the first `//# test`
  std::vector<NamedTest> tests;   ///< at least one
  std::vector<Directive> commandLine;

  Directives of(const NamedTest& test) const;
  std::vector<std::string> names() const;
};

/// Which lines are read: those of a litmus test are comments, those of SPIR-V assembly begin with `;#`.
enum class Lines { All, CommandLine, Assembly };
/// Reads them. A mark has a blank behind it: `//#define N 8` is a comment. Words that are nearly known, and
/// what is said twice, are mistakes; of other words behind a mark, which are comments, there is a warning.
FileDirectives readDirectives(const SourcePtr& source, Lines lines, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend

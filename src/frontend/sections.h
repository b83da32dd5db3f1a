#pragma once

#include <functional>
#include <string>
#include <vector>

#include "frontend/launch/directives.h"
#include "frontend/shared/dialect.h"
#include "frontend/shared/names.h"

namespace hrfcheck::frontend {

/// Reads the parts of a test behind its code: condition, filter, locations, terminates, expect, into a
/// program.
class SectionReader {
 public:
  /// What reads the places of threads (`scopes:` and its like): it is given the word of the section.
  using Tree = std::function<void(TokenCursor&, const Token&)>;
  /// The scope levels of the test, inner to outer.
  using Levels = std::function<std::vector<std::string>()>;

  SectionReader(Program& program, Names& names, const Dialect& dialect, Tree tree, Levels levels)
      : program_(program),
        names_(names),
        dialect_(dialect),
        tree_(std::move(tree)),
        levels_(std::move(levels)) {}

  /// Reads one part. A mistake costs the rest of that part.
  void read(TokenCursor& in);
  /// The test's condition and filter give way to others that are read next.
  void forgetCondition() { program_.condition = nullptr; }
  void forgetFilter() { program_.filter = nullptr; }

  /// Asks about another condition: one, or final values one after the other as reports list them: "1:r0=0
  /// 1:r1=2", "[x]=1; 0:r1=1;".
  /// @param translated what the words stand for, where they are not read as they are
  using Translation = std::function<std::vector<Token>(std::vector<Token>)>;
  void ask(const SourcePtr& outcome, Diagnostics& diagnostics, const Translation& translated = {});

  /// When everything has been read: the condition's text, and what final states list.
  void finish();

 private:
  void body(TokenCursor& in, const Token& word);
  void condition(TokenCursor& in, const Token& word, Quantifier quantifier);
  std::vector<std::string> known() const;
  void observeEverything();

  Program& program_;
  Names& names_;
  const Dialect& dialect_;
  Tree tree_;
  Levels levels_;
  bool hasLocations_ = false;
};

/// Reads the sections that lines `//# ...` and the command line say, and the models: they replace those of a
/// litmus test. Of `program`, the source is known.
/// @param translated what the words of a line stand for, where they are not read as they are
void readDirected(SectionReader& sections, const Directives& directives, Program& program,
                  Diagnostics& diagnostics, const SectionReader::Translation& translated = {});

}  // namespace hrfcheck::frontend

#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/c/language/integer_types.h"
#include "frontend/launch/directives.h"
#include "frontend/shared/initial_state.h"

namespace hrfcheck::frontend {

/// Reads initial states from lines `init ...`, in which constants of the code have their values. What is read
/// points into this.
class InitLines {
 public:
  InitLines(const SourcePtr& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  /// Adds the entries of a line to `initial`; they replace those of the same name that it has.
  void read(const Directive& line, const std::map<std::string_view, c::Literal>& constants,
            std::vector<InitialEntry>& initial);

 private:
  std::vector<Token> withoutConstants(const std::vector<Token>& tokens,
                                      const std::map<std::string_view, c::Literal>& constants);

  SourcePtr source_;
  Diagnostics& diagnostics_;
  std::deque<std::string> numbers_;
};

}  // namespace hrfcheck::frontend

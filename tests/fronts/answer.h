#pragma once

#include <map>
#include <set>
#include <string>

#include "cat/model/model.h"
#include "fronts/batch.h"

namespace hrfcheck::fronts {

enum class WhichEngine { Explicit, Smt };

using Texts = std::set<std::string>;

/// What hrfcheck says of a kernel that comes in one way, in words that are the same for each.
struct Answer {
  enum class Kind {
    Decided,
    Refused,  ///< by the reader
    Open,     ///< it depends on unspecified values
    Skipped,  ///< it depends on what the reader does not compute
    Large     ///< too large for the engine
  };
  Kind kind = Kind::Decided;
  std::string why = {};  ///< of all but Decided
  Texts finalStates = {};
  Texts flags = {};  ///< races by lines, and others
  /// Of these, the pairs in which no line faults: of operands that fault, C leaves open what comes before.
  Texts flagsOfOtherLines = {};
  Texts incidents = {};   ///< by thread and line
  bool faults = false;    ///< some execution ends where the language leaves undefined how it goes on
  bool diverges = false;  ///< or at a barrier to which some thread does not come
  bool cut = false;       ///< or at the bound of a loop
};

/// The same, where lines are not the kernel's: nvcc inlines no function, not even those of headers.
Answer withoutLines(Answer answer);

/// A kernel of a batch that comes in one way, of which several questions may be asked.
class Asked {
 public:
  Asked(const Batch& batch, std::size_t kernel, Way way);

  /// What an engine says of it under a model.
  Answer under(const Model& model, WhichEngine engine) const;
  /// Which schedulers let every thread of it end.
  Answer progress() const;

 private:
  const Batch& batch_;
  std::size_t kernel_;
  Way way_;
  Reading reading_;
};

}  // namespace hrfcheck::fronts

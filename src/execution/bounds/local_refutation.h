#pragma once

#include <map>
#include <vector>

#include "execution/bounds/pattern_values.h"

namespace hrfcheck::inline execution {

/// Says which patterns no execution of a model has, whatever else it has: those in which a requirement fails
/// because of the pattern alone. Not thread-safe.
class LocalRefutation {
 public:
  /// Both must outlive it.
  LocalRefutation(const Model& model, const EventStructure& structure);

  bool forbids(const EventPattern& pattern);

 private:
  std::vector<const Check*> requirements_;
  PatternValues values_;
  std::map<PatternValues::Key, bool> known_;
};

/// Whether some execution may raise a flag of the model, as far as its pairs of events show: what is false of
/// every two events on their own, and of every single one, is never raised.
/// @throws OutOfTime when the deadline expires first
bool mayRaiseFlags(const Model& model, const EventStructure& structure, const Deadline& deadline);

}  // namespace hrfcheck::inline execution

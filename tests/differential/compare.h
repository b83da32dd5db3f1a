#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "engine/engine.h"

namespace hrfcheck {

/// The part of an analysis that must not depend on who computed it.
struct EngineAnswer {
  std::set<std::vector<Value>> outcomes;
  /// Flag name to its instruction pairs; a flag raised without pairs has none.
  std::map<std::string, std::set<std::pair<InstructionRef, InstructionRef>>> flags;
  std::set<std::pair<IncidentKind, InstructionRef>> incidents;
  bool undecided = false;

  bool racy() const { return flags.contains(kRaceFlag); }
  friend bool operator==(const EngineAnswer&, const EngineAnswer&) = default;
};

EngineAnswer answerOf(const Analysis& analysis, const Model& model);

/// What `a` and `b` disagree on, in words, or nothing.
std::optional<std::string> difference(const Program& program, const std::string& nameA, const EngineAnswer& a,
                                      const std::string& nameB, const EngineAnswer& b);

}  // namespace hrfcheck

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "program/ir/program.h"
#include "program/structure/barriers.h"
#include "program/structure/event.h"
#include "relation/relation.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// The relations over the events of a test that depend on neither values nor control flow, by the names that
/// models give them. To add one, add a row to the table in static_relations.cpp and one to
/// cat/model/builtins.h. They are over all events that may happen; an execution restricts them to those that
/// do.
class StaticRelations {
 public:
  /// Those that the project itself asks for; the rows of the table begin with them.
  enum Index : std::size_t {
    kPo,
    kRmw,
    kInt,
    kSameInstance,
    kCovers,
    kNarrower,
    kSameScope,
    kSameReference,
    kSystemSynchronizes,
    kExpects,
    kUnawaited
  };

  StaticRelations() = default;
  /// @throws OutOfTime when the deadline expires first
  StaticRelations(const std::vector<Event>& events, const Program& program, const Barriers& barriers,
                  const Deadline& deadline);

  const Relation& operator[](Index index) const { return rows_[index].second; }
  /// Null where there is none of that name: "same-wg" in a dialect without work-groups.
  const Relation* find(std::string_view name) const;

 private:
  /// "level-l2" and so on: the same instance of a level of the memory hierarchy (Program::memoryLevels).
  void addMemoryLevels(const std::vector<Event>& events, const ScopeTree& levels, PacedLook& look);

  std::vector<std::pair<std::string, Relation>> rows_;
};

}  // namespace hrfcheck::inline program

#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cat/model/model.h"
#include "relation/relation.h"

namespace hrfcheck::inline advise {

/// Two values, the first contained in the second.
template <typename T>
struct Between {
  T lower;
  T upper;

  friend bool operator==(const Between&, const Between&) = default;
};

/// What of one execution is the same for all programs, over the events that happened in it, by numbers of
/// their own.
struct FixedPart {
  std::size_t size = 0;
  Relation rf, co, addr, data, ctrl, loc, syncBarrier;
  std::map<std::string, Relation> statics;  ///< that do not depend on annotations, as far as a model asks
  std::vector<Relation> choices;
};

/// One execution of many programs at once, which differ only in the annotations of their accesses and fences,
/// and in which fences they have: what is the same for all of them, and what each of them is at most.
struct BoundedExecution {
  FixedPart fixed;                        ///< with every fence
  Between<EventSet> happened;             ///< the fences that not all of the programs have lie in between
  std::vector<Between<EventSet>> tags;    ///< by number; what happened, as for all that follows
  std::vector<Between<Relation>> scopes;  ///< by number: the relations of kScopeRelations
};

/// The static relations that depend on annotations.
inline constexpr std::array<std::string_view, 3> kScopeRelations{
    static_relation::Covers, static_relation::Narrower, static_relation::SameScope};

/// What differs between two bounded executions: numbers of tags, then of scope relations.
struct BoundChanges {
  bool all = true;
  EventSet inputs;
};

/// The tags that a model looks at, sorted.
std::vector<std::string> tagsIn(const Model& model);

/// The static relations that it looks at, without kScopeRelations, sorted.
std::vector<std::string> staticsIn(const Model& model);
/// Whether it looks at a static relation.
bool asksFor(const Model& model, std::string_view relation);

/// By node of a model, on what of BoundChanges::inputs it depends.
std::vector<EventSet> inputsOfNodes(const Model& model, const std::vector<std::string>& tags);

}  // namespace hrfcheck::inline advise

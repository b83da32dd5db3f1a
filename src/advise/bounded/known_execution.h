#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "advise/bounded/bounded_execution.h"
#include "advise/edits/assignment_structures.h"
#include "advise/search/nogoods.h"
#include "execution/execution.h"

namespace hrfcheck::inline advise {

/// An execution of the test with every fence, and what it is with each assignment: its events by numbers of
/// their own, and what annotations make of them.
class KnownExecution {
 public:
  /// @param test, structures, model must outlive this
  /// @throws OutOfTime
  KnownExecution(const EditedTest& test, AssignmentStructures& structures, const Execution& execution,
                 const Model& model);

  /// Some event of a site happens in it; otherwise all variants of the site are alike.
  bool touches(std::size_t site) const { return !sites_[site].events.empty(); }
  /// The assignments of a box. What it gives stays until the next call.
  const BoundedExecution& bounded(const Nogood& box);
  /// Since the last call but one of `bounded`.
  const BoundChanges& changes() const { return changes_; }

 private:
  /// What an event is with a variant of its site.
  struct Look {
    EventSet tags;  ///< by number
    ScopeInstanceId scope = kNoScope;
    EventSet covers;
  };
  struct SiteEvents {
    std::vector<EventId> events;
    std::vector<std::vector<Look>> looks;  ///< by variant and event; empty where the fence is not there
  };
  /// What an event may be with the variants of a box.
  struct Range {
    bool certain = true;   ///< it happens with all of them
    bool possible = true;  ///< with some
    Between<EventSet> tags;
    Between<EventSet> covers;
    std::vector<ScopeInstanceId> scopes;

    friend bool operator==(const Range&, const Range&) = default;
  };

  void numberEvents(const Execution& execution);
  Relation moved(const Relation& relation) const;
  EventSet moved(const EventSet& set) const;
  EventSet tagsOf(EventId e, const EventStructure& structure, const EventSet& happened) const;
  void fix(const Execution& execution);
  void addSite(std::size_t site, AssignmentStructures& structures, const EventSet& happened);
  Range rangeOf(std::size_t site, std::size_t event, std::uint64_t variants) const;
  bool takeRanges(const Nogood& box);
  void writeHappened();
  void writeTags();
  void writeCovers();
  void writeScopes(std::size_t relation);
  Between<bool> related(EventId x, EventId y, std::size_t relation) const;
  template <typename T>
  void replace(Between<T>& old, Between<T> now, std::size_t input);

  const EditedTest& test_;
  const Model& model_;
  std::vector<std::string> tagNames_;
  std::vector<EventId> events_;   ///< of the structure, by number
  std::vector<EventId> numbers_;  ///< by event of the structure; kNoEvent where it does not happen
  std::vector<SiteEvents> sites_;
  std::vector<std::optional<std::size_t>> siteOf_;  ///< by number
  std::vector<Range> ranges_;                       ///< by number
  const ScopeTree& scopeTree_;
  Nogood box_;
  BoundedExecution bounded_;
  BoundChanges changes_;
};

}  // namespace hrfcheck::inline advise

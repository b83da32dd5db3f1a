#include "advise/bounded/known_execution.h"

#include <algorithm>

namespace hrfcheck::inline advise {
namespace {

enum ScopeRelation : std::size_t { kCovers, kNarrower, kSameScope };

bool isInside(const ScopeTree& scopes, ScopeInstanceId inner, ScopeInstanceId outer) {
  if (inner == kNoScope || outer == kNoScope) {
    return false;
  }
  while (inner != kNoScope && inner != outer) {
    inner = scopes.instances()[inner].parent;
  }
  return inner == outer;
}

}  // namespace

KnownExecution::KnownExecution(const EditedTest& test, AssignmentStructures& structures,
                               const Execution& execution, const Model& model)
    : test_(test),
      model_(model),
      tagNames_(tagsIn(model)),
      scopeTree_(structures.asWritten()->program().scopes) {
  const EventStructure& full = *structures.asWritten();
  numberEvents(execution);
  fix(execution);
  for (const EventId e : events_) {
    Range& range = ranges_.emplace_back();
    const EventSet tags = tagsOf(e, full, execution.happened);
    range.tags = {tags, tags};
    const EventSet covers = moved(full.covers().successors(e));
    range.covers = {covers, covers};
    range.scopes = {full.events()[e].scope};
  }
  siteOf_.resize(events_.size());
  for (std::size_t i = 0; i < test.sites().size(); ++i) {
    addSite(i, structures, execution.happened);
  }
}

void KnownExecution::numberEvents(const Execution& execution) {
  events_ = execution.happened.members();
  numbers_.assign(execution.happened.size(), kNoEvent);
  for (std::size_t i = 0; i < events_.size(); ++i) {
    numbers_[events_[i]] = static_cast<EventId>(i);
  }
}

Relation KnownExecution::moved(const Relation& relation) const {
  Relation result(events_.size());
  relation.forEach([&](EventId a, EventId b) {
    if (numbers_[a] != kNoEvent && numbers_[b] != kNoEvent) {
      result.insert(numbers_[a], numbers_[b]);
    }
  });
  return result;
}

EventSet KnownExecution::moved(const EventSet& set) const {
  EventSet result(events_.size());
  set.forEach([&](EventId e) {
    if (numbers_[e] != kNoEvent) {
      result.insert(numbers_[e]);
    }
  });
  return result;
}

void KnownExecution::fix(const Execution& execution) {
  FixedPart& fixed = bounded_.fixed;
  fixed.size = events_.size();
  fixed.rf = moved(execution.rf);
  fixed.co = moved(execution.co);
  fixed.addr = moved(execution.addr);
  fixed.data = moved(execution.data);
  fixed.ctrl = moved(execution.ctrl);
  fixed.loc = moved(execution.loc);
  fixed.syncBarrier = moved(execution.syncBarrier);
  for (const std::string& name : staticsIn(model_)) {
    if (const Relation* relation = execution.structure->staticRelation(name)) {
      fixed.statics.emplace(name, moved(*relation));
    }
  }
  for (const Relation& choice : execution.choices) {
    fixed.choices.push_back(moved(choice));
  }
  const Between<EventSet> no{EventSet(fixed.size), EventSet(fixed.size)};
  bounded_.happened = no;
  bounded_.tags.assign(tagNames_.size(), no);
  bounded_.scopes.assign(kScopeRelations.size(), {Relation(fixed.size), Relation(fixed.size)});
}

/// The tags of an event, by number, in an execution.
EventSet KnownExecution::tagsOf(EventId e, const EventStructure& structure, const EventSet& happened) const {
  EventSet result(tagNames_.size());
  for (std::size_t t = 0; t < tagNames_.size(); ++t) {
    const auto found = structure.tags().find(tagNames_[t]);
    bool in = found != structure.tags().end() && found->second.contains(e);
    const auto conditional = structure.conditionalTags().find(tagNames_[t]);
    if (conditional != structure.conditionalTags().end()) {
      in = in ||
           std::ranges::any_of(conditional->second, [&](const EventStructure::ConditionalMember& member) {
             return member.event == e && happened.contains(member.other) == member.whenHappens;
           });
    }
    if (in) {
      result.insert(static_cast<EventId>(t));
    }
  }
  return result;
}

void KnownExecution::addSite(std::size_t site, AssignmentStructures& structures, const EventSet& happened) {
  SiteEvents& here = sites_.emplace_back();
  for (const EventId e : structures.eventsOf(site)) {
    if (happened.contains(e)) {
      here.events.push_back(numbers_[e]);
      siteOf_[numbers_[e]] = site;
    }
  }
  const std::vector<Variant>& variants = test_.sites()[site].variants;
  for (std::uint32_t v = 0; v < variants.size() && !here.events.empty(); ++v) {
    std::vector<Look>& looks = here.looks.emplace_back();
    for (std::size_t k = 0; variants[v].annotation && k < here.events.size(); ++k) {
      const EventStructure& structure = structures.with(v);
      const EventId e = events_[here.events[k]];
      looks.push_back({tagsOf(e, structure, happened), structure.events()[e].scope,
                       moved(structure.covers().successors(e))});
    }
  }
}

KnownExecution::Range KnownExecution::rangeOf(std::size_t site, std::size_t event,
                                              std::uint64_t variants) const {
  Range range;
  range.possible = false;
  const std::size_t size = events_.size();
  range.tags = {EventSet::full(tagNames_.size()), EventSet(tagNames_.size())};
  range.covers = {EventSet::full(size), EventSet(size)};
  forEachVariant(variants, [&](std::uint32_t v) {
    const std::vector<Look>& looks = sites_[site].looks[v];
    if (looks.empty()) {
      range.certain = false;
      return;
    }
    range.possible = true;
    const Look& look = looks[event];
    range.tags.lower &= look.tags;
    range.tags.upper |= look.tags;
    range.covers.lower &= look.covers;
    range.covers.upper |= look.covers;
    if (std::ranges::find(range.scopes, look.scope) == range.scopes.end()) {
      range.scopes.push_back(look.scope);
    }
  });
  return range;
}

/// @returns whether which events happen has changed
bool KnownExecution::takeRanges(const Nogood& box) {
  bool changed = box_.empty();
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    if (!box_.empty() && box_[i] == box[i]) {
      continue;
    }
    for (std::size_t k = 0; k < sites_[i].events.size(); ++k) {
      Range range = rangeOf(i, k, box[i]);
      Range& old = ranges_[sites_[i].events[k]];
      changed = changed || old.certain != range.certain || old.possible != range.possible;
      old = std::move(range);
    }
  }
  box_ = box;
  return changed;
}

template <typename T>
void KnownExecution::replace(Between<T>& old, Between<T> now, std::size_t input) {
  if (old != now) {
    changes_.inputs.insert(static_cast<EventId>(input));
    old = std::move(now);
  }
}

void KnownExecution::writeHappened() {
  for (EventId e = 0; e < events_.size(); ++e) {
    ranges_[e].certain&& ranges_[e].possible ? bounded_.happened.lower.insert(e)
                                             : bounded_.happened.lower.erase(e);
    ranges_[e].possible ? bounded_.happened.upper.insert(e) : bounded_.happened.upper.erase(e);
  }
}

void KnownExecution::writeTags() {
  const std::size_t size = events_.size();
  std::vector<Between<EventSet>> tags(tagNames_.size(), {EventSet(size), EventSet(size)});
  bounded_.happened.upper.forEach([&](EventId e) {
    if (bounded_.happened.lower.contains(e)) {
      ranges_[e].tags.lower.forEach([&](EventId t) { tags[t].lower.insert(e); });
    }
    ranges_[e].tags.upper.forEach([&](EventId t) { tags[t].upper.insert(e); });
  });
  for (std::size_t t = 0; t < tags.size(); ++t) {
    replace(bounded_.tags[t], std::move(tags[t]), t);
  }
}

void KnownExecution::writeCovers() {
  const std::size_t size = events_.size();
  Between<Relation> covers{Relation(size), Relation(size)};
  const Between<EventSet>& happened = bounded_.happened;
  happened.lower.forEach(
      [&](EventId e) { covers.lower.insertAll(e, ranges_[e].covers.lower & happened.lower); });
  happened.upper.forEach(
      [&](EventId e) { covers.upper.insertAll(e, ranges_[e].covers.upper & happened.upper); });
  replace(bounded_.scopes[kCovers], std::move(covers), tagNames_.size() + kCovers);
}

/// Of the scopes that both may have, whether all are related so and whether some are. The events of one site
/// have the same variant.
Between<bool> KnownExecution::related(EventId x, EventId y, std::size_t relation) const {
  Between<bool> result{true, false};
  const auto look = [&](ScopeInstanceId a, ScopeInstanceId b) {
    const bool is = relation == kNarrower ? isInside(scopeTree_, a, b) : a != kNoScope && a == b;
    result.lower = result.lower && is;
    result.upper = result.upper || is;
  };
  if (siteOf_[x] && siteOf_[x] == siteOf_[y]) {
    const SiteEvents& site = sites_[*siteOf_[x]];
    const auto of = [&](EventId e) {
      return static_cast<std::size_t>(std::ranges::find(site.events, e) - site.events.begin());
    };
    forEachVariant(box_[*siteOf_[x]], [&](std::uint32_t v) {
      if (!site.looks[v].empty()) {
        look(site.looks[v][of(x)].scope, site.looks[v][of(y)].scope);
      }
    });
    return result;
  }
  for (const ScopeInstanceId a : ranges_[x].scopes) {
    for (const ScopeInstanceId b : ranges_[y].scopes) {
      look(a, b);
    }
  }
  return result;
}

void KnownExecution::writeScopes(std::size_t relation) {
  if (!asksFor(model_, kScopeRelations[relation])) {
    return;
  }
  const std::size_t size = events_.size();
  Between<Relation> now{Relation(size), Relation(size)};
  const Between<EventSet>& happened = bounded_.happened;
  happened.upper.forEach([&](EventId x) {
    happened.upper.forEach([&](EventId y) {
      const Between<bool> are = related(x, y, relation);
      if (are.upper) {
        now.upper.insert(x, y);
      }
      if (are.upper && are.lower && happened.lower.contains(x) && happened.lower.contains(y)) {
        now.lower.insert(x, y);
      }
    });
  });
  replace(bounded_.scopes[relation], std::move(now), tagNames_.size() + relation);
}

const BoundedExecution& KnownExecution::bounded(const Nogood& box) {
  changes_ = {false, EventSet(tagNames_.size() + kScopeRelations.size())};
  if (takeRanges(box)) {
    changes_.all = true;
    writeHappened();
  }
  writeTags();
  writeCovers();
  writeScopes(kNarrower);
  writeScopes(kSameScope);
  return bounded_;
}

}  // namespace hrfcheck::inline advise

#include "advise/core_finder.h"

#include <algorithm>
#include <set>

#include "execution/skeleton_run.h"
#include "util/invariant.h"

namespace hrfcheck::inline advise {
namespace {

std::vector<std::string> tagsOf(const Model& model) {
  std::set<std::string> names;
  for (const CatNode& node : model.nodes) {
    if (const auto* tag = std::get_if<TagNode>(&node.node)) {
      names.insert(tag->tag);
    }
  }
  return {names.begin(), names.end()};
}

/// The members of a tag in an execution.
EventSet membersOf(const Skeleton& skeleton, const std::string& tag, const EventSet& happened) {
  EventSet result(skeleton.size());
  if (const auto found = skeleton.tags().find(tag); found != skeleton.tags().end()) {
    result = found->second;
  }
  if (const auto found = skeleton.conditionalTags().find(tag); found != skeleton.conditionalTags().end()) {
    for (const Skeleton::ConditionalMember& member : found->second) {
      if (happened.contains(member.other) == member.whenHappens) {
        result.insert(member.event);
      }
    }
  }
  return result &= happened;
}

bool orderAtMost(Order a, Order b) {
  return a == b || a == Order::Relaxed || b == Order::SeqCst ||
         (b == Order::AcquireRelease && a != Order::SeqCst) || (a == Order::Consume && b == Order::Acquire);
}

bool atMost(const Variant& a, const Variant& b) {
  if (!a.annotation || !b.annotation) {
    return !a.annotation;
  }
  if (!a.annotation->atomicity || !b.annotation->atomicity) {
    return !a.annotation->atomicity;
  }
  const Atomicity& one = *a.annotation->atomicity;
  const Atomicity& other = *b.annotation->atomicity;
  return orderAtMost(one.order, other.order) && one.level <= other.level && (!one.remote || other.remote);
}

bool isInside(const ScopeTree& scopes, ScopeInstanceId inner, ScopeInstanceId outer) {
  if (inner == kNoScope || outer == kNoScope) {
    return false;
  }
  while (inner != kNoScope && inner != outer) {
    inner = scopes.instances()[inner].parent;
  }
  return inner == outer;
}

template <typename F>
void forEachVariant(std::uint64_t variants, F&& f) {
  for (std::uint32_t v = 0; v < kMostVariants; ++v) {
    if (((variants >> v) & 1U) != 0) {
      f(v);
    }
  }
}

/// The event of another skeleton of the same code that stands for this one.
EventId counterpart(const Skeleton& from, const Skeleton& to, EventId e) {
  const Event& event = from.events()[e];
  if (event.thread == kNoThread) {
    return to.initialWrite(event.initialOf);
  }
  const bool first = from.eventsOf(event.thread, event.node).first == e;
  const Skeleton::NodeEvents& there = to.eventsOf(event.thread, event.node);
  return first ? there.first : there.second;
}

}  // namespace

CoreFinder::CoreFinder(const EditedTest& test, const Model& model, unsigned unroll, SpinRounds rounds,
                       const Deadline& deadline)
    : test_(test),
      bounded_(model),
      deadline_(deadline),
      full_(
          std::make_shared<const Skeleton>(test.withEveryFence(test.asWritten()), unroll, rounds, deadline)),
      tags_(tagsOf(model)),
      siteOf_(full_->size()) {
  for (std::size_t i = 0; i < test.sites().size(); ++i) {
    for (EventId e = 0; e < full_->size(); ++e) {
      const Event& event = full_->events()[e];
      const bool here =
          event.thread != kNoThread &&
          std::ranges::find(test.sites()[i].here, full_->instructionOf(e)) != test.sites()[i].here.end();
      if (here) {
        siteOf_[e] = i;
      }
    }
  }
}

/// The same choices, replayed in the test with every fence.
std::optional<Execution> CoreFinder::withEveryFence(const Execution& found) const {
  const Skeleton& from = *found.skeleton;
  for (ThreadId t = 0; t < from.threads().size(); ++t) {
    if (from.threads()[t].nodes.size() != full_->threads()[t].nodes.size()) {
      return std::nullopt;
    }
  }
  std::vector<EventId> there(from.size(), kNoEvent);
  std::vector<EventId> back(full_->size(), kNoEvent);
  for (EventId e = 0; e < from.size(); ++e) {
    there[e] = counterpart(from, *full_, e);
    if (there[e] == kNoEvent) {
      return std::nullopt;
    }
    back[there[e]] = e;
  }
  const ReadOracle read = [&](EventId e, LocationId) { return found.value[back[e]]; };
  const BarrierOracle passes = [&](EventId e) {
    return found.happened.contains(from.events()[back[e]].partner);
  };
  std::vector<ThreadRun> runs;
  for (ThreadId t = 0; t < full_->threads().size(); ++t) {
    runs.push_back(runThread(*full_, t, read, passes));
  }
  const auto moved = [&](const Relation& relation) {
    Relation result(full_->size());
    relation.forEach([&](EventId a, EventId b) { result.insert(there[a], there[b]); });
    return result;
  };
  std::vector<EventId> readsFrom(full_->size(), kNoEvent);
  for (EventId e = 0; e < from.size(); ++e) {
    if (found.readsFrom[e] != kNoEvent) {
      readsFrom[there[e]] = there[found.readsFrom[e]];
    }
  }
  LateArrivals late;
  for (const auto& [barrier, arrivals] : found.late) {
    for (const EventId e : arrivals) {
      late[barrier].push_back(there[e]);
    }
  }
  Execution result = assemble(full_, std::move(runs), readsFrom, moved(found.co), late);
  for (const Relation& choice : found.choices) {
    result.choices.push_back(moved(choice));
  }
  return result;
}

const Skeleton& CoreFinder::skeletonOf(std::size_t site, std::uint32_t variant) {
  std::unique_ptr<const Skeleton>& skeleton = skeletons_[{site, variant}];
  if (!skeleton) {
    deadline_.check();
    Wording wording = test_.asWritten();
    wording[site] = variant;
    skeleton = std::make_unique<const Skeleton>(*full_, test_.withEveryFence(wording));
  }
  return *skeleton;
}

CoreFinder::SiteEvents CoreFinder::eventsOf(std::size_t site, const Execution& execution) {
  SiteEvents result;
  execution.happened.forEach([&](EventId e) {
    if (siteOf_[e] == site) {
      result.events.push_back(e);
    }
  });
  const std::size_t variants = result.events.empty() ? 0 : test_.sites()[site].variants.size();
  for (std::uint32_t v = 0; v < variants; ++v) {
    const Skeleton& skeleton = skeletonOf(site, v);
    auto& tags = result.tags.emplace_back();
    for (const std::string& tag : tags_) {
      tags.emplace(tag, membersOf(skeleton, tag, execution.happened));
    }
    auto& scopes = result.scopes.emplace_back();
    auto& covers = result.covers.emplace_back();
    for (const EventId e : result.events) {
      scopes.push_back(skeleton.events()[e].scope);
      covers.push_back(skeleton.covers().successors(e));
    }
  }
  return result;
}

void CoreFinder::prepare(const Execution& execution) {
  sites_.clear();
  for (std::size_t i = 0; i < test_.sites().size(); ++i) {
    sites_.push_back(eventsOf(i, execution));
  }
}

void CoreFinder::boundTags(BoundedExecution& bounds, const WordingBox& box) const {
  for (const std::string& tag : tags_) {
    const EventSet fixed = membersOf(*full_, tag, bounds.execution->happened);
    Between<EventSet> members{fixed, fixed};
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      for (const EventId e : sites_[i].events) {
        bool all = true;
        bool some = false;
        forEachVariant(box[i], [&](std::uint32_t v) {
          if (test_.sites()[i].variants[v].annotation) {
            const bool in = sites_[i].tags[v].at(tag).contains(e);
            all = all && in;
            some = some || in;
          }
        });
        all&& some ? members.lower.insert(e) : members.lower.erase(e);
        some ? members.upper.insert(e) : members.upper.erase(e);
      }
    }
    members.lower &= bounds.happened.lower;
    members.upper &= bounds.happened.upper;
    bounds.tags.emplace(tag, std::move(members));
  }
}

void CoreFinder::boundCovers(BoundedExecution& bounds, const WordingBox& box) const {
  Between<Relation> covers{full_->covers(), full_->covers()};
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    for (std::size_t k = 0; k < sites_[i].events.size(); ++k) {
      EventSet all = EventSet::full(full_->size());
      EventSet some(full_->size());
      forEachVariant(box[i], [&](std::uint32_t v) {
        if (test_.sites()[i].variants[v].annotation) {
          all &= sites_[i].covers[v][k];
          some |= sites_[i].covers[v][k];
        }
      });
      const EventId e = sites_[i].events[k];
      Relation& lower = covers.lower;
      Relation& upper = covers.upper;
      for (EventId y = 0; y < full_->size(); ++y) {
        all.contains(y) && some.contains(y) ? lower.insert(e, y) : lower.erase(e, y);
        some.contains(y) ? upper.insert(e, y) : upper.erase(e, y);
      }
    }
  }
  bounds.statics.emplace(
      std::string(static_relation::Covers),
      Between<Relation>{covers.lower.restrictedTo(bounds.happened.lower, bounds.happened.lower),
                        covers.upper.restrictedTo(bounds.happened.upper, bounds.happened.upper)});
}

/// Relations between the scopes of two operations.
void CoreFinder::boundScopes(BoundedExecution& bounds, const WordingBox& box) const {
  const std::size_t size = full_->size();
  Between<Relation> narrower{Relation(size), Relation(size)};
  Between<Relation> same = narrower;
  const ScopeTree& scopes = full_->program().scopes;
  // By event, its scope with each variant that it may have; of an event of no site its own.
  std::vector<std::vector<std::pair<std::uint32_t, ScopeInstanceId>>> possible(size);
  for (EventId e = 0; e < size; ++e) {
    possible[e] = {{0, full_->events()[e].scope}};
  }
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    for (std::size_t k = 0; k < sites_[i].events.size(); ++k) {
      auto& here = possible[sites_[i].events[k]];
      here.clear();
      forEachVariant(box[i], [&](std::uint32_t v) {
        if (test_.sites()[i].variants[v].annotation) {
          here.emplace_back(v, sites_[i].scopes[v][k]);
        }
      });
    }
  }
  const auto relate = [&](EventId x, EventId y, Between<Relation>& into, auto related) {
    bool all = true;
    bool some = false;
    for (const auto& [v, one] : possible[x]) {
      for (const auto& [w, other] : possible[y]) {
        if (siteOf_[x] && siteOf_[x] == siteOf_[y] && v != w) {
          continue;
        }
        const bool is = related(one, other);
        all = all && is;
        some = some || is;
      }
    }
    if (some) {
      into.upper.insert(x, y);
    }
    if (some && all) {
      into.lower.insert(x, y);
    }
  };
  bounds.happened.upper.forEach([&](EventId x) {
    bounds.happened.upper.forEach([&](EventId y) {
      relate(x, y, narrower, [&](auto a, auto b) { return isInside(scopes, a, b); });
      relate(x, y, same, [](auto a, auto b) { return a != kNoScope && a == b; });
    });
  });
  for (auto* relation : {&narrower, &same}) {
    relation->lower = relation->lower.restrictedTo(bounds.happened.lower, bounds.happened.lower);
  }
  bounds.statics.emplace(std::string(static_relation::Narrower), std::move(narrower));
  bounds.statics.emplace(std::string(static_relation::SameScope), std::move(same));
}

BoundedExecution CoreFinder::bounded(const Execution& execution, const WordingBox& box) const {
  BoundedExecution bounds;
  bounds.execution = &execution;
  bounds.happened = {execution.happened, execution.happened};
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    bool absent = false;
    bool present = false;
    forEachVariant(box[i], [&](std::uint32_t v) {
      (test_.sites()[i].variants[v].annotation ? present : absent) = true;
    });
    for (const EventId e : sites_[i].events) {
      if (absent) {
        bounds.happened.lower.erase(e);
      }
      if (!present) {
        bounds.happened.upper.erase(e);
      }
    }
  }
  boundTags(bounds, box);
  boundCovers(bounds, box);
  boundScopes(bounds, box);
  return bounds;
}

bool CoreFinder::holds(const Execution& execution, const WordingBox& box, std::optional<std::size_t> check) {
  deadline_.check();
  const BoundedExecution bounds = bounded(execution, box);
  return bounded_.certainlyConsistent(bounds) && (!check || bounded_.certainlyRaised(*check));
}

std::uint64_t CoreFinder::weakerThan(std::size_t site, std::uint32_t variant) const {
  const std::vector<Variant>& variants = test_.sites()[site].variants;
  std::uint64_t result = std::uint64_t{1} << variant;
  for (std::uint32_t v = 0; v < variants.size(); ++v) {
    result |= atMost(variants[v], variants[variant]) ? std::uint64_t{1} << v : 0;
  }
  return result;
}

bool CoreFinder::grow(const Execution& execution, WordingBox& box, std::size_t site, std::uint64_t to,
                      std::optional<std::size_t> check) {
  if ((to & ~box[site]) == 0) {
    return true;
  }
  const std::uint64_t before = box[site];
  box[site] |= to;
  if (holds(execution, box, check)) {
    return true;
  }
  box[site] = before;
  return false;
}

/// First every site at once, down to its weakest variant; then one site after the other as far as it goes.
WordingBox CoreFinder::coreOf(const Execution& found, const Wording& at, std::optional<std::size_t> check) {
  const WordingBox one = boxOf(at);
  const std::optional<Execution> execution = withEveryFence(found);
  if (!execution) {
    ++unexplained_;
    return one;
  }
  prepare(*execution);
  WordingBox box = one;
  for (std::size_t i = 0; i < box.size(); ++i) {
    box[i] = sites_[i].events.empty() ? everyVariant(test_.sites()[i]) : box[i];
  }
  if (!holds(*execution, box, check)) {
    ++unexplained_;
    return one;
  }
  WordingBox down = box;
  for (std::size_t i = 0; i < box.size(); ++i) {
    down[i] |= weakerThan(i, at[i]);
  }
  if (down != box && holds(*execution, down, check)) {
    box = down;
  }
  for (std::size_t i = 0; i < box.size(); ++i) {
    const std::uint64_t all = everyVariant(test_.sites()[i]);
    if (grow(*execution, box, i, all, check)) {
      continue;
    }
    grow(*execution, box, i, weakerThan(i, at[i]), check);
    forEachVariant(all & ~box[i],
                   [&](std::uint32_t v) { grow(*execution, box, i, std::uint64_t{1} << v, check); });
  }
  return box;
}

}  // namespace hrfcheck::inline advise

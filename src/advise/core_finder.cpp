#include "advise/core_finder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

#include "advise/execution_variants.h"
#include "execution/skeleton_run.h"
#include "util/invariant.h"

namespace hrfcheck::inline advise {
namespace {

/// Executions that are looked at again.
constexpr std::size_t kMostRemembered = 64;
/// Boxes of one execution that further ones are looked for from.
constexpr std::size_t kMostBoxes = 4;
/// Coherence orders that are tried for each execution that is found.
constexpr int kMostCoherenceOrders = 24;

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

/// Variants of a site, those of one scope together, by what their orders add: halves of them are often alike.
std::vector<std::uint32_t> byStrength(const EditSite& site, std::uint64_t variants) {
  std::vector<std::uint32_t> result;
  forEachVariant(variants, [&](std::uint32_t v) { result.push_back(v); });
  const auto key = [&](std::uint32_t v) {
    const auto& annotation = site.variants[v].annotation;
    const Atomicity* a = annotation && annotation->atomicity ? &*annotation->atomicity : nullptr;
    return a == nullptr ? std::tuple(0U, false, -1)
                        : std::tuple(a->level, a->remote, static_cast<int>(a->order));
  };
  std::ranges::stable_sort(result, {}, key);
  return result;
}

Cost leastCost(const EditSite& site) {
  Cost least = std::numeric_limits<Cost>::max();
  for (std::size_t v = 1; v < site.variants.size(); ++v) {
    least = std::min(least, site.variants[v].cost);
  }
  return least;
}

/// How large a box is, as a logarithm.
double roomOf(const WordingBox& box, const std::vector<EditSite>& sites) {
  double room = 0;
  for (std::size_t i = 0; i < box.size(); ++i) {
    room +=
        std::log2(static_cast<double>(std::popcount(box[i])) / static_cast<double>(sites[i].variants.size()));
  }
  return room;
}

}  // namespace

CoreFinder::CoreFinder(const EditedTest& test, const Model& model, unsigned unroll, SpinRounds rounds,
                       const Deadline& deadline)
    : test_(test),
      model_(model),
      bounded_(model),
      deadline_(deadline),
      skeletons_(test, unroll, rounds, deadline) {
  for (std::size_t i = 0; i < test.sites().size(); ++i) {
    order_.push_back(i);
  }
  std::ranges::stable_sort(order_, {}, [&](std::size_t i) { return leastCost(test.sites()[i]); });
}

/// The same choices, replayed in the test with every fence.
std::optional<Execution> CoreFinder::withEveryFence(const Execution& found) const {
  const Skeleton& from = *found.skeleton;
  const std::shared_ptr<const Skeleton>& full = skeletons_.asWritten();
  for (ThreadId t = 0; t < from.threads().size(); ++t) {
    if (from.threads()[t].nodes.size() != full->threads()[t].nodes.size()) {
      return std::nullopt;
    }
  }
  std::vector<EventId> there(from.size(), kNoEvent);
  std::vector<EventId> back(full->size(), kNoEvent);
  for (EventId e = 0; e < from.size(); ++e) {
    there[e] = counterpart(from, *full, e);
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
  for (ThreadId t = 0; t < full->threads().size(); ++t) {
    runs.push_back(runThread(*full, t, read, passes));
  }
  const auto moved = [&](const Relation& relation) {
    Relation result(full->size());
    relation.forEach([&](EventId a, EventId b) { result.insert(there[a], there[b]); });
    return result;
  };
  std::vector<EventId> readsFrom(full->size(), kNoEvent);
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
  Execution result = assemble(full, std::move(runs), readsFrom, moved(found.co), late);
  for (const Relation& choice : found.choices) {
    result.choices.push_back(moved(choice));
  }
  return result;
}

bool CoreFinder::holds(const Known& known, const WordingBox& box) {
  deadline_.check();
  const BoundedExecution& bounds = known.execution->bounded(box);
  BoundChanges changes = known.execution->changes();
  changes.all = changes.all || last_ != known.execution.get();
  last_ = known.execution.get();
  return bounded_.certainlyConsistent(bounds, changes) &&
         (!known.check || bounded_.certainlyRaised(*known.check));
}

std::uint64_t CoreFinder::weakerThan(std::size_t site, std::uint32_t variant) const {
  const std::vector<Variant>& variants = test_.sites()[site].variants;
  std::uint64_t result = std::uint64_t{1} << variant;
  for (std::uint32_t v = 0; v < variants.size(); ++v) {
    result |= atMost(variants[v], variants[variant]) ? std::uint64_t{1} << v : 0;
  }
  return result;
}

bool CoreFinder::grow(const Known& known, WordingBox& box, std::size_t site, std::uint64_t to) {
  if ((to & ~box[site]) == 0) {
    return true;
  }
  const std::uint64_t before = box[site];
  box[site] |= to;
  if (holds(known, box)) {
    return true;
  }
  box[site] = before;
  return false;
}

/// As many of these variants as go, halves at once.
void CoreFinder::growVariants(const Known& known, WordingBox& box, std::size_t site,
                              std::span<const std::uint32_t> variants) {
  std::uint64_t all = 0;
  for (const std::uint32_t v : variants) {
    all |= std::uint64_t{1} << v;
  }
  if (!grow(known, box, site, all) && variants.size() > 1) {
    growVariants(known, box, site, variants.subspan(0, variants.size() / 2));
    growVariants(known, box, site, variants.subspan(variants.size() / 2));
  }
}

/// Every variant of these sites where that goes; halves of them at once, and of a single one part by part.
void CoreFinder::growSites(const Known& known, WordingBox& box, std::span<const std::size_t> sites,
                           const Wording& at) {
  WordingBox larger = box;
  for (const std::size_t i : sites) {
    larger[i] = everyVariant(test_.sites()[i]);
  }
  if (sites.empty() || larger == box) {
    return;
  }
  if (holds(known, larger)) {
    box = std::move(larger);
    return;
  }
  if (sites.size() > 1) {
    growSites(known, box, sites.subspan(0, sites.size() / 2), at);
    growSites(known, box, sites.subspan(sites.size() / 2), at);
    return;
  }
  const std::size_t i = sites.front();
  grow(known, box, i, weakerThan(i, at[i]));
  growVariants(known, box, i, byStrength(test_.sites()[i], larger[i] & ~box[i]));
}

/// As an earlier box of the execution, at all sites where that holds what the wording has: where that goes,
/// most of the work has been done before. @returns the sites that are left
std::vector<std::size_t> CoreFinder::jump(const Known& known, WordingBox& box, const Wording& at) {
  for (const WordingBox& before : known.boxes) {
    WordingBox larger = box;
    std::vector<std::size_t> rest;
    for (const std::size_t i : order_) {
      if (((before[i] >> at[i]) & 1U) != 0) {
        larger[i] |= before[i];
      } else {
        rest.push_back(i);
      }
    }
    if (holds(known, larger)) {
      box = std::move(larger);
      return rest;
    }
  }
  WordingBox down = box;
  for (std::size_t i = 0; i < box.size(); ++i) {
    down[i] |= weakerThan(i, at[i]);
  }
  if (down != box && holds(known, down)) {
    box = std::move(down);
  }
  return order_;
}

/// First many sites at once, as before or down to their weakest variants; then sites as far as they go.
WordingBox CoreFinder::grown(Known& known, WordingBox box, const Wording& at) {
  const std::vector<std::size_t> sites = jump(known, box, at);
  growSites(known, box, sites, at);
  known.room = std::max(known.room, roomOf(box, test_.sites()));
  known.boxes.push_front(box);
  if (known.boxes.size() > kMostBoxes) {
    known.boxes.pop_back();
  }
  return box;
}

/// The box of a wording, and every variant of the sites that do not matter.
WordingBox CoreFinder::startAt(const KnownExecution& known, const Wording& at) const {
  WordingBox box = boxOf(at);
  for (std::size_t i = 0; i < box.size(); ++i) {
    box[i] = known.touches(i) ? box[i] : everyVariant(test_.sites()[i]);
  }
  return box;
}

WordingBox CoreFinder::coreOf(const Execution& found, const Wording& at, std::optional<std::size_t> check) {
  std::optional<Execution> execution = withEveryFence(found);
  if (!execution) {
    ++unexplained_;
    return boxOf(at);
  }
  std::optional<Grown> best = grownFrom(*execution, at, check);
  if (!best) {
    ++unexplained_;
    return boxOf(at);
  }
  if (check) {
    improve(*best, std::move(*execution), at);
  }
  keep(std::move(best->known));
  return std::move(best->box);
}

/// Another order of writes, which the found execution need not have, may rule out more.
void CoreFinder::improve(Grown& best, Execution execution, const Wording& at) {
  int attempts = 0;
  for (bool better = true; better && attempts < kMostCoherenceOrders;) {
    better = false;
    for (Execution& other : withOtherCoherence(execution)) {
      std::optional<Grown> grown = grownFrom(other, at, best.known.check);
      ++attempts;
      if (grown && grown->known.room > best.known.room) {
        best = std::move(*grown);
        execution = std::move(other);
        better = true;
        break;
      }
    }
  }
}

/// What an execution of the test with every fence rules out; nothing where it is none of this wording, or not
/// known to be wrong with it.
std::optional<CoreFinder::Grown> CoreFinder::grownFrom(const Execution& execution, const Wording& at,
                                                       std::optional<std::size_t> check) {
  Grown grown;
  grown.known.execution = std::make_unique<KnownExecution>(test_, skeletons_, execution, model_);
  grown.known.check = check;
  last_ = nullptr;
  grown.box = startAt(*grown.known.execution, at);
  if (!holds(grown.known, grown.box)) {
    return std::nullopt;
  }
  grown.box = this->grown(grown.known, std::move(grown.box), at);
  return grown;
}

/// Those first that have the largest boxes.
void CoreFinder::keep(Known known) {
  const auto at = std::ranges::find_if(known_, [&](const Known& k) { return k.room < known.room; });
  known_.insert(at, std::move(known));
  if (known_.size() > kMostRemembered) {
    known_.pop_back();
  }
}

std::vector<WordingBox> CoreFinder::knownCoresOf(const Wording& at, std::size_t most) {
  std::vector<WordingBox> cores;
  for (Known& known : known_) {
    WordingBox box = startAt(*known.execution, at);
    if (cores.size() < most && holds(known, box)) {
      cores.push_back(grown(known, std::move(box), at));
    }
  }
  return cores;
}

}  // namespace hrfcheck::inline advise

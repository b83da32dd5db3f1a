#include "machine/rules/protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline machine {
namespace {

// Which steps make an instruction: the drivers rely on what is checked here. A requester has one flush under
// way at a time, and stands in its instruction until the markers are back; what is posted is a store that a
// flush comes before.

constexpr std::size_t kMostSteps = 100;

std::string orderText(const Site& site) {
  if (!site.atomicity) {
    return site.kind == Site::Kind::Barrier || site.kind == Site::Kind::Fence ? "" : "ordinary ";
  }
  const std::string order = site.atomicity->order == Order::Relaxed ? "relaxed "
                            : site.acquires() && site.releases()    ? "acquire-release "
                            : site.acquires()                       ? "acquire "
                            : site.releases()                       ? "release "
                                                                    : "";
  return (site.remote() ? "remote " : "") + order;
}

/// "a remote acquire load".
std::string whatIs(const Site& site) {
  static constexpr const char* kKindWords[] = {"load", "store", "read-modify-write", "fence", "barrier"};
  const std::string text = orderText(site) + kKindWords[static_cast<std::size_t>(site.kind)];
  const bool vowel = text.front() == 'a' || text.front() == 'o';
  return fmt::format("{} {}", vowel ? "an" : "a", text);
}

class Check {
 public:
  Check(const ProtocolClause& clause, const Site& site) : clause_(clause), site_(site) {}

  void step(const ProtocolStep& step) {
    switch (step.kind) {
      case ProtocolStep::Kind::Flush:
        require(!flushed_, step, "one flush is waited for before the next");
        flushed_ = everFlushed_ = true;
        break;
      case ProtocolStep::Kind::Wait:
        flushed_ = false;
        break;
      case ProtocolStep::Kind::Access:
        access(step);
        break;
      case ProtocolStep::Kind::Meet:
        require(site_.kind == Site::Kind::Barrier, step, "only barriers meet");
        require(++meetings_ == 1, step, "a barrier meets once");
        break;
      case ProtocolStep::Kind::InvalidateMeanwhile:
        require(isAccess() && accesses_ == 0 && !meanwhile_, step,
                "what is invalidated meanwhile is so once, before an access");
        meanwhile_ = true;
        break;
      case ProtocolStep::Kind::Lock:
        require(isAccess() && !locked_, step, "an access locks its line once at a time");
        locked_ = true;
        break;
      case ProtocolStep::Kind::Unlock:
        require(locked_, step, "nothing is locked here");
        locked_ = false;
        break;
      case ProtocolStep::Kind::Post:
        require(site_.kind == Site::Kind::Store && everFlushed_ && accesses_ == 0 && !posted_, step,
                "only a store is posted, once, between its flush and its access");
        posted_ = true;
        break;
      case ProtocolStep::Kind::Gate:
      case ProtocolStep::Kind::Invalidate:
      case ProtocolStep::Kind::SendInvalidations:
      case ProtocolStep::Kind::WaitInvalidations:
      case ProtocolStep::Kind::Unstall:
        break;
    }
  }

  void end(std::size_t steps) {
    require(steps > 0, "has no step here: a `gate`, at least");
    require(steps <= kMostSteps, fmt::format("has more than {} steps", kMostSteps));
    require(!isAccess() || accesses_ == 1, "accesses memory nowhere: `access`");
    require(site_.kind != Site::Kind::Barrier || meetings_ == 1, "does not wait for other threads: `meet`");
    require(!flushed_, "does not wait for its flush: `wait`");
    require(!locked_, "does not unlock its line: `unlock`");
  }

 private:
  bool isAccess() const { return site_.kind != Site::Kind::Fence && site_.kind != Site::Kind::Barrier; }

  void access(const ProtocolStep& step) {
    require(isAccess(), step, "fences and barriers access nothing");
    require(++accesses_ == 1, step, "an instruction accesses memory once");
    require((step.where.kind == ProtocolStep::Where::Kind::Lds) == site_.marks.local, step,
            site_.marks.local ? "what is in LDS is accessed there: `access lds`"
                              : "only what is in LDS is accessed there: `if local`");
    if (step.owning) {
      const MemoryNode& node = site_.tree.nodes()[site_.tree.path(site_.thread)[step.where.on(site_)]];
      require(node.policy == WritePolicy::Ownership, step,
              "this cache owns no lines: only one with `ownership` does");
    }
  }

  void require(bool condition, const ProtocolStep& step, const std::string& message) const {
    if (!condition) {
      throw UserError(step.place, message, fmt::format("these are the steps of {}", whatIs(site_)));
    }
  }
  void require(bool condition, const std::string& message) const {
    if (!condition) {
      throw UserError(clause_.place, fmt::format("{} {}", whatIs(site_), message));
    }
  }

  const ProtocolClause& clause_;
  const Site& site_;
  bool flushed_ = false, everFlushed_ = false, locked_ = false;
  bool meanwhile_ = false, posted_ = false;
  std::size_t accesses_ = 0, meetings_ = 0;
};

/// @param chosen the steps of the clause that an instruction takes
/// @throws UserError where no requester can go through them: an access too many, a flush that nobody waits
///         for
void checkSteps(const ProtocolClause& clause, const std::vector<const ProtocolStep*>& chosen,
                const Site& site) {
  Check check(clause, site);
  for (const ProtocolStep* step : chosen) {
    check.step(*step);
  }
  check.end(chosen.size());
}

bool isSo(const ProtocolCondition& condition, const Site& site) {
  const auto kindIs = [&](Site::Kind kind) { return site.kind == kind; };
  const auto orderIs = [&](Order order) { return site.atomicity && site.atomicity->order == order; };
  const bool access = !kindIs(Site::Kind::Fence) && !kindIs(Site::Kind::Barrier);
  switch (condition.word) {
    case ProtocolCondition::Word::Ordinary:
      return access && !site.atomicity;
    case ProtocolCondition::Word::Atomic:
      return access && site.atomicity;
    case ProtocolCondition::Word::Load:
      return kindIs(Site::Kind::Load);
    case ProtocolCondition::Word::Store:
      return kindIs(Site::Kind::Store);
    case ProtocolCondition::Word::Rmw:
      return kindIs(Site::Kind::Rmw);
    case ProtocolCondition::Word::Fence:
      return kindIs(Site::Kind::Fence);
    case ProtocolCondition::Word::Barrier:
      return kindIs(Site::Kind::Barrier);
    case ProtocolCondition::Word::Remote:
      return site.remote();
    case ProtocolCondition::Word::Acquires:
      return site.acquires();
    case ProtocolCondition::Word::Releases:
      return site.releases();
    case ProtocolCondition::Word::Relaxed:
      return orderIs(Order::Relaxed);
    case ProtocolCondition::Word::SeqCst:
      return orderIs(Order::SeqCst);
    case ProtocolCondition::Word::AtLeaf:
      return site.k == 0;
    case ProtocolCondition::Word::Local:
      return site.marks.local;
    case ProtocolCondition::Word::OneAs:
      return site.marks.oneAs;
    case ProtocolCondition::Word::NoAv:
      return site.marks.noAv;
    case ProtocolCondition::Word::MakesAvailable:
      return site.marks.makesAvailable;
    case ProtocolCondition::Word::MakesVisible:
      return site.marks.makesVisible;
    case ProtocolCondition::Word::Named:
      return site.marks.named;
    case ProtocolCondition::Word::Within:
      return site.atomicity && site.atomicity->level <= condition.level;
    case ProtocolCondition::Word::Rule:
      return site.rules[condition.rule];
  }
  failInvariant("condition", "every word of a condition means something");
}

bool allHold(const ProtocolConditions& conditions, const Site& site) {
  return std::ranges::all_of(conditions, [&](const ProtocolCondition& c) { return c.holds(site); });
}

/// Those leaves from which there is a way to the node that the flush is for.
std::vector<MemoryNodeId> flushed(const ProtocolStep& step, const Site& site, std::size_t to) {
  const MemoryNodeId target = site.tree.path(site.thread)[to];
  const MemoryNodeId own = site.tree.path(site.thread).front();
  std::vector<MemoryNodeId> nodes =
      step.caches == ProtocolStep::Caches::OwnLeaf ? std::vector{own} : site.tree.leavesUnder(target);
  std::erase_if(nodes, [&](MemoryNodeId n) {
    return !site.tree.isUnder(n, target) || (step.caches == ProtocolStep::Caches::OtherLeaves && n == own);
  });
  return nodes;
}

std::vector<MemoryNodeId> unstalled(const ProtocolStep& step, const Site& site) {
  if (step.caches == ProtocolStep::Caches::All) {
    return site.tree.cachesUnder(site.target());
  }
  const std::vector<MemoryNodeId>& path = site.tree.path(site.thread);
  return {path.begin(), path.begin() + static_cast<std::ptrdiff_t>(site.k)};
}

/// Steps that are told by their kind alone.
constexpr std::array kPlainSteps = {
    std::pair{ProtocolStep::Kind::Gate, MicroOp::Kind::Gate},
    std::pair{ProtocolStep::Kind::Wait, MicroOp::Kind::Wait},
    std::pair{ProtocolStep::Kind::Lock, MicroOp::Kind::Lock},
    std::pair{ProtocolStep::Kind::Unlock, MicroOp::Kind::Unlock},
    std::pair{ProtocolStep::Kind::WaitInvalidations, MicroOp::Kind::WaitInvalidations},
    std::pair{ProtocolStep::Kind::Post, MicroOp::Kind::Post},
    std::pair{ProtocolStep::Kind::Meet, MicroOp::Kind::Meet}};

MicroOp accessOf(const ProtocolStep& step, const Site& site) {
  const bool past = step.where.kind != ProtocolStep::Where::Kind::Leaf;
  return {.kind = MicroOp::Kind::Access,
          .at = step.where.on(site),
          .synchronizes = site.atomicity.has_value(),
          .gated = step.gated,
          .withOwnCopies = past && !step.gated && site.rules[Rule::AccessWithOwnCopies],
          .owning = step.owning};
}

void addTo(Sequence& sequence, const ProtocolStep& step, const Site& site) {
  switch (step.kind) {
    case ProtocolStep::Kind::Flush: {
      const std::size_t to = step.where.on(site);
      sequence.steps.push_back({.kind = MicroOp::Kind::Flush,
                                .nodes = flushed(step, site, to),
                                .at = to,
                                .stalls = step.stalling});
      return;
    }
    case ProtocolStep::Kind::Access:
      sequence.steps.push_back(accessOf(step, site));
      return;
    case ProtocolStep::Kind::Invalidate:
      for (const MemoryNodeId n : site.own()) {
        sequence.steps.push_back({MicroOp::Kind::Invalidate, {n}});
      }
      return;
    case ProtocolStep::Kind::InvalidateMeanwhile:
      sequence.meanwhile = site.own();
      sequence.meanwhileFrom = sequence.steps.size();
      return;
    case ProtocolStep::Kind::SendInvalidations:
      sequence.steps.push_back(
          {.kind = MicroOp::Kind::SendInvalidations, .nodes = site.remoteCaches(), .stalls = step.stalling});
      return;
    case ProtocolStep::Kind::Unstall:
      sequence.steps.push_back({MicroOp::Kind::Unstall, unstalled(step, site)});
      return;
    case ProtocolStep::Kind::Gate:
    case ProtocolStep::Kind::Wait:
    case ProtocolStep::Kind::Lock:
    case ProtocolStep::Kind::Unlock:
    case ProtocolStep::Kind::WaitInvalidations:
    case ProtocolStep::Kind::Post:
    case ProtocolStep::Kind::Meet:
      using PlainStep = decltype(kPlainSteps)::value_type;
      sequence.steps.push_back({std::ranges::find(kPlainSteps, step.kind, &PlainStep::first)->second});
      return;
  }
}

}  // namespace

bool ProtocolCondition::holds(const Site& site) const {
  return isSo(*this, site) != negated;
}

std::size_t ProtocolStep::Where::on(const Site& site) const {
  switch (kind) {
    case Kind::Leaf:
      return 0;
    case Kind::Scope:
      return site.k;
    case Kind::Lds:
      return site.tree.path(site.thread).size() - 1;
    case Kind::Level:
      return site.tree.indexOf(site.thread, std::min(level, site.tree.nodes().back().level));
  }
  failInvariant("step", "an access takes place somewhere");
}

bool ProtocolStep::applies(const Site& site) const {
  return allHold(conditions, site);
}

const ProtocolClause* clauseFor(const Protocol& protocol, const Site& site) {
  const auto found = std::ranges::find_if(
      protocol, [&](const ProtocolClause& clause) { return allHold(clause.conditions, site); });
  return found == protocol.end() ? nullptr : &*found;
}

Sequence sequenceOf(const ProtocolClause& clause, const Site& site) {
  std::vector<const ProtocolStep*> chosen;
  for (const ProtocolStep& step : clause.steps) {
    if (step.applies(site)) {
      chosen.push_back(&step);
    }
  }
  checkSteps(clause, chosen, site);
  Sequence sequence;
  for (const ProtocolStep* step : chosen) {
    addTo(sequence, *step, site);
  }
  return sequence;
}

}  // namespace hrfcheck::inline machine

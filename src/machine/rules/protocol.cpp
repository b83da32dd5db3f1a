#include "machine/rules/protocol.h"

#include <algorithm>

#include "machine/rules/protocol_check.h"
#include "util/invariant.h"

namespace hrfcheck::inline machine {
namespace {

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

void addTo(Sequence& sequence, const ProtocolStep& step, const Site& site) {
  switch (step.kind) {
    case ProtocolStep::Kind::Gate:
      sequence.gate();
      return;
    case ProtocolStep::Kind::Flush: {
      const std::size_t to = step.where.on(site);
      sequence.flush(flushed(step, site, to), to, step.stalling);
      return;
    }
    case ProtocolStep::Kind::Wait:
      sequence.wait();
      return;
    case ProtocolStep::Kind::Access:
      sequence.access(step.where.on(site), step.where.kind != ProtocolStep::Where::Kind::Leaf, step.gated,
                      step.owning);
      return;
    case ProtocolStep::Kind::Invalidate:
      sequence.invalidateOwn();
      return;
    case ProtocolStep::Kind::InvalidateMeanwhile:
      sequence.invalidateOwnMeanwhile();
      return;
    case ProtocolStep::Kind::Lock:
      sequence.lock();
      return;
    case ProtocolStep::Kind::Unlock:
      sequence.unlock();
      return;
    case ProtocolStep::Kind::SendInvalidations:
      sequence.sendInvalidations(step.stalling);
      return;
    case ProtocolStep::Kind::WaitInvalidations:
      sequence.waitInvalidations();
      return;
    case ProtocolStep::Kind::Unstall:
      sequence.unstall(unstalled(step, site));
      return;
    case ProtocolStep::Kind::Post:
      sequence.post();
      return;
    case ProtocolStep::Kind::Meet:
      sequence.meet();
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
  Sequence sequence(site);
  for (const ProtocolStep* step : chosen) {
    addTo(sequence, *step, site);
  }
  return sequence;
}

}  // namespace hrfcheck::inline machine

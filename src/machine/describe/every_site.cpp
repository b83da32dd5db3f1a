#include "machine/describe/every_site.h"

#include <algorithm>
#include <set>

#include "machine/describe/machine_words.h"

namespace hrfcheck::inline machine {
namespace {

/// Two components of two work-groups of two work-items.
ScopeTree eightWorkItems(MachineTests tests) {
  const LevelWords levels = levelWords(tests);
  std::vector<std::vector<std::uint32_t>> ids;
  for (std::uint32_t t = 0; t < 8; ++t) {
    ids.push_back(tests == MachineTests::Amdgpu
                      ? std::vector<std::uint32_t>{t, t, t / 2 % 2, t / 2 % 2, t / 4, 0}
                      : std::vector<std::uint32_t>{t, 0, t / 2 % 2, t / 4, 0});
  }
  return ScopeTree({levels.begin(), levels.end()}, ids);
}

/// What instructions of AMDGPU may say; of others nothing.
std::vector<SiteMarks> marksOf(MachineTests tests, Site::Kind kind) {
  std::vector<SiteMarks> all = {{}};
  if (tests != MachineTests::Amdgpu) {
    return all;
  }
  if (kind == Site::Kind::Barrier) {
    all.push_back({.named = true});
    return all;
  }
  if (kind == Site::Kind::Fence) {
    all.push_back({.makesAvailable = true});
    all.push_back({.makesVisible = true});
  }
  for (const bool local : {false, true}) {
    for (const bool oneAs : {false, true}) {
      for (const bool noAv : {false, true}) {
        if (local || oneAs || noAv) {
          all.push_back({.local = local, .oneAs = oneAs, .noAv = noAv});
        }
      }
    }
  }
  return all;
}

std::vector<Order> ordersOf(Site::Kind kind) {
  switch (kind) {
    case Site::Kind::Load:
      return {Order::Relaxed, Order::Consume, Order::Acquire, Order::SeqCst};
    case Site::Kind::Store:
      return {Order::Relaxed, Order::Release, Order::SeqCst};
    case Site::Kind::Rmw:
      return {Order::Relaxed, Order::Acquire, Order::Release, Order::AcquireRelease, Order::SeqCst};
    case Site::Kind::Fence:
    case Site::Kind::Barrier:
      return {Order::Relaxed, Order::Acquire, Order::Release, Order::AcquireRelease, Order::SeqCst};
  }
  return {};
}

bool dependsOnRules(const ProtocolClause& clause) {
  return std::ranges::any_of(
      clause.conditions, [](const ProtocolCondition& c) { return c.word == ProtocolCondition::Word::Rule; });
}

class Mistakes {
 public:
  explicit Mistakes(const MachineKind& kind) : kind_(kind) {}

  std::vector<Diagnostic> find() {
    forEverySite(kind_, [this](const Site& site) { check(site); });
    for (std::size_t i = 0; i < kind_.protocol.size(); ++i) {
      const ProtocolClause& clause = kind_.protocol[i];
      if (reached_.count(i) == 0 && !dependsOnRules(clause)) {
        add({Severity::Error, clause.place, "no instruction reaches this clause",
             "the first clause whose conditions hold applies: earlier ones match everything"});
      }
    }
    return std::move(found_);
  }

 private:
  void check(const Site& site) {
    const ProtocolClause* const clause = clauseFor(kind_.protocol, site);
    if (clause == nullptr) {
      return;
    }
    reached_.insert(static_cast<std::size_t>(clause - kind_.protocol.data()));
    if (!clause->refusal.empty()) {
      return;
    }
    try {
      sequenceOf(*clause, site);
    } catch (const UserError& error) {
      std::ranges::for_each(error.diagnostics(), [this](const Diagnostic& d) { add(d); });
    }
  }

  /// Of several mistakes of a step the first.
  void add(const Diagnostic& d) {
    const bool known = std::ranges::any_of(
        found_, [&](const Diagnostic& other) { return other.place.span == d.place.span; });
    if (!known) {
      found_.push_back(d);
    }
  }

  const MachineKind& kind_;
  std::set<std::size_t> reached_;
  std::vector<Diagnostic> found_;
};

}  // namespace

namespace {

void forEverySite(const MachineKind& kind, const MemoryTree& tree, Site::Kind access, const SiteMarks& marks,
                  const std::function<void(const Site&)>& visit) {
  if (!marks.makesAvailable && !marks.makesVisible) {
    visit(siteOf(kind, tree, kind.rules, 0, access, std::nullopt, marks));
  }
  const bool mayBeRemote =
      access != Site::Kind::Fence && access != Site::Kind::Barrier && kind.tests != MachineTests::Amdgpu;
  const std::size_t levels = levelWords(kind.tests).size();
  for (const Order order : ordersOf(access)) {
    for (std::uint32_t level = kThreadLevel; level < levels; ++level) {
      for (const bool remote : {false, true}) {
        if (!remote || mayBeRemote) {
          visit(siteOf(kind, tree, kind.rules, 0, access, Atomicity{order, level, remote}, marks));
        }
      }
    }
  }
}

}  // namespace

void forEverySite(const MachineKind& kind, const std::function<void(const Site&)>& visit) {
  const ScopeTree scopes = eightWorkItems(kind.tests);
  for (const MachineKind::HierarchyShape& hierarchy : kind.hierarchies) {
    const MemoryTree tree(scopes, hierarchy.shape);
    for (const Site::Kind access :
         {Site::Kind::Load, Site::Kind::Store, Site::Kind::Rmw, Site::Kind::Fence, Site::Kind::Barrier}) {
      for (const SiteMarks& marks : marksOf(kind.tests, access)) {
        forEverySite(kind, tree, access, marks, visit);
      }
    }
  }
}

MachineAbilities abilitiesOf(const MachineKind& kind) {
  MachineAbilities can{.remote = false,
                       .fences = false,
                       .barriers = false,
                       .onlySeqCst = false,
                       .components = kind.components,
                       .tests = kind.tests,
                       .mixedScopes = kind.mixedScopes,
                       .model = kind.model};
  bool acquires = false, seqCst = false;
  forEverySite(kind, [&](const Site& site) {
    const ProtocolClause* const clause = clauseFor(kind.protocol, site);
    if (clause == nullptr || !clause->refusal.empty()) {
      return;
    }
    // Those of AMDGPU order no memory.
    can.barriers = can.barriers || site.kind == Site::Kind::Barrier;
    if (!site.atomicity) {
      return;
    }
    can.remote = can.remote || site.remote();
    can.fences = can.fences || site.kind == Site::Kind::Fence;
    acquires = acquires || (site.kind == Site::Kind::Load && site.atomicity->order == Order::Acquire);
    seqCst = seqCst || (site.kind == Site::Kind::Load && site.atomicity->order == Order::SeqCst);
  });
  can.onlySeqCst = seqCst && !acquires;
  return can;
}

std::vector<Diagnostic> mistakesIn(const MachineKind& kind) {
  return Mistakes(kind).find();
}

}  // namespace hrfcheck::inline machine

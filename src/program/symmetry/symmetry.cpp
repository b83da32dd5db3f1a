// Threads with the same code in interchangeable places of the scope tree.
//
// What a renaming is. Take siblings in the scope tree whose subtrees have the same shape with the same code
// at corresponding leaves (same_code.h): threads of one work-group, or work-groups with everything in them. A
// permutation of such blocks moves every thread of a block to its counterpart, every scope instance inside of
// a block to its counterpart, every event to the one of the same node in the other thread, and leaves
// locations, values, initial writes and all other threads where they are.
//
// Why it maps executions to executions. A structure is made from the code, the places and nothing else, but
// for the loops that are taken for spin loops, which depend on the registers that are observed
// (spin_loops.h), and for the inferred value sets; both are compared here, so the unrolled threads are equal
// node by node. So a run of a thread is, renamed, a run of its counterpart: the interpreter knows nothing of
// a thread but its code, its initial registers and the scope instances of its events. Reads-from and
// coherence are carried along, since locations and values stay. Barriers meet by scope instance, id and
// occurrence: an instance outside of the blocks stays and has the same number of agents, one inside moves
// with all of its agents.
//
// Why it maps consistent ones to consistent ones, under any model. A model sees an execution through the base
// relations (cat/model/builtins.h) only, and each of these is carried along: po, addr, data, ctrl, rmw, int
// and same-instance belong to the code of one thread; rf, co, loc and syncbar belong to the execution;
// covers, narrower, same-scope and the same-level relations are about the nesting of instances, which a
// renaming keeps, being an automorphism of the tree; same-reference and tags follow from operations, levels
// and may-locations, which are compared. Everything else is made of these by operations that do not care for
// the names of events: set algebra, fixpoints, folds over all classes of an equivalence, "some
// linearisation". Initial writes have no agent and stay. So requirements hold of the renamed execution, and
// flags are raised with renamed pairs. The filter and Vulkan's system synchronization name threads: blocks
// that they speak of are left out. Marks and references are part of the code, which is compared.
//
// Representatives. The attribute of a block is a position in the coherence order of one location: the
// leader's own, or that of the write which it reads from. A renaming moves writes along with their positions:
// position k stays occupied, by the renamed write. So the attribute of a block goes where the block goes, a
// permutation that sorts attributes gives a representative, and representatives lose nothing. Whether a
// compare-and-swap succeeds goes along, too (its write is renamed, and happens or not), so it may refine the
// attribute. A renaming within one group leaves the attributes of another alone (positions have no names); so
// all groups are sorted independently.
//
// How many executions a representative stands for. Let the group of all permutations be G and the blocks of X
// tie in sets of sizes m1, m2, ... Permutations p with pX sorted: those that shuffle ties, m1! m2! ... many.
// Every element of the orbit is hit by |Stab X| permutations, so the orbit has |G| / |Stab X| executions, of
// which m1! m2! ... / |Stab X| are sorted, all with ties of the same sizes. Hence, with any property C,
//
//   executions of the orbit with C  =  1/|Stab X| * #{p : C(pX)}
//                                   =  sum over the sorted ones Y  of  #{p : C(pY)} / (m1! m2! ...)
//
// since #{p : C(pY)} is the same for all Y of the orbit. No stabiliser has to be known for that.
//
// Which groups. One level only: where blocks are interchangeable and threads inside of them are, too, either
// the blocks are permuted or the threads, whichever has more permutations. Sorting inside and outside at once
// would need another count of ties.
//
// Symmetry breaking by sorted keys is due to Crawford, Ginsberg, Luks and Roy (Symmetry-breaking predicates
// for search problems, KR 1996); that one key per thread suffices, because coherence orders the threads'
// first accesses, is what memory models give on top.

#include "program/symmetry/symmetry.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "program/structure/certain_accesses.h"
#include "program/symmetry/same_code.h"
#include "util/invariant.h"

namespace hrfcheck::inline program {
namespace {

/// By thread, its first event; behind the last thread, the number of events.
std::vector<EventId> firstEvents(const EventStructure& structure) {
  std::vector<EventId> first(structure.threads().size() + 1, static_cast<EventId>(structure.size()));
  for (auto e = static_cast<EventId>(structure.size()); e-- > 0;) {
    if (structure.events()[e].thread != kNoThread) {
      first[structure.events()[e].thread] = e;
    }
  }
  for (std::size_t t = structure.threads().size(); t-- > 0;) {
    first[t] = std::min(first[t], first[t + 1]);
  }
  return first;
}

bool sameNodes(const UnrolledThread& a, const UnrolledThread& b) {
  const auto sameNode = [](const UnrolledNode& x, const UnrolledNode& y) {
    return x.instruction == y.instruction && x.iteration == y.iteration && x.next == y.next &&
           x.taken == y.taken;
  };
  return a.start == b.start && a.mayReachBound == b.mayReachBound &&
         std::ranges::equal(a.nodes, b.nodes, sameNode);
}

/// Finds the groups, from the root of the scope tree down.
class GroupSearch {
 public:
  explicit GroupSearch(const EventStructure& structure)
      : structure_(structure), program_(structure.program()), first_(firstEvents(structure)) {
    const std::size_t instances = program_.scopes.instances().size();
    children_.resize(instances);
    kinds_.resize(instances);
    order_.resize(instances);
    for (ScopeInstanceId s = 0; s < instances; ++s) {
      const ScopeInstanceId parent = program_.scopes.instances()[s].parent;
      if (parent == kNoScope) {
        roots_.push_back(s);
      } else {
        children_[parent].push_back(s);
      }
    }
    for (const auto& [from, to] : program_.systemSynchronizesWith) {
      named_.insert({from, to});
    }
    if (program_.filter) {
      for (const StateVariable& v : variablesOf(*program_.filter)) {
        named_.insert(v.thread);
      }
    }
  }

  std::vector<SymmetryGroup> run() {
    std::vector<SymmetryGroup> groups;
    if (program_.memoryLevels) {
      return groups;  // a renaming would have to keep two trees
    }
    if (std::ranges::any_of(structure_.barriers(), &Barrier::opensEarly)) {
      return groups;  // a renaming would have to keep the order of arrivals, by which nothing is ordered
    }
    for (const ScopeInstanceId root : roots_) {
      classify(root);
      for (SymmetryGroup& group : best(root).groups) {
        groups.push_back(std::move(group));
      }
    }
    std::ranges::sort(groups, {}, &SymmetryGroup::blocks);
    return groups;
  }

 private:
  struct Choice {
    double permutations = 0;  ///< of the groups with leaders: the logarithm of their number
    std::vector<SymmetryGroup> groups;
  };

  bool interchangeable(ThreadId t, ThreadId u) const {
    if (named_.contains(t) || named_.contains(u) || first_[t + 1] - first_[t] != first_[u + 1] - first_[u] ||
        !sameCode(program_.threads[t], program_.threads[u]) ||
        !sameNodes(structure_.threads()[t], structure_.threads()[u])) {
      return false;
    }
    for (EventId e = first_[t], f = first_[u]; e < first_[t + 1]; ++e, ++f) {
      if (structure_.mayLocations()[e] != structure_.mayLocations()[f]) {
        return false;
      }
    }
    return true;
  }

  std::uint32_t kindOfThread(ThreadId thread) {
    for (std::uint32_t kind = 0; kind < examples_.size(); ++kind) {
      if (interchangeable(examples_[kind], thread)) {
        return kind;
      }
    }
    examples_.push_back(thread);
    return static_cast<std::uint32_t>(examples_.size() - 1);
  }

  /// Gives instances of one level equal kinds where a renaming can map one to the other, and puts their
  /// threads into an order in which those correspond.
  void classify(ScopeInstanceId s) {
    if (children_[s].empty()) {
      const ThreadId thread = program_.scopes.instances()[s].agents.front();
      kinds_[s] = kindOfThread(thread);
      order_[s] = {thread};
      return;
    }
    std::vector<ScopeInstanceId> inside = children_[s];
    for (const ScopeInstanceId child : inside) {
      classify(child);
    }
    std::ranges::stable_sort(inside, {}, [&](ScopeInstanceId child) { return kinds_[child]; });
    std::vector<std::uint32_t> shape{program_.scopes.instances()[s].level};
    for (const ScopeInstanceId child : inside) {
      shape.push_back(kinds_[child]);
      order_[s].insert(order_[s].end(), order_[child].begin(), order_[child].end());
    }
    kinds_[s] = shapes_.try_emplace(shape, static_cast<std::uint32_t>(shapes_.size())).first->second;
  }

  Choice best(ScopeInstanceId s) const {
    std::map<std::uint32_t, std::vector<ScopeInstanceId>> siblings;
    for (const ScopeInstanceId child : children_[s]) {
      siblings[kinds_[child]].push_back(child);
    }
    Choice all;
    for (const auto& [kind, alike] : siblings) {
      Choice inside;
      for (const ScopeInstanceId child : alike) {
        add(inside, best(child));
      }
      Choice outside = permuted(alike);
      const bool whole = !outside.groups.empty() && outside.permutations >= inside.permutations;
      add(all, whole ? std::move(outside) : std::move(inside));
    }
    return all;
  }

  static void add(Choice& choice, Choice more) {
    choice.permutations += more.permutations;
    std::ranges::move(more.groups, std::back_inserter(choice.groups));
  }

  Choice permuted(const std::vector<ScopeInstanceId>& alike) const {
    Choice choice;
    if (alike.size() < 2) {
      return choice;
    }
    SymmetryGroup group;
    for (const ScopeInstanceId s : alike) {
      group.blocks.push_back(order_[s]);
    }
    std::ranges::sort(group.blocks, {}, [](const auto& block) { return *std::ranges::min_element(block); });
    findLeaders(group);
    if (!group.leaders.empty()) {
      choice.permutations = std::lgamma(static_cast<double>(alike.size() + 1));
    }
    choice.groups.push_back(std::move(group));
    return choice;
  }

  /// How well an access tells blocks apart: writes never tie, reads of a location that nobody writes always
  /// do. A compare-and-swap ties only where it fails.
  unsigned worth(const CertainAccess& access) const {
    const Event& event = structure_.events()[access.event];
    if (event.kind == EventKind::Write) {
      return 3;
    }
    if (event.partner != kNoEvent) {
      return 2;
    }
    for (EventId e = 0; e < structure_.size(); ++e) {
      if (structure_.events()[e].kind == EventKind::Write &&
          std::ranges::binary_search(structure_.mayLocations()[e], access.location)) {
        return 1;
      }
    }
    return 0;
  }

  void findLeaders(SymmetryGroup& group) const {
    CertainAccess leader;
    unsigned most = 0;
    for (const ThreadId thread : group.blocks.front()) {
      for (const CertainAccess& access : certainAccesses(structure_, thread)) {
        if (const unsigned w = worth(access); w > most) {
          most = w;
          leader = access;
        }
      }
    }
    if (most == 0) {
      return;
    }
    const ThreadId leading = structure_.events()[leader.event].thread;
    const auto k = std::ranges::find(group.blocks.front(), leading) - group.blocks.front().begin();
    for (const std::vector<ThreadId>& block : group.blocks) {
      group.leaders.push_back(first_[block[k]] + (leader.event - first_[leading]));
    }
  }

  const EventStructure& structure_;
  const Program& program_;
  std::vector<EventId> first_;
  std::set<ThreadId> named_;  ///< by the filter
  std::vector<ScopeInstanceId> roots_;
  std::vector<std::vector<ScopeInstanceId>> children_;  ///< by instance
  std::vector<std::uint32_t> kinds_;                    ///< by instance; comparable within one level
  std::vector<std::vector<ThreadId>> order_;            ///< by instance: its threads
  std::vector<ThreadId> examples_;                      ///< by kind of thread
  std::map<std::vector<std::uint32_t>, std::uint32_t> shapes_;
};

}  // namespace

std::vector<SymmetryGroup> symmetriesOf(const EventStructure& structure) {
  return GroupSearch(structure).run();
}

std::vector<EventId> eventRenaming(const EventStructure& structure, const std::vector<SymmetryGroup>& groups,
                                   const std::vector<BlockPermutation>& permutations) {
  const std::vector<EventId> first = firstEvents(structure);
  std::vector<EventId> renaming(structure.size());
  std::iota(renaming.begin(), renaming.end(), EventId{0});
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::vector<std::vector<ThreadId>>& blocks = groups[g].blocks;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      for (std::size_t k = 0; k < blocks[i].size(); ++k) {
        const ThreadId from = blocks[i][k];
        const ThreadId to = blocks[permutations[g][i]][k];
        for (EventId e = first[from]; e < first[from + 1]; ++e) {
          renaming[e] = first[to] + (e - first[from]);
        }
      }
    }
  }
  return renaming;
}

}  // namespace hrfcheck::inline program

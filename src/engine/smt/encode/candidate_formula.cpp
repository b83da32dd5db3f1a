// Candidate executions as clauses: what ties the threads together.
//
// Reads-from: one literal per read and write that may agree on location and value; exactly one for a read
// that happens, and the literal forces agreement. Values are equated one by one, so a value out of thin air
// can travel around a cycle of reads and writes, within the value sets of the structure: that is what
// candidates are, and models forbid it (no-thin-air in models/).
//
// Coherence: a fresh total order of the writes that may share a location (total_order.h), used where both
// happen and the locations are the same. Initial writes come first without a variable, and what a model wants
// of two writes of one thread in any case needs none.
//
// What is left in a location that is only added to (and the like), one addition reading from the one before
// it (execution/elimination/update_chains.h), is the sum of those that happen: no permutation of them need be
// looked at.
//
// A thread may end going round a spin loop for ever; what it reads there comes last in coherence.
//
// Every pair literal means "related, if both events happen": relations that depend on nothing else stay
// constants for conditional code, and only chains that pass through a third event mention whether that one
// happens (relation_encoder.cpp).

#include "engine/smt/encode/candidate_formula.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "engine/smt/formula/cardinality.h"
#include "engine/smt/formula/total_order.h"
#include "execution/barriers.h"
#include "execution/witness/spinning.h"
#include "util/invariant.h"

namespace hrfcheck::inline engine::smt {
CandidateFormula::CandidateFormula(Formula& formula, const EventStructure& structure, SpinningRuns spinning,
                                   const KnownOfModel& known, const FreeReads* free)
    : formula_(formula),
      structure_(structure),
      code_(encodeThreads(formula, structure, spinning, free)),
      arrivalOrders_(formula, structure, code_),
      ended_(formula, structure, code_) {
  std::vector<Lit> completed;
  for (const ThreadCode& thread : code_.threads) {
    completed.push_back(thread.completed);
  }
  complete_ = formula_.andOf(std::move(completed));
  for (EventId e = 0; e < size(); ++e) {
    const EventKind kind = structure_.events()[e].kind;
    const bool reads = kind == EventKind::Read;
    const bool writes = kind == EventKind::Write || kind == EventKind::InitialWrite;
    if (exec(e) != kFalse && (reads || writes)) {
      accesses_.push_back(e);
      (reads ? reads_ : writes_).push_back(e);
    }
  }
  relateExecutions();
  encodeLocations();
  encodeCoherence(known.coherence);
  encodeFinalWrites(known.updateChains);
  encodeReadsFrom();
  encodeSpinning();
  encodeBarriers();
  orderBarriers();
  encodeDependencies();
  ended_.excludeCircles({&rf_, &syncBarrier_, &addr_, &data_, &ctrl_});
  encodeConditionalTags();
}

void CandidateFormula::relateExecutions() {
  together_ = Relation(size());
  implied_ = Relation(size());
  for (EventId a = 0; a < size(); ++a) {
    formula_.spend(size());
    for (EventId b = 0; b < size(); ++b) {
      if (exec(a) == kFalse || exec(b) == kFalse) {
        continue;
      }
      if (exec(a) == kTrue || exec(b) == kTrue || !formula_.contradict(exec(a), exec(b))) {
        together_.insert(a, b);
      }
      if (formula_.follows(exec(a), exec(b))) {
        implied_.insert(a, b);
      }
    }
  }
}

void CandidateFormula::encodeLocations() {
  for (EventId a : accesses_) {
    formula_.spend(accesses_.size());
    for (EventId b : accesses_) {
      if (a <= b && together_.contains(a, b)) {
        const Lit same =
            a == b ? kTrue : equal(formula_, code_.events[a].locations, code_.events[b].locations);
        loc_.set(a, b, same);
        loc_.set(b, a, same);
      }
    }
  }
}

void CandidateFormula::encodeCoherence(const Relation& known) {
  Relation comparable(size());
  for (EventId a : writes_) {
    formula_.spend(writes_.size());
    for (EventId b : writes_) {
      const bool initial = structure_.events()[a].kind == EventKind::InitialWrite ||
                           structure_.events()[b].kind == EventKind::InitialWrite;
      if (a != b && !initial && loc_.at(a, b) != kFalse) {
        comparable.insert(a, b);
      }
    }
  }
  const PairLiterals before = freshTotalOrder(formula_, comparable, known, "co");
  for (EventId a : writes_) {
    formula_.spend(writes_.size());
    for (EventId b : writes_) {
      if (a == b || structure_.events()[b].kind == EventKind::InitialWrite) {
        continue;
      }
      const bool first = structure_.events()[a].kind == EventKind::InitialWrite;
      co_.set(a, b, formula_.andOf(first ? kTrue : before.at(a, b), loc_.at(a, b)));
    }
  }
}

Lit CandidateFormula::mayRead(EventId w, EventId r) {
  const EventCode& write = code_.events[w];
  const EventCode& read = code_.events[r];
  const bool open = write.values.open() != nullptr || read.values.open() != nullptr;
  const bool agree = open || std::any_of(write.values.entries().begin(), write.values.entries().end(),
                                         [&](const auto& e) { return read.values.is(e.first) != kFalse; });
  if (loc_.at(w, r) == kFalse || !agree) {
    return kFalse;
  }
  const Lit from = formula_.fresh({"rf", w, r});
  formula_.imply(from, read.exec);
  formula_.imply(from, write.exec);
  formula_.imply(from, loc_.at(w, r));
  if (open) {
    formula_.clause({-from, equal(formula_, write.values, read.values)});
    return from;
  }
  for (const auto& [value, literal] : write.values.entries()) {
    formula_.clause({-from, -literal, read.values.is(value)});
  }
  for (const auto& [value, literal] : read.values.entries()) {
    formula_.clause({-from, -literal, write.values.is(value)});
  }
  return from;
}

void CandidateFormula::encodeReadsFrom() {
  for (EventId r : reads_) {
    std::vector<Lit> sources;
    formula_.spend(writes_.size());
    for (EventId w : writes_) {
      const Lit from = together_.contains(w, r) ? mayRead(w, r) : kFalse;
      rf_.set(w, r, from);
      sources.push_back(from);
    }
    formula_.exactlyOneIf(exec(r), sources);
  }
}

/// What a thread reads for ever is last in coherence (execution/witness/spinning.h). That an execution in
/// which a thread spins is not complete follows from the ends excluding each other; said once more, it is
/// seen at once.
void CandidateFormula::encodeSpinning() {
  for (ThreadId t = 0; t < code_.threads.size(); ++t) {
    for (const auto& [node, when] : code_.threads[t].spinning) {
      formula_.clause({-when, -complete_});
      for (const EventId read : readsForever(structure_, t, node)) {
        readLast(read, when);
      }
    }
  }
}

void CandidateFormula::readLast(EventId read, Lit when) {
  for (const EventId w : writes_) {
    for (const EventId later : writes_) {
      if (rf_.at(w, read) != kFalse && co_.at(w, later) != kFalse) {
        formula_.clause({-when, -exec(read), -rf_.at(w, read), -exec(later), -co_.at(w, later)});
      }
    }
  }
}

Lit CandidateFormula::enoughArrive(EventId arrive) {
  const Barrier& barrier = barrierOf(structure_, arrive);
  std::vector<Lit> others;
  for (ThreadId t : barrier.participants) {
    if (t == structure_.events()[arrive].thread) {
      continue;
    }
    std::vector<Lit> arrivals;
    formula_.spend(code_.passes.size());
    for (const auto& [other, unused] : code_.passes) {
      if (structure_.events()[other].thread == t && sameBarrier(structure_, arrive, other)) {
        const Lit meets = equal(formula_, code_.events[arrive].occurrence, code_.events[other].occurrence);
        arrivals.push_back(formula_.andOf(exec(other), meets));
      }
    }
    const Lit arrived = formula_.orOf(std::move(arrivals));
    others.push_back(formula_.orOf(arrived, ended_.excuses(arrive, t, arrived)));
  }
  return atLeast(formula_, barrier.arrivals - 1, others);
}

void CandidateFormula::encodeBarriers() {
  for (const auto& [arrive, passes] : code_.passes) {
    const Lit enough = enoughArrive(arrive);
    formula_.clause({-exec(arrive), -passes, enough});
    formula_.clause({-exec(arrive), passes, -enough});
    formula_.spend(code_.passes.size());
    for (const auto& [other, unused] : code_.passes) {
      const EventId depart = structure_.events()[other].partner;
      if (sameBarrier(structure_, arrive, other) && together_.contains(arrive, depart)) {
        const Lit meets = equal(formula_, code_.events[arrive].occurrence, code_.events[other].occurrence);
        syncBarrier_.set(arrive, depart, formula_.andOf(meets, arrivalOrders_.waitsFor(other, arrive)));
      }
    }
  }
}

/// Whether two barriers may be passed in one order by one thread and in the other by another. Takes arrivals
/// for those of all occurrences that they may be.
bool CandidateFormula::barriersMayCross() {
  using Meeting = std::pair<std::uint32_t, Value>;
  std::map<Meeting, EventId> numbers;
  std::map<EventId, std::vector<EventId>> meetings;
  for (const auto& [arrive, unused] : code_.passes) {
    for (const auto& [occurrence, when] : code_.events[arrive].occurrence.entries()) {
      const Meeting meeting{structure_.events()[arrive].barrier, occurrence};
      const auto number = static_cast<EventId>(numbers.size());
      meetings[arrive].push_back(numbers.try_emplace(meeting, number).first->second);
    }
  }
  Relation before(numbers.size());
  for (const auto& [first, ofFirst] : meetings) {
    for (const auto& [second, ofSecond] : meetings) {
      formula_.spend(1);
      if (structure_.po().contains(first, second) && together_.contains(first, second)) {
        for (const EventId a : ofFirst) {
          for (const EventId b : ofSecond) {
            before.insert(a, b);
          }
        }
      }
    }
  }
  return !before.acyclic();
}

/// Barriers open one after the other: nobody leaves one where each of several agents waits for another one at
/// a barrier that comes later in its program. Models that order accesses of one address space only may not
/// forbid that.
void CandidateFormula::orderBarriers() {
  if (!barriersMayCross()) {
    return;
  }
  std::vector<EventId> halves;
  for (const auto& [arrive, unused] : code_.passes) {
    halves.insert(halves.end(), {arrive, structure_.events()[arrive].partner});
  }
  Relation comparable(size());
  for (const EventId a : halves) {
    for (const EventId b : halves) {
      if (a != b) {
        comparable.insert(a, b);
      }
    }
  }
  const PairLiterals order = freshTotalOrder(formula_, comparable, Relation(size()), "barriers");
  comparable.forEach([&](EventId a, EventId b) {
    if (structure_.po().contains(a, b)) {
      formula_.clause({order.at(a, b)});
    }
    if (syncBarrier_.at(a, b) != kFalse) {
      formula_.clause({-exec(a), -exec(b), -syncBarrier_.at(a, b), order.at(a, b)});
    }
  });
}

void CandidateFormula::encodeConditionalTags() {
  for (const auto& [tag, members] : structure_.conditionalTags()) {
    PairLiterals& set = conditionalTags_[tag];
    for (const auto& [event, other, whenHappens] : members) {
      if (exec(event) != kFalse) {
        set.set(event, event, whenHappens ? exec(other) : -exec(other));
      }
    }
  }
}

void CandidateFormula::encodeDependencies() {
  const auto fill = [&](const std::vector<Dependency>& dependencies, PairLiterals& into) {
    for (const auto& [read, event, when] : dependencies) {
      if (together_.contains(read, event)) {
        into.set(read, event, formula_.orOf(into.at(read, event), when));
      }
    }
  };
  fill(code_.addr, addr_);
  fill(code_.data, data_);
  fill(code_.ctrl, ctrl_);
}

GuardedValues CandidateFormula::finalValue(const StateVariable& v) const {
  if (!v.isRegister()) {
    return finalMemory_[v.location];
  }
  const std::vector<GuardedValues>& registers = code_.threads[v.thread].finalRegisters;
  return registers.empty() ? GuardedValues() : registers[v.reg];
}

const PairLiterals* CandidateFormula::dynamicRelation(BaseRelation relation) const {
  switch (relation) {
    case BaseRelation::Rf:
      return &rf_;
    case BaseRelation::Co:
      return &co_;
    case BaseRelation::Loc:
      return &loc_;
    case BaseRelation::Addr:
      return &addr_;
    case BaseRelation::Data:
      return &data_;
    case BaseRelation::Ctrl:
      return &ctrl_;
    case BaseRelation::SyncBarrier:
      return &syncBarrier_;
    case BaseRelation::Static:
      return nullptr;
  }
  INVARIANT(false, "every base relation is static or dynamic");
}

}  // namespace hrfcheck::inline engine::smt

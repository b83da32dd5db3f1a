#include "advise/search/test_parts.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace hrfcheck::inline advise {
namespace {

/// Threads that belong together.
class Groups {
 public:
  explicit Groups(std::size_t threads) : first_(threads) { std::iota(first_.begin(), first_.end(), 0U); }

  ThreadId of(ThreadId t) const { return first_[t]; }

  void join(ThreadId a, ThreadId b) {
    const ThreadId from = std::max(first_[a], first_[b]);
    const ThreadId to = std::min(first_[a], first_[b]);
    std::ranges::replace(first_, from, to);
  }

 private:
  std::vector<ThreadId> first_;
};

/// The operands of `/\`.
void addConjuncts(const ConditionPtr& condition, std::vector<ConditionPtr>& to) {
  if (!condition) {
    return;
  }
  if (const auto* both = std::get_if<AndCondition>(&condition->node)) {
    addConjuncts(both->left, to);
    addConjuncts(both->right, to);
    return;
  }
  to.push_back(condition);
}

/// Every execution of a thread completes, as far as the code shows.
bool alwaysEnds(const Thread& thread) {
  for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
    const Operation& operation = thread.instructions[i].operation;
    const auto* branch = std::get_if<BranchOp>(&operation);
    const auto* jump = std::get_if<JumpOp>(&operation);
    if ((branch != nullptr && branch->target <= i) || (jump != nullptr && jump->target <= i) ||
        std::holds_alternative<BarrierOp>(operation)) {
      return false;
    }
  }
  return true;
}

class Partition {
 public:
  Partition(const EditedTest& test, const EventStructure& structure)
      : test_(test), program_(structure.program()), groups_(program_.threads.size()) {
    joinByLocations(structure);
    for (const Barrier& barrier : structure.barriers()) {
      joinAll(barrier.participants);
    }
    for (const EditVariable& site : test.sites()) {
      std::vector<ThreadId> threads;
      std::ranges::transform(site.here, std::back_inserter(threads), &InstructionRef::thread);
      joinAll(threads);
    }
    addConjuncts(program_.filter, conjuncts_);
    for (const ConditionPtr& conjunct : conjuncts_) {
      joinAll(threadsOf(*conjunct));
    }
    if (program_.filter && !std::ranges::all_of(program_.threads, alwaysEnds)) {
      for (ThreadId t = 1; t < program_.threads.size(); ++t) {
        groups_.join(0, t);
      }
    }
  }

  std::vector<TestPart> parts() const {
    std::map<ThreadId, TestPart> parts;
    for (ThreadId t = 0; t < program_.threads.size(); ++t) {
      parts[groups_.of(t)].threads.push_back(t);
    }
    for (std::size_t i = 0; i < test_.sites().size(); ++i) {
      parts[groups_.of(test_.sites()[i].here.front().thread)].sites.push_back(i);
    }
    for (const ConditionPtr& conjunct : conjuncts_) {
      // What speaks of no thread is asked of all of them.
      const std::vector<ThreadId> threads = threadsOf(*conjunct);
      for (auto& [first, part] : parts) {
        if (threads.empty() || groups_.of(threads.front()) == first) {
          part.filter =
              part.filter ? std::make_shared<const Condition>(Condition{AndCondition{part.filter, conjunct}})
                          : conjunct;
        }
      }
    }
    std::vector<TestPart> result;
    for (auto& [first, part] : parts) {
      result.push_back(std::move(part));
    }
    std::ranges::stable_sort(result, {}, [](const TestPart& part) { return part.sites.size(); });
    return result;
  }

 private:
  void joinAll(const std::vector<ThreadId>& threads) {
    for (const ThreadId t : threads) {
      groups_.join(threads.front(), t);
    }
  }

  void joinByLocations(const EventStructure& structure) {
    users_.assign(program_.locations.size(), kNoThread);
    for (EventId e = 0; e < structure.size(); ++e) {
      const ThreadId t = structure.events()[e].thread;
      for (const LocationId location : structure.mayLocations()[e]) {
        if (t == kNoThread) {
          continue;
        }
        if (users_[location] == kNoThread) {
          users_[location] = t;
        }
        groups_.join(users_[location], t);
      }
    }
  }

  /// Of a condition: those whose registers it names, and one that accesses each location that it names.
  std::vector<ThreadId> threadsOf(const Condition& condition) const {
    std::vector<ThreadId> threads;
    for (const StateVariable& variable : variablesOf(condition)) {
      if (variable.isRegister()) {
        threads.push_back(variable.thread);
      } else if (users_[variable.location] != kNoThread) {
        threads.push_back(users_[variable.location]);
      }
    }
    return threads;
  }

  const EditedTest& test_;
  const Program& program_;
  Groups groups_;
  std::vector<ThreadId> users_;  ///< by location: some thread that may access it, or kNoThread
  std::vector<ConditionPtr> conjuncts_;
};

}  // namespace

std::vector<TestPart> partsOf(const EditedTest& test, const EventStructure& structure) {
  return Partition(test, structure).parts();
}

std::vector<std::size_t> partOfThread(const std::vector<TestPart>& parts, std::size_t threads) {
  std::vector<std::size_t> result(threads, 0);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (const ThreadId t : parts[p].threads) {
      result[t] = p;
    }
  }
  return result;
}

}  // namespace hrfcheck::inline advise

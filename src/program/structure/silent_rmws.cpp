// What a location may hold is known from the values of the test (program/values/value_flow.h), with all loops
// that are not known to spin unrolled. Rounds that are not unrolled store nothing new: in a loop that spins
// they store what they have read, and an execution that goes beyond the bound of another loop is cut.

#include "program/structure/silent_rmws.h"

#include <algorithm>
#include <map>
#include <optional>

#include "program/flow/copied_instructions.h"
#include "program/ir/operands.h"
#include "program/unroll/silent_updates.h"
#include "program/unroll/spin_loops.h"
#include "program/values/value_flow.h"

namespace hrfcheck::inline program {
namespace {

bool mayStore(const Operation& operation) {
  const auto* rmw = std::get_if<RmwOperation>(&operation);
  return std::holds_alternative<StoreOp>(operation) ||
         (rmw != nullptr && (rmw->op != RmwOp::CompareSwap || swapsForTheSame(*rmw)));
}

/// Whether some loop that does not spin has a store or an update.
bool someLoopMayStore(const Program& program, const std::vector<UnrolledThread>& threads) {
  for (ThreadId t = 0; t < threads.size(); ++t) {
    const std::vector<Instruction>& code = program.threads[t].instructions;
    for (const Loop& loop : threads[t].loops) {
      for (std::uint32_t i = loop.head; !loop.spin && i <= loop.last; ++i) {
        if (mayStore(code[i].operation)) {
          return true;
        }
      }
    }
  }
  return false;
}

/// The locations of the accesses of a thread, all that they may be of.
using AccessLocations = std::map<std::uint32_t, std::set<LocationId>>;

class Search {
 public:
  Search(const Program& program, const std::vector<UnrolledThread>& threads, const ValueFlow& flow,
         Readers readers)
      : program_(program), threads_(threads), flow_(flow), readers_(readers) {}

  StoringLoopsFound run(const std::vector<std::set<RegisterId>>& observed, const Deadline& deadline) {
    for (ThreadId t = 0; t < threads_.size(); ++t) {
      accesses_.push_back(locationsOf(t));
    }
    for (ThreadId t = 0; t < threads_.size(); ++t) {
      found_.push_back(
          findLoops(program_.threads[t], observed[t], {oldValues(t), ownLocations(t)}, deadline));
    }
    while (dropOne(observed)) {
    }
    StoringLoopsFound result;
    for (const FoundLoops& found : found_) {
      result.loops.push_back(found.loops);
    }
    result.readByThoseThatStay = readByExchanges() || readByKeptRounds();
    return result;
  }

 private:
  AccessLocations locationsOf(ThreadId t) const {
    AccessLocations result;
    for (NodeId n = 0; n < threads_[t].nodes.size(); ++n) {
      const std::uint32_t i = threads_[t].nodes[n].instruction;
      const std::vector<LocationId>& at = flow_.nodeLocations[t][n];
      result[i].insert(at.begin(), at.end());
    }
    return result;
  }

  const Operation& operationAt(ThreadId t, std::uint32_t instruction) const {
    return program_.threads[t].instructions[instruction].operation;
  }

  bool reads(ThreadId t, std::uint32_t instruction) const {
    const Operation& operation = operationAt(t, instruction);
    return std::holds_alternative<LoadOp>(operation) || std::holds_alternative<RmwOperation>(operation);
  }

  bool isOrdinary(ThreadId t, std::uint32_t instruction) const {
    const Operation& operation = operationAt(t, instruction);
    const auto* load = std::get_if<LoadOp>(&operation);
    const auto* store = std::get_if<StoreOp>(&operation);
    return (load != nullptr && !load->atomicity) || (store != nullptr && !store->atomicity);
  }

  /// Whether only this thread accesses a location, by ordinary loads and stores of it alone, all of which
  /// reach it the same way.
  bool isOwn(LocationId location, ThreadId owner) const {
    const std::vector<Instruction>& code = program_.threads[owner].instructions;
    const Instruction* first = nullptr;
    for (ThreadId t = 0; t < accesses_.size(); ++t) {
      for (const auto& [instruction, locations] : accesses_[t]) {
        if (locations.contains(location) &&
            (t != owner || locations.size() != 1 || !isOrdinary(t, instruction) ||
             (first != nullptr && !reachAlike(*first, code[instruction])))) {
          return false;
        }
        first = locations.contains(location) ? &code[instruction] : first;
      }
    }
    return true;
  }

  /// By one name, and one proxy (PTX).
  static bool reachAlike(const Instruction& a, const Instruction& b) {
    return a.reference == b.reference && haveSameMarks(a, b);
  }

  OwnLocations ownLocations(ThreadId t) const {
    OwnLocations result;
    for (const auto& [instruction, locations] : accesses_[t]) {
      if (locations.size() == 1 && isOwn(*locations.begin(), t)) {
        result[instruction] = *locations.begin();
      }
    }
    return result;
  }

  /// Of reads of one location.
  OldValues oldValues(ThreadId t) const {
    OldValues result;
    for (const auto& [instruction, locations] : accesses_[t]) {
      if (locations.size() == 1 && reads(t, instruction)) {
        const std::vector<Value>& domain = flow_.domains[*locations.begin()];
        result[instruction] = {domain.begin(), domain.end()};
      }
    }
    return result;
  }

  /// What rounds that go back store in a location.
  std::set<Value> rewritten(LocationId location) const {
    std::set<Value> result;
    for (ThreadId t = 0; t < found_.size(); ++t) {
      for (std::size_t l = 0; l < found_[t].loops.size(); ++l) {
        if (found_[t].loops[l].updates) {
          for (const auto& [instruction, values] : found_[t].values[l].rewritten) {
            if (accesses_[t].at(instruction).contains(location)) {
              result.insert(values.begin(), values.end());
            }
          }
        }
      }
    }
    return result;
  }

  /// Whether an instruction reads none of these values unless its round goes back to the head of a loop.
  bool onlyInFailingRounds(ThreadId t, std::uint32_t instruction, const std::set<Value>& values) const {
    for (std::size_t l = 0; l < found_[t].loops.size(); ++l) {
      if (!found_[t].loops[l].spin || !found_[t].loops[l].contains(instruction)) {
        continue;
      }
      if (accesses_[t].at(instruction).size() != 1) {
        return false;
      }
      const OldValues& leaving = found_[t].values[l].leaving;
      const auto left = leaving.find(instruction);
      return left == leaving.end() ||
             std::ranges::none_of(left->second, [&](Value v) { return values.contains(v); });
    }
    return false;
  }

  /// An exchange of one location whose result nobody looks at.
  bool onlyStores(ThreadId t, std::uint32_t instruction, const std::set<RegisterId>& observed) const {
    const auto* rmw = std::get_if<RmwOperation>(&operationAt(t, instruction));
    if (rmw == nullptr || rmw->op != RmwOp::Exchange || accesses_[t].at(instruction).size() != 1) {
      return false;
    }
    const std::vector<Instruction>& code = program_.threads[t].instructions;
    return !rmw->target ||
           (!observed.contains(*rmw->target) && std::ranges::none_of(code, [&](const Instruction& other) {
             const std::vector<RegisterId> read = registersReadBy(other);
             return std::ranges::find(read, *rmw->target) != read.end();
           }));
  }

  /// Calls for all instructions that read what rounds have stored in a location, but for such rounds.
  template <typename Visit>
  void forEachReader(LocationId location, const Visit& visit) const {
    const std::set<Value> values = rewritten(location);
    for (ThreadId t = 0; t < found_.size() && !values.empty(); ++t) {
      for (const auto& [instruction, locations] : accesses_[t]) {
        if (locations.contains(location) && reads(t, instruction) &&
            !onlyInFailingRounds(t, instruction, values)) {
          visit(t, instruction);
        }
      }
    }
  }

  bool isAtomic(LocationId location) const {
    for (ThreadId t = 0; t < accesses_.size(); ++t) {
      for (const auto& [instruction, locations] : accesses_[t]) {
        if (locations.contains(location) && atomicityOf(operationAt(t, instruction)) == nullptr) {
          return false;
        }
      }
    }
    return true;
  }

  bool mayStay(LocationId location, const std::vector<std::set<RegisterId>>& observed) const {
    if (readers_ == Readers::Any && isAtomic(location)) {
      return true;
    }
    bool may = true;
    forEachReader(location, [&](ThreadId t, std::uint32_t instruction) {
      may = may && onlyStores(t, instruction, observed[t]);
    });
    return may;
  }

  bool readByExchanges() const {
    bool read = false;
    for (LocationId location = 0; location < program_.locations.size(); ++location) {
      forEachReader(location, [&](ThreadId, std::uint32_t) { read = true; });
    }
    return read;
  }

  /// Whether rounds that are kept where others are left out (RoundBounds::Last) may read what rounds that go
  /// back have stored.
  bool readByKeptRounds() const {
    for (LocationId location = 0; location < program_.locations.size(); ++location) {
      for (ThreadId t = 0; t < found_.size() && !rewritten(location).empty(); ++t) {
        for (const auto& [instruction, locations] : accesses_[t]) {
          if (locations.contains(location) && reads(t, instruction) && isInKeptRound(t, instruction)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  bool isInKeptRound(ThreadId t, std::uint32_t instruction) const {
    return std::ranges::any_of(found_[t].loops, [&](const Loop& loop) {
      return loop.spin && loop.contains(instruction) && (loop.leavesBehind || loop.earlierRounds > 1);
    });
  }

  void drop(LocationId location) {
    for (ThreadId t = 0; t < found_.size(); ++t) {
      for (std::size_t l = 0; l < found_[t].loops.size(); ++l) {
        Loop& loop = found_[t].loops[l];
        const bool here = std::ranges::any_of(found_[t].values[l].rewritten, [&](const auto& update) {
          return accesses_[t].at(update.first).contains(location);
        });
        if (loop.updates && here) {
          loop.updates = loop.storesOwn = loop.spin = false;
        }
      }
    }
  }

  /// The updates of a location whose values are read elsewhere. Then what these loops read is read by loops
  /// that do not spin, and there may be more such locations.
  bool dropOne(const std::vector<std::set<RegisterId>>& observed) {
    for (LocationId location = 0; location < program_.locations.size(); ++location) {
      if (!mayStay(location, observed)) {
        drop(location);
        return true;
      }
    }
    return false;
  }

  const Program& program_;
  const std::vector<UnrolledThread>& threads_;
  const ValueFlow& flow_;
  Readers readers_;
  std::vector<AccessLocations> accesses_;
  std::vector<FoundLoops> found_;
};

bool someStore(const std::vector<std::vector<Loop>>& loops) {
  return std::ranges::any_of(loops, [](const auto& ofThread) {
    return std::ranges::any_of(ofThread, [](const Loop& loop) { return loop.updates || loop.storesOwn; });
  });
}

}  // namespace

StoringLoopsFound loopsThatStore(const Program& program, const std::vector<UnrolledThread>& threads,
                                 const std::vector<std::set<RegisterId>>& observed, Readers readers,
                                 const Deadline& deadline) {
  if (!someLoopMayStore(program, threads)) {
    return {};
  }
  try {
    const ValueFlow flow = inferValues(program, threads, deadline);
    StoringLoopsFound found = Search(program, threads, flow, readers).run(observed, deadline);
    return someStore(found.loops) ? found : StoringLoopsFound();
  } catch (const TooManyValues&) {
    return {};
  }
}

bool isInUpdatingLoop(const UnrolledThread& thread, NodeId node) {
  return std::ranges::any_of(thread.loops, [&](const Loop& loop) {
    return loop.updates && loop.contains(thread.nodes[node].instruction);
  });
}

}  // namespace hrfcheck::inline program

#include "program/lock_unit/with_lock_bits.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "program/ir/addresses.h"
#include "program/ir/control_flow.h"
#include "program/ir/not_for_models.h"
#include "program/ir/scope_levels.h"
#include "util/overloaded.h"

namespace hrfcheck::inline program {
namespace {

constexpr Value kFree = 1;
constexpr Value kTaken = 0;
/// Of the two barriers of a vote; tests number theirs from 0.
constexpr Value kBallotsAreIn = -1;
constexpr Value kBallotsAreRead = -2;

/// The address that the lock unit is asked about by an operation; null for other operations.
const ExprPtr* lockedAddress(const Operation& operation) {
  if (const auto* load = std::get_if<LockLoadOp>(&operation)) {
    return &load->address;
  }
  const auto* store = std::get_if<UnlockStoreOp>(&operation);
  return store == nullptr ? nullptr : &store->address;
}

bool isLowered(const Operation& operation) {
  return lockedAddress(operation) != nullptr || std::holds_alternative<VoteOp>(operation) ||
         std::holds_alternative<ReconvergenceOp>(operation);
}

template <typename F>
void forEachInstruction(const Program& program, F&& f) {
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    for (const Instruction& instruction : program.threads[t].instructions) {
      f(t, instruction);
    }
  }
}

/// The word at a constant address.
std::optional<LocationId> constantWord(const Program& program, const ExprPtr& address) {
  if (!registersOf(*address).empty()) {
    return std::nullopt;
  }
  const auto value = evaluate(*address, [](RegisterId) { return Value{0}; });
  return value ? program.locationAt(*value) : std::nullopt;
}

/// A lock bit: of which work-group, and which one.
using LockBit = std::pair<ScopeInstanceId, std::uint64_t>;

LockBit bitOf(const Program& program, ThreadId thread, LocationId word, const LockUnitReading& reading) {
  const std::uint64_t number = program.locations[word].byteAddress / kBytesPerWord;
  return {program.scopes.instanceOf(thread, kGroupLevel),
          reading.lockBits == 0 ? number : number % reading.lockBits};
}

/// The words behind each bit that the code uses.
std::map<LockBit, std::set<LocationId>> wordsByBit(const Program& program, const LockUnitReading& reading) {
  std::map<LockBit, std::set<LocationId>> words;
  forEachInstruction(program, [&](ThreadId t, const Instruction& instruction) {
    const ExprPtr* address = lockedAddress(instruction.operation);
    if (const auto word = address == nullptr ? std::nullopt : constantWord(program, *address)) {
      words[bitOf(program, t, *word, reading)].insert(*word);
    }
  });
  return words;
}

bool allAddressesAreConstant(const Program& program) {
  bool all = true;
  forEachInstruction(program, [&](ThreadId, const Instruction& instruction) {
    const ExprPtr* address = lockedAddress(instruction.operation);
    all = all && (address == nullptr || constantWord(program, *address).has_value());
  });
  return all;
}

/// Puts the new code together.
class Lowering {
 public:
  Lowering(const Program& program, const LockUnitReading& reading)
      : reading_(reading), program_(std::make_shared<Program>(program)) {}

  std::shared_ptr<const Program> run() {
    addLockBits();
    addBallots();
    for (ThreadId t = 0; t < program_->threads.size(); ++t) {
      lower(t);
    }
    program_->notForModels = outsideModels(*program_);
    return program_;
  }

 private:
  ExprPtr addLocation(std::string name, Value initial) {
    const std::vector<MemoryLocation>& others = program_->locations;
    const Value address =
        others.empty() ? kAddressBase : others.back().address + 2 * kAddressStride;  // reached by no index
    program_->locations.push_back({std::move(name), address, initial, AddressSpace::Generic});
    return constant(address);
  }

  void addLockBits() {
    const auto words = wordsByBit(*program_, reading_);
    std::set<ScopeInstanceId> groups;
    for (const auto& [bit, unused] : words) {
      groups.insert(bit.first);
    }
    for (const auto& [bit, unused] : words) {
      const std::string group =
          groups.size() > 1 ? fmt::format("@wg{}", program_->scopes.instances()[bit.first].id) : "";
      bits_[bit] = addLocation(fmt::format("lb[{}]{}", bit.second, group), kFree);
    }
  }

  void addBallots() {
    std::set<ScopeInstanceId> waves;
    forEachInstruction(*program_, [&](ThreadId t, const Instruction& instruction) {
      if (std::holds_alternative<VoteOp>(instruction.operation)) {
        waves.insert(program_->scopes.instanceOf(t, kWaveLevel));
      }
    });
    for (const ScopeInstanceId wave : waves) {
      for (const ThreadId t : program_->scopes.instances()[wave].agents) {
        ballots_[t] = addLocation(fmt::format("ballot[{}]", program_->threads[t].name), 0);
      }
    }
  }

  void lower(ThreadId t) {
    thread_ = t;
    const std::vector<Instruction> before = std::exchange(code().instructions, {});
    std::vector<std::uint32_t> starts;
    for (const Instruction& instruction : before) {
      starts.push_back(static_cast<std::uint32_t>(code().instructions.size()));
      source_ = &instruction;
      std::visit(Overloaded{[&](const LockLoadOp& o) { lockLoad(o); },
                            [&](const UnlockStoreOp& o) { unlockStore(o); },
                            [&](const VoteOp& o) { vote(o); }, [&](const ReconvergenceOp&) { emit(NopOp{}); },
                            [&](const LoadOp&) { keep(); }, [&](const StoreOp&) { keep(); },
                            [&](const RmwOperation&) { keep(); }, [&](const FenceOp&) { keep(); },
                            [&](const BarrierOp&) { keep(); }, [&](const AssignOp&) { keep(); },
                            [&](const BranchOp&) { keep(); }, [&](const JumpOp&) { keep(); },
                            [&](const ExitOp&) { keep(); }, [&](const NopOp&) { keep(); }},
                 instruction.operation);
    }
    starts.push_back(static_cast<std::uint32_t>(code().instructions.size()));
    for (Instruction& instruction : code().instructions) {
      if (auto* branch = std::get_if<BranchOp>(&instruction.operation)) {
        branch->target = starts[branch->target];
      } else if (auto* jump = std::get_if<JumpOp>(&instruction.operation)) {
        jump->target = starts[jump->target];
      }
    }
  }

  /// The predicate guards each part. Registers change at last, that of the predicate after the other one.
  void lockLoad(const LockLoadOp& o) {
    const ExprPtr bit = bitAt(o.address);
    const RegisterId old = temporary();
    const RegisterId value = temporary();
    RmwOperation take{
        old, RmwOp::CompareSwap, bit, constant(kTaken), constant(kFree), ordered(Order::Acquire)};
    if (reading_.ordered) {
      take.failureOrder = Order::Relaxed;
    }
    emit(take);
    emit(LoadOp{value, o.address, atGroup(Order::Relaxed)});
    std::vector<std::pair<RegisterId, RegisterId>> results;
    if (o.locked) {
      results.emplace_back(*o.locked, old);
    }
    if (o.target) {
      results.emplace_back(*o.target, value);
    }
    std::ranges::stable_sort(
        results, {}, [&](const auto& r) { return source_->predicate && source_->predicate->reg == r.first; });
    for (const auto& [target, from] : results) {
      emit(AssignOp{target, registerRef(from)});
    }
  }

  void unlockStore(const UnlockStoreOp& o) {
    emit(StoreOp{o.address, o.value, atGroup(Order::Relaxed)});
    emit(StoreOp{bitAt(o.address), constant(kFree), ordered(Order::Release)});
  }

  /// Lanes whose guard does not hold come to the barriers, too, and vote for nothing.
  void vote(const VoteOp& o) {
    const bool any = o.vote == Vote::Any;
    const BinaryOp fold = any ? BinaryOp::LogicalOr : BinaryOp::LogicalAnd;
    const RegisterId own = temporary();
    emitAlways(AssignOp{own, constant(any ? 0 : 1)});
    emit(AssignOp{own, binary(BinaryOp::Ne, o.ballot, constant(0))});
    emitAlways(StoreOp{ballots_.at(thread_), registerRef(own), atGroup(Order::Relaxed)});
    emitAlways(BarrierOp{kWaveLevel, kBallotsAreIn});
    ExprPtr result = registerRef(own);
    for (const ThreadId lane :
         program_->scopes.instances()[program_->scopes.instanceOf(thread_, kWaveLevel)].agents) {
      if (lane != thread_) {
        const RegisterId theirs = temporary();
        emitAlways(LoadOp{theirs, ballots_.at(lane), atGroup(Order::Relaxed)});
        result = binary(fold, result, registerRef(theirs));
      }
    }
    emitAlways(BarrierOp{kWaveLevel, kBallotsAreRead});
    emit(AssignOp{o.target, result});
  }

  ExprPtr bitAt(const ExprPtr& address) const {
    return bits_.at(bitOf(*program_, thread_, *constantWord(*program_, address), reading_));
  }

  static Atomicity atGroup(Order order) { return {order, kGroupLevel}; }
  Atomicity ordered(Order order) const { return atGroup(reading_.ordered ? order : Order::Relaxed); }

  RegisterId temporary() {
    code().registers.push_back(fmt::format("%lock{}", code().registers.size()));
    code().initialRegisters.push_back(0);
    return static_cast<RegisterId>(code().registers.size() - 1);
  }

  void keep() { code().instructions.push_back(*source_); }
  void emit(Operation operation) {
    Instruction instruction = *source_;
    instruction.operation = std::move(operation);
    instruction.scopeIsFixed = true;
    code().instructions.push_back(std::move(instruction));
  }
  void emitAlways(Operation operation) {
    emit(std::move(operation));
    code().instructions.back().predicate.reset();
  }

  Thread& code() { return program_->threads[thread_]; }

  const LockUnitReading reading_;
  std::shared_ptr<Program> program_;
  std::map<LockBit, ExprPtr> bits_;
  std::map<ThreadId, ExprPtr> ballots_;
  ThreadId thread_ = 0;
  const Instruction* source_ = nullptr;
};

}  // namespace

std::shared_ptr<const Program> withLockBits(std::shared_ptr<const Program> program,
                                            const LockUnitReading& reading) {
  bool uses = false;
  forEachInstruction(*program, [&](ThreadId, const Instruction& instruction) {
    uses = uses || isLowered(instruction.operation);
  });
  if (!uses) {
    return program;
  }
  if (!allAddressesAreConstant(*program)) {
    auto copy = std::make_shared<Program>(*program);
    copy->notForModels =
        "memory models are asked about the lock unit (ldslk, stsul) only where its addresses are constants";
    return copy;
  }
  return Lowering(*program, reading).run();
}

bool sharesLockBits(const Program& program, const LockUnitReading& reading) {
  return std::ranges::any_of(wordsByBit(program, reading),
                             [](const auto& entry) { return entry.second.size() > 1; });
}

}  // namespace hrfcheck::inline program

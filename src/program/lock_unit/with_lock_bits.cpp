#include "program/lock_unit/with_lock_bits.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "program/expr/addresses.h"
#include "program/flow/control_flow.h"
#include "program/flow/not_for_models.h"
#include "program/flow/outside_models.h"
#include "program/ir/scope_levels.h"
#include "program/lock_unit/lock_bit.h"

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

/// The words behind each bit that the code may use.
std::map<LockBit, std::set<LocationId>> wordsByBit(const Program& program, const LockUnitReading& reading) {
  std::map<LockBit, std::set<LocationId>> words;
  forEachInstruction(program, [&](ThreadId t, const Instruction& instruction) {
    if (const ExprPtr* address = lockedAddress(instruction.operation)) {
      for (const LocationId word : wordsNamedBy(program, **address)) {
        words[lockBitOf(program, t, word, reading.lockBits)].insert(word);
      }
    }
  });
  return words;
}

/// An address that is not constant chooses among the bits of all words: more words than these make too many
/// accesses that may happen.
constexpr std::size_t kMostWordsToChoose = 16;

/// Why the lock unit has no interpretation; empty where it has one.
std::string whyNotRead(const Program& program) {
  std::string why;
  forEachInstruction(program, [&](ThreadId, const Instruction& instruction) {
    const ExprPtr* address = lockedAddress(instruction.operation);
    const std::size_t words = address == nullptr ? 1 : wordsNamedBy(program, **address).size();
    if (words == 0) {
      why = "the lock unit (ldslk, stsul) is given the address of nothing";
    } else if (words > kMostWordsToChoose) {
      why = fmt::format(
          "memory models support addresses of the lock unit (ldslk, stsul) that are not constants only in tests of up to {} words",
          kMostWordsToChoose);
    }
  });
  return why;
}

/// Puts the new code together.
class Lowering {
 public:
  Lowering(const Program& program, const LockUnitReading& reading)
      : reading_(reading),
        program_(std::make_shared<Program>(program)),
        lockedWords_(static_cast<LocationId>(program.locations.size())) {}

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
      groups.insert(bit.group);
    }
    for (const auto& [bit, unused] : words) {
      const std::string group =
          groups.size() > 1 ? fmt::format("@wg{}", program_->scopes.instances()[bit.group].id) : "";
      bits_[bit] = addLocation(fmt::format("lb[{}]{}", bit.number, group), kFree);
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
                            [&]<UnderModels Op>(const Op&) { keep(); }},
                 instruction.operation);
    }
    starts.push_back(static_cast<std::uint32_t>(code().instructions.size()));
    for (Instruction& instruction : code().instructions) {
      forEachLabel(instruction.operation, [&](std::uint32_t& target) { target = starts[target]; });
    }
  }

  /// The predicate guards each part. Registers change at last, that of the predicate after the other one.
  void lockLoad(const LockLoadOp& o) {
    const RegisterId old = temporary();
    const RegisterId value = temporary();
    atBitOf(o.address, [&](const ExprPtr& bit) {
      RmwOperation take{
          old, RmwOp::CompareSwap, bit, constant(kTaken), constant(kFree), ordered(Order::Acquire)};
      if (reading_.ordered) {
        take.failureOrder = Order::Relaxed;
      }
      return take;
    });
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
    atBitOf(o.address, [&](const ExprPtr& bit) {
      return StoreOp{bit, constant(kFree), ordered(Order::Release)};
    });
  }

  /// An access to the bit of the word at an address. Where the address is no constant, one to each bit that
  /// may be meant, each with a predicate that says that it is.
  template <typename AccessTo>
  void atBitOf(const ExprPtr& address, const AccessTo& accessTo) {
    const std::vector<LocationId> words = wordsNamedBy(*program_, *address);
    if (words.size() == 1) {
      emit(accessTo(bits_.at(lockBitOf(*program_, thread_, words.front(), reading_.lockBits))));
      nameBit(program_->locations[words.front()].name);
      return;
    }
    struct Meant {
      ExprPtr condition;
      std::string words;
    };
    std::map<LockBit, Meant> bits;
    for (const LocationId word : words) {
      if (lockedWords_ <= word) {
        continue;  // a lock bit or a ballot
      }
      Meant& meant = bits[lockBitOf(*program_, thread_, word, reading_.lockBits)];
      const MemoryLocation& location = program_->locations[word];
      const ExprPtr here = binary(BinaryOp::Eq, address, constant(location.address));
      meant.condition = meant.condition ? binary(BinaryOp::LogicalOr, meant.condition, here) : here;
      meant.words += (meant.words.empty() ? "" : " or ") + location.name;
    }
    for (const auto& [bit, meant] : bits) {
      const RegisterId chosen = temporary();
      emitAlways(AssignOp{chosen, constant(0)});
      emit(AssignOp{chosen, meant.condition});
      emitAlways(accessTo(bits_.at(bit)));
      code().instructions.back().predicate = Predicate{chosen};
      nameBit(meant.words);
    }
  }

  /// Reports tell the accesses of one instruction apart.
  void nameBit(const std::string& words) {
    code().instructions.back().text += fmt::format(" (the lock bit of {})", words);
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
  const LocationId lockedWords_;  ///< the locations that the test has
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
  if (std::string why = whyNotRead(*program); !why.empty()) {
    auto copy = std::make_shared<Program>(*program);
    copy->notForModels = std::move(why);
    return copy;
  }
  return Lowering(*program, reading).run();
}

bool sharesLockBits(const Program& program, const LockUnitReading& reading) {
  return std::ranges::any_of(wordsByBit(program, reading),
                             [](const auto& entry) { return entry.second.size() > 1; });
}

}  // namespace hrfcheck::inline program

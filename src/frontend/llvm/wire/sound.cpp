#include <fmt/format.h>

#include <algorithm>

#include "frontend/llvm/wire/wire.h"
#include "frontend/lowlevel/module/operands.h"
#include "program/expr/further_operators.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::llvm {
namespace {

using namespace lowlevel;

constexpr std::size_t kMostTypes = 1'000'000;
constexpr std::size_t kMostObjects = 1'000'000;
constexpr unsigned kMostElementBytes = 8;
constexpr std::uint64_t kLargestObject = std::uint64_t{1} << 31;

void require(bool holds, std::string_view what) {
  if (!holds) {
    throw BrokenWire(fmt::format("{} is not what it may be", what));
  }
}

/// How many operands an operator has; nothing where it may have any number.
std::optional<std::size_t> operandsOf(NumberOp op) {
  switch (op) {
    case NumberOp::Literal:
    case NumberOp::Register:
    case NumberOp::ObjectAddress:
    case NumberOp::BuiltIn:
      return 0;
    case NumberOp::NotComputed:
      return std::nullopt;
    case NumberOp::Not:
    case NumberOp::Truncate:
    case NumberOp::SignExtend:
    case NumberOp::PopCount:
    case NumberOp::LeadingZeros:
    case NumberOp::ReverseBits:
    case NumberOp::FloatSqrt:
    case NumberOp::FloatOfUnsigned:
    case NumberOp::FloatOfSigned:
    case NumberOp::FloatToUnsigned:
    case NumberOp::FloatToSigned:
    case NumberOp::FloatRoundEven:
    case NumberOp::FloatRoundDown:
    case NumberOp::FloatRoundUp:
    case NumberOp::FloatRoundZero:
    case NumberOp::FloatOfFloat:
      return 1;
    case NumberOp::Select:
    case NumberOp::FloatFma:
      return 3;
    default:
      break;
  }
  const bool ofOne = op >= NumberOp::FloatExp2 && op < NumberOp::FloatPow;
  return ofOne ? 1 : 2;
}

class Soundness {
 public:
  explicit Soundness(const CompiledModule& compiled) : compiled_(compiled), module_(compiled.module) {}

  void run() {
    require(module_.addressBits == 64, "the width of addresses");
    require(module_.objects.size() < kMostObjects, "the number of objects");
    require(module_.functions.size() < kMostObjects, "the number of functions");
    for (const ObjectDeclaration& declared : module_.objects) {
      require(declared.size.value_or(0) <= kLargestObject, "the size of an object");
      require(!declared.size || declared.initial.size() <= *declared.size, "what an object begins with");
      require(module_.functions.empty() || declared.function < module_.functions.size(),
              "the function of an object");
      for (const AddressInside& address : declared.addresses) {
        object(address.object);
        require(address.bytes <= 8 && declared.size && address.offset <= *declared.size &&
                    address.bytes <= *declared.size - address.offset,
                "an address that an object begins with");
      }
    }
    for (const Function& one : module_.functions) {
      function(one);
    }
    for (const CompiledEntry& entry : compiled_.entries) {
      require(entry.function < module_.functions.size(), "an entry");
      names(entry.parameters);
      line(entry.line);
      for (const auto& size : {entry.requiredBlock, entry.largestBlock}) {
        require(!size || std::ranges::all_of(*size, [](std::uint32_t n) { return n >= 1 && n <= 1024; }),
                "the size of a block");
      }
    }
    names(compiled_.variables);
    for (const CodeOrigin& origin : compiled_.origins) {
      line(origin.line);
    }
    for (std::size_t i = 0; i < compiled_.lines.size(); ++i) {
      require(compiled_.lines[i].file < compiled_.files.size(), "a file");
      require(!compiled_.lines[i].caller || *compiled_.lines[i].caller < i, "a caller");
    }
    types();
  }

 private:
  void line(const std::optional<std::uint32_t>& number) const {
    require(!number || *number < compiled_.lines.size(), "a line");
  }
  void type(const std::optional<std::uint32_t>& number, std::size_t below) const {
    require(!number || *number < below, "a type");
  }
  void object(std::uint32_t number) const { require(number < module_.objects.size(), "an object"); }

  void names(const std::vector<CompiledName>& named) const {
    for (const CompiledName& one : named) {
      object(one.object);
      type(one.type, compiled_.types.size());
      type(one.pointsTo, compiled_.types.size());
    }
  }

  void types() const {
    require(compiled_.types.size() < kMostTypes, "the number of types");
    for (std::size_t i = 0; i < compiled_.types.size(); ++i) {
      const CompiledType& one = compiled_.types[i];
      type(one.of, i);
      require(one.bytes <= kLargestObject, "the size of a type");
      require(!one.element || (one.element->bytes >= 1 && one.element->bytes <= kMostElementBytes),
              "the size of a number");
      for (const CompiledField& field : one.fields) {
        type(field.type, i);
        require(field.offset <= one.bytes, "the place of a field");
      }
    }
  }

  void function(const Function& made) {
    function_ = &made;
    for (const RegisterDeclaration& reg : made.registers) {
      require(reg.bits >= 1 && reg.bits <= 64, "the width of a register");
    }
    for (const std::uint32_t parameter : made.parameters) {
      object(parameter);
    }
    for (const std::uint32_t result : made.results) {
      object(result);
    }
    for (const Instruction& in : made.code) {
      require(in.origin < compiled_.origins.size(), "where an instruction comes from");
      forEachNumber(in.operation, [&](const Number& used) { number(used); });
      for (const std::uint32_t set : registersSet(in.operation)) {
        reg(set);
      }
      std::visit([&](const auto& operation) { one(operation); }, in.operation);
    }
  }

  void reg(std::uint32_t number) const { require(number < function_->registers.size(), "a register"); }

  void number(const Number& used) const {
    require(used.bits >= 1 && used.bits <= 64 && used.from >= 1 && used.from <= 64, "the width of a number");
    const auto count = operandsOf(used.op);
    require(!count || used.operands.size() == *count, "the operands of a number");
    if (used.op == NumberOp::Register) {
      reg(used.index);
      require(function_->registers[used.index].bits == used.bits, "the width of a register");
    } else if (used.op == NumberOp::ObjectAddress) {
      object(used.index);
    } else if (used.op == NumberOp::BuiltIn) {
      require(used.index <= static_cast<std::uint32_t>(BuiltIn::WorkspaceLow), "what a thread is told");
    }
    for (const NumberPtr& operand : used.operands) {
      require(operand != nullptr, "an operand");
      number(*operand);
    }
  }

  static void level(std::uint32_t number) { require(number <= kAllLevel, "a level"); }
  static void there(const NumberPtr& number) { require(number != nullptr, "an operand"); }

  void target(std::uint32_t at) const { require(at <= function_->code.size(), "where a jump goes"); }

  static bool isPower(unsigned bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8; }

  void one(const Compute& o) const { there(o.value); }
  void one(const Access& o) const {
    there(o.address);
    require(isPower(o.bytes), "the size of an access");
    require(o.reads || o.writes, "an access");
    require(o.targets.size() == (o.reads ? 1U : 0U) && o.values.size() == (o.writes ? 1U : 0U),
            "the elements of an access");
    require(o.reads == o.writes ? o.update.has_value() : !o.update, "an update");
    require(!o.update || o.atomicity, "an update without an order");
    require((o.update == RmwOp::CompareSwap) == (o.expected != nullptr), "a compare-and-swap");
    require(!o.update || *o.update <= RmwOp::DecrementFrom || *o.update == kRmwFloatAdd, "an update");
    for (const NumberPtr& value : o.values) {
      there(value);
    }
    if (o.atomicity) {
      level(o.atomicity->level);
    }
  }
  static void one(const Require& o) { there(o.condition); }
  static void one(const Fence& o) { level(o.level); }
  static void one(const ScopeBarrier& o) {
    require(o.level == kGroupLevel || o.level == kWaveLevel, "a level");
    level(o.memoryLevel.value_or(0));
  }
  static void one(const BlockBarrier& o) { there(o.number); }
  static void one(const BlockVote& o) {
    there(o.barrier.number);
    there(o.vote);
  }
  static void one(const WarpBarrier& o) { there(o.mask); }
  static void one(const LaneExchange& o) {
    there(o.value);
    there(o.mask);
    require(o.kind > LaneExchange::Kind::Index || o.lane != nullptr, "an operand");
  }
  void one(const Jump& o) const { target(o.target); }
  void one(const Branch& o) const {
    there(o.condition);
    target(o.target);
  }
  void one(const Forget& o) const {
    for (const std::uint32_t forgotten : o.objects) {
      object(forgotten);
    }
  }
  static void one(const AsyncCopy& o) {
    there(o.to);
    there(o.from);
    there(o.bytes);
  }
  static void one(const AwaitCopies& o) { there(o.pending); }
  template <OneOf<Nothing, CommitCopies, WrittenOrder, Return, Exit, Fault, Refused> O>
  static void one(const O&) {}
  template <OneOf<MapAddress, AsyncStore, ArriveBehindCopies, ClusterArrive, ClusterWait, lowlevel::Call> O>
  static void one(const O&) {
    require(false, "an instruction");
  }

  const CompiledModule& compiled_;
  const Module& module_;
  const Function* function_ = nullptr;
};

}  // namespace

void requireSound(const CompiledModule& module) {
  if (module.failure.empty()) {
    Soundness(module).run();
  }
}

}  // namespace hrfcheck::frontend::llvm

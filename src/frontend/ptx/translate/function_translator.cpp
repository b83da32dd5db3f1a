#include "frontend/ptx/translate/function_translator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "frontend/lowlevel/module/clocks.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::ptx {
namespace {

struct SpecialRow {
  std::string_view word;
  BuiltIn builtIn;
};
constexpr std::array kSpecials = {SpecialRow{"%laneid", BuiltIn::Lane},
                                  SpecialRow{"%warpid", BuiltIn::Warp},
                                  SpecialRow{"%nwarpid", BuiltIn::Warps},
                                  SpecialRow{"%lanemask_eq", BuiltIn::LanesEqual},
                                  SpecialRow{"%lanemask_lt", BuiltIn::LanesBelow},
                                  SpecialRow{"%lanemask_le", BuiltIn::LanesUpTo},
                                  SpecialRow{"%lanemask_gt", BuiltIn::LanesAbove},
                                  SpecialRow{"%lanemask_ge", BuiltIn::LanesFrom},
                                  SpecialRow{"%cluster_ctarank", BuiltIn::ClusterRank},
                                  SpecialRow{"%cluster_nctarank", BuiltIn::ClusterSize},
                                  SpecialRow{"%dynamic_smem_size", BuiltIn::DynamicSharedSize},
                                  SpecialRow{"%clock", BuiltIn::Clock},
                                  SpecialRow{"%clock64", BuiltIn::Clock},
                                  SpecialRow{"%clock_hi", BuiltIn::Clock},
                                  SpecialRow{"%globaltimer", BuiltIn::Clock},
                                  SpecialRow{"%globaltimer_lo", BuiltIn::Clock},
                                  SpecialRow{"%globaltimer_hi", BuiltIn::Clock},
                                  SpecialRow{"%envreg1", BuiltIn::WorkspaceHigh},
                                  SpecialRow{"%envreg2", BuiltIn::WorkspaceLow}};
/// What the machine says of itself.
constexpr std::array<std::string_view, 6> kOpenSpecials = {
    "%smid", "%nsmid", "%gridid", "%total_smem_size", "%aggr_smem_size", "%current_graph_exec"};
constexpr std::array kVectorRegisters = {
    SpecialRow{"%tid", BuiltIn::ItemX}, SpecialRow{"%ntid", BuiltIn::ItemsX},
    SpecialRow{"%ctaid", BuiltIn::GroupX}, SpecialRow{"%nctaid", BuiltIn::GroupsX}};

}  // namespace

NumberPtr FunctionTranslator::builtInNumber(BuiltIn which) {
  return std::make_shared<const Number>(
      Number{.op = NumberOp::BuiltIn, .bits = 32, .index = static_cast<std::uint32_t>(which)});
}

FunctionTranslator::FunctionTranslator(const TranslationContext& context, const PtxFunction& function)
    : context_(context), function_(function) {
  made_.name = function.name;
  made_.body = function.body;
  for (const RegisterName& reg : function.registers) {
    made_.registers.push_back({reg.name, reg.type.bits});
  }
  for (const std::uint32_t parameter : function.parameters) {
    made_.parameters.push_back(context.objectOf(parameter));
  }
  for (const std::uint32_t result : function.results) {
    made_.results.push_back(context.objectOf(result));
  }
}

Function FunctionTranslator::run() {
  std::vector<std::uint32_t> begins;
  for (const PtxInstruction& in : function_.code) {
    begins.push_back(static_cast<std::uint32_t>(made_.code.size()));
    translate(in);
  }
  begins.push_back(static_cast<std::uint32_t>(made_.code.size()));
  // Of labels, targets are numbers of PTX's instructions until here; of guards, they are right already.
  for (Instruction& instruction : made_.code) {
    std::visit(Overloaded{[&](Jump& o) { o.target = begins[o.target]; },
                          [&](Branch& o) { o.target = o.skips ? o.target : begins[o.target]; }, [](auto&) {}},
               instruction.operation);
  }
  if (naps_) {
    dropNaps(made_);
  }
  return std::move(made_);
}

namespace {

struct ReasonRow {
  std::string_view name;
  std::string_view why;
};
constexpr std::array kNotSupported = {
    ReasonRow{"multimem", "addresses that refer to memory of several devices are not supported"},
    ReasonRow{"wgmma", "asynchronous matrix products are not supported"},
    ReasonRow{"tcgen05", "tensor memory is not supported"},
    ReasonRow{"tensormap",
              "what a tensor map describes is made by the host: changes of it are not supported"},
    ReasonRow{"clusterlaunchcontrol", "not supported: which blocks are cancelled is up to the device"}};

}  // namespace

void FunctionTranslator::refuse(const std::string& message) {
  throw NotTranslated{message};
}

void FunctionTranslator::emit(Operation operation) {
  made_.code.push_back({std::move(operation), origin_});
}

/// Passes over the next instructions where a condition holds.
void FunctionTranslator::skip(const NumberPtr& condition, std::size_t instructions) {
  emit(Branch{condition, static_cast<std::uint32_t>(made_.code.size() + 1 + instructions), true});
}

std::uint32_t FunctionTranslator::temporary(unsigned bits) {
  made_.registers.push_back({fmt::format("#t{}", made_.registers.size()), bits});
  return static_cast<std::uint32_t>(made_.registers.size() - 1);
}

/// What computes is done under its guard; everything else is passed over where the guard does not hold.
void FunctionTranslator::translate(const PtxInstruction& in) {
  in_ = &in;
  origin_ = context_.originOf(in);
  guard_ = nullptr;
  const std::size_t before = made_.code.size();
  const bool jumps = in.name == "bra";
  std::optional<std::size_t> branch;
  if (in.guard && !jumps) {
    const NumberPtr reg = registerNumber(in.guard->reg, 1);
    guard_ = in.guard->negated ? number(NumberOp::Not, 1, {reg}) : reg;
    const std::size_t from = made_.code.size();
    try {
      const bool computed = compute();
      const bool single = made_.code.size() == from + 1;
      if (computed && single) {
        std::get<Compute>(made_.code.back().operation).guard = guard_;
        return;
      }
    } catch (const NotTranslated&) {
      // Translated again below, where it says why.
    }
    made_.code.resize(from);
    branch = made_.code.size();
    skip(in.guard->negated ? reg : number(NumberOp::Not, 1, {reg}), 0);
  }
  const std::size_t begin = made_.code.size();
  try {
    dispatch();
  } catch (const NotTranslated& why) {
    made_.code.resize(begin);
    emit(Refused{why.message});
  }
  if (branch) {
    std::get<Branch>(made_.code[*branch].operation).target = static_cast<std::uint32_t>(made_.code.size());
  }
  if (made_.code.size() == before) {
    emit(Nothing{});
  }
}

void FunctionTranslator::dispatch() {
  if (!compute() && !asyncStore() && !memory() && !barrierObject() && !bulk() && !asynchronous() &&
      !cluster() && !control()) {
    const auto* const known = std::ranges::find(kNotSupported, in_->name, &ReasonRow::name);
    refuse(known == kNotSupported.end() ? "not supported" : std::string(known->why));
  }
}

bool FunctionTranslator::compute() {
  return moves() || integers() || bits() || comparisons() || floats() || open();
}

const PtxOperand& FunctionTranslator::operand(std::size_t i) const {
  if (i >= in_->operands.size()) {
    refuse(fmt::format("operand {} is missing", i + 1));
  }
  return in_->operands[i];
}

std::vector<PtxType> FunctionTranslator::types() const {
  std::vector<PtxType> result;
  for (const std::string_view modifier : in_->modifiers) {
    if (const auto known = typeNamed(modifier)) {
      result.push_back(*known);
    }
  }
  return result;
}

PtxType FunctionTranslator::type() const {
  const std::vector<PtxType> all = types();
  if (all.empty()) {
    refuse("it has no type");
  }
  if (all.back().bits > 64) {
    refuse("numbers of 128 bits are not supported");
  }
  return all.back();
}

NumberPtr FunctionTranslator::special(const PtxOperand& operand) const {
  for (const SpecialRow& row : kVectorRegisters) {
    if (row.word == operand.text) {
      if (operand.bits > 2) {
        return literal(0, 32);
      }
      return builtInNumber(static_cast<BuiltIn>(static_cast<unsigned>(row.builtIn) + operand.bits));
    }
  }
  if (operand.text == "%reserved_smem_offset_0" || operand.text == "%reserved_smem_offset_1") {
    return std::make_shared<const Number>(
        Number{.op = NumberOp::ObjectAddress, .index = context_.reservedShared(operand.text)});
  }
  if (std::ranges::find(kOpenSpecials, operand.text) != kOpenSpecials.end() ||
      operand.text.starts_with("%reserved_smem_offset_")) {
    return number(NumberOp::NotComputed, 64, {});
  }
  const auto* row = std::ranges::find(kSpecials, operand.text, &SpecialRow::word);
  if (row == kSpecials.end()) {
    refuse(fmt::format("the special register {} is not supported", operand.text));
  }
  naps_ = naps_ || row->builtIn == BuiltIn::Clock;
  return builtInNumber(row->builtIn);
}

NumberPtr FunctionTranslator::sourceOf(const PtxOperand& operand, unsigned bits) {
  NumberPtr result;
  switch (operand.kind) {
    case PtxOperand::Kind::Register:
      result = registerNumber(operand.index, bitsOf(operand.index));
      if (operand.negated) {
        result = number(NumberOp::Not, 1, {result});
      }
      break;
    case PtxOperand::Kind::Number:
      return literal(operand.bits, bits);
    case PtxOperand::Kind::Variable:
      result = std::make_shared<const Number>(
          Number{.op = NumberOp::ObjectAddress,
                 .bits = static_cast<std::uint8_t>(context_.module.addressBits),
                 .literal = operand.bits,
                 .index = context_.objectOf(operand.index)});
      break;
    case PtxOperand::Kind::Special:
      result = special(operand);
      break;
    case PtxOperand::Kind::Vector: {
      const auto each = static_cast<unsigned>(bits / operand.parts.size());
      result = literal(0, bits);
      for (std::size_t i = 0; i < operand.parts.size(); ++i) {
        if (operand.parts[i].kind == PtxOperand::Kind::Sink) {
          continue;
        }
        const NumberPtr part = resized(sourceOf(operand.parts[i], each), bits);
        const NumberPtr moved = i == 0 ? part : number(NumberOp::Shl, bits, {part, literal(i * each, bits)});
        result = i == 0 ? moved : number(NumberOp::Or, bits, {result, moved});
      }
      return result;
    }
    default:
      refuse(fmt::format("'{}' is not a number that is supported here", operand.text));
  }
  return resized(result, bits);
}

/// Constants that are written as floats of the other width are converted.
NumberPtr FunctionTranslator::floatSource(std::size_t i, unsigned bits) {
  const PtxOperand& from = operand(i);
  if (from.kind == PtxOperand::Kind::Number && from.floatBits == 64 && bits == 32) {
    const auto value = static_cast<float>(std::bit_cast<double>(from.bits));
    return literal(std::bit_cast<std::uint32_t>(value), 32);
  }
  if (from.kind == PtxOperand::Kind::Number && from.floatBits == 32 && bits == 64) {
    const auto value = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(from.bits)));
    return literal(std::bit_cast<std::uint64_t>(value), 64);
  }
  if (from.kind == PtxOperand::Kind::Number && from.floatBits == 0 && bits != 16) {
    refuse("an integer where a float is expected");
  }
  return sourceOf(from, bits);
}

/// `[a + n]`: of 64 bits, or of 32 in the window of a space.
NumberPtr FunctionTranslator::addressOf(const PtxOperand& operand) {
  if (operand.kind != PtxOperand::Kind::Address) {
    refuse("expected an address in brackets");
  }
  const PtxOperand& base = operand.parts.front();
  const unsigned bits = base.kind == PtxOperand::Kind::Register ? bitsOf(base.index) : 64;
  const NumberPtr address = sourceOf(base, bits);
  const NumberPtr moved =
      operand.bits == 0 ? address : number(NumberOp::Add, bits, {address, literal(operand.bits, bits)});
  return resized(moved, 64);
}

std::optional<std::uint32_t> FunctionTranslator::targetOf(const PtxOperand& operand) const {
  if (operand.kind == PtxOperand::Kind::Sink) {
    return std::nullopt;
  }
  if (operand.kind != PtxOperand::Kind::Register) {
    refuse(fmt::format("'{}' is not a register", operand.text));
  }
  return operand.index;
}

/// A register that is wider than the number gets its sign, or zeros.
void FunctionTranslator::defineAt(const PtxOperand& target, const NumberPtr& value, bool isSigned) {
  const auto reg = targetOf(target);
  if (!reg) {
    return;
  }
  const unsigned bits = bitsOf(*reg);
  const NumberPtr fitting =
      bits > value->bits && isSigned ? signExtended(value, value->bits, bits) : resized(value, bits);
  emit(Compute{*reg, fitting});
}

}  // namespace hrfcheck::frontend::ptx

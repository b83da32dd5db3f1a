#include <algorithm>
#include <array>

#include "frontend/ptx/translate/function_translator.h"

// Instructions that compute what hrfcheck does not compute: their results may be any number, which is said.
// None of them accesses memory that threads write.

namespace hrfcheck::frontend::ptx {
namespace {

/// Matrices (PTX ISA, 9.7.14), video (9.7.17), textures and surfaces (9.7.10), and others.
constexpr std::array<std::string_view, 38> kOpen = {
    "mma",   "dp2a",    "dp4a",      "vadd",  "vsub",   "vabsdiff",  "vmin",  "vmax",  "vshl",  "vshr",
    "vmad",  "vset",    "vadd2",     "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2", "vset2", "vadd4",
    "vsub4", "vavrg4",  "vabsdiff4", "vmin4", "vmax4",  "vset4",     "tex",   "tld4",  "txq",   "suld",
    "suq",   "istypep", "elect",     "szext", "fns",    "movmatrix", "mul24", "mad24"};

}  // namespace

bool FunctionTranslator::open() {
  const std::string_view name = in_->name;
  if (name == "activemask") {
    define(0, builtInNumber(BuiltIn::LanesActive));
    return true;
  }
  const bool matrices = name == "wmma" && has("mma");
  if ((std::ranges::find(kOpen, name) == kOpen.end() && !matrices) || in_->operands.empty()) {
    return false;
  }
  defineOpen(operand(0));
  return true;
}

/// It depends on the registers that are read.
NumberPtr FunctionTranslator::notComputed(unsigned bits) {
  std::vector<NumberPtr> operands;
  const auto take = [&](const PtxOperand& from, const auto& self) -> void {
    if (from.kind == PtxOperand::Kind::Register && bitsOf(from.index) <= 64) {
      operands.push_back(registerNumber(from.index, bitsOf(from.index)));
    }
    for (const PtxOperand& part : from.parts) {
      self(part, self);
    }
  };
  for (std::size_t i = 1; i < in_->operands.size(); ++i) {
    take(in_->operands[i], take);
  }
  return number(NumberOp::NotComputed, bits, std::move(operands));
}

void FunctionTranslator::defineOpen(const PtxOperand& target) {
  if (target.kind == PtxOperand::Kind::Sink) {
    return;
  }
  if (!target.parts.empty()) {
    for (const PtxOperand& part : target.parts) {
      defineOpen(part);
    }
    return;
  }
  const auto reg = targetOf(target);
  if (bitsOf(*reg) > 64) {
    refuse("numbers of 128 bits are not supported");
  }
  emit(Compute{*reg, notComputed(bitsOf(*reg))});
}

}  // namespace hrfcheck::frontend::ptx

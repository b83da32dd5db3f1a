#include <algorithm>
#include <array>

#include "frontend/ptx/debug/demangle.h"
#include "frontend/ptx/translate/function_translator.h"
#include "program/flow/elsewhere.h"

// Calls of functions that are elsewhere. Those of libdevice ("libdevice User's Guide") are known by their
// names.

namespace hrfcheck::frontend::ptx {
namespace {

constexpr std::string_view kLibdevice = "__nv_";

struct LibraryRow {
  std::string_view name;  ///< of the function of doubles; that of floats ends with an f
  NumberOp op;
  unsigned operands = 1;
  bool exact = false;
};
constexpr std::array kLibrary = {LibraryRow{"exp", NumberOp::FloatExp},
                                 LibraryRow{"exp2", NumberOp::FloatExp2},
                                 LibraryRow{"exp10", NumberOp::FloatExp10},
                                 LibraryRow{"expm1", NumberOp::FloatExpm1},
                                 LibraryRow{"log", NumberOp::FloatLog},
                                 LibraryRow{"log2", NumberOp::FloatLog2},
                                 LibraryRow{"log10", NumberOp::FloatLog10},
                                 LibraryRow{"log1p", NumberOp::FloatLog1p},
                                 LibraryRow{"sin", NumberOp::FloatSin},
                                 LibraryRow{"cos", NumberOp::FloatCos},
                                 LibraryRow{"tan", NumberOp::FloatTan},
                                 LibraryRow{"sinpi", NumberOp::FloatSinPi},
                                 LibraryRow{"cospi", NumberOp::FloatCosPi},
                                 LibraryRow{"asin", NumberOp::FloatAsin},
                                 LibraryRow{"acos", NumberOp::FloatAcos},
                                 LibraryRow{"atan", NumberOp::FloatAtan},
                                 LibraryRow{"sinh", NumberOp::FloatSinh},
                                 LibraryRow{"cosh", NumberOp::FloatCosh},
                                 LibraryRow{"tanh", NumberOp::FloatTanh},
                                 LibraryRow{"asinh", NumberOp::FloatAsinh},
                                 LibraryRow{"acosh", NumberOp::FloatAcosh},
                                 LibraryRow{"atanh", NumberOp::FloatAtanh},
                                 LibraryRow{"cbrt", NumberOp::FloatCbrt},
                                 LibraryRow{"rcbrt", NumberOp::FloatRcbrt},
                                 LibraryRow{"rsqrt", NumberOp::FloatRsqrt},
                                 LibraryRow{"erf", NumberOp::FloatErf},
                                 LibraryRow{"erfc", NumberOp::FloatErfc},
                                 LibraryRow{"tgamma", NumberOp::FloatGamma},
                                 LibraryRow{"pow", NumberOp::FloatPow, 2},
                                 LibraryRow{"atan2", NumberOp::FloatAtan2, 2},
                                 LibraryRow{"hypot", NumberOp::FloatHypot, 2},
                                 LibraryRow{"fmod", NumberOp::FloatFmod, 2, true},
                                 LibraryRow{"remainder", NumberOp::FloatRemainder, 2, true}};

/// What it computes; null where that is not known.
NumberPtr libraryFunction(std::string_view name, unsigned bits, const std::vector<NumberPtr>& operands) {
  if (!name.starts_with(kLibdevice) || (bits == 32 && !name.ends_with('f'))) {
    return nullptr;
  }
  name.remove_prefix(kLibdevice.size());
  name.remove_suffix(bits == 32 ? 1 : 0);
  const auto row = std::ranges::find(kLibrary, name, &LibraryRow::name);
  const bool fits = row != kLibrary.end() && row->operands == operands.size() &&
                    std::ranges::all_of(operands, [&](const NumberPtr& o) { return o->bits == bits; });
  if (!fits) {
    return nullptr;
  }
  Number made = *number(row->op, bits, operands);
  made.index = FloatMode{.approximate = !row->exact}.packed();
  return std::make_shared<const Number>(std::move(made));
}

}  // namespace

bool FunctionTranslator::hasBody(std::string_view name) const {
  return std::ranges::any_of(context_.module.functions,
                             [&](const PtxFunction& f) { return f.name == name && f.body; });
}

/// A function that is elsewhere: nobody knows what it gives. Unless it only gives new memory or computes a
/// number, the answer rests on its doing nothing else (program/flow/elsewhere.h); after a call of the
/// runtime's it is open.
void FunctionTranslator::callOpen(const std::vector<PtxOperand>& results,
                                  const std::vector<PtxOperand>& arguments, std::string_view name) {
  const std::vector<NumberPtr> given = isMathematical(name) ? wordsOf(arguments) : std::vector<NumberPtr>{};
  const auto result = [&](unsigned bits) {
    const NumberPtr computed = libraryFunction(name, bits, given);
    return computed != nullptr ? computed : number(NumberOp::NotComputed, bits, given);
  };
  for (const PtxOperand& to : results) {
    Access access;
    access.writes = true;
    parameterAccess(access, to);
    const std::uint64_t elements = context_.module.variables[to.index].size() / access.bytes;
    for (std::uint64_t i = 0; i < elements; ++i) {
      access.values.push_back(result(access.bytes * 8));
    }
    emit(std::move(access));
  }
  if (name == "malloc" || isMathematical(name)) {
    return;
  }
  if (isOfRuntime(name)) {
    skip(number(NumberOp::NotComputed, 1, {}), 0);
  } else {
    emit(Fence{.marks = {elsewhereMark(shownFunction(std::string(name)))}, .orders = false});
  }
}

/// The runtime's functions launch kernels and wait for them; others of the implementation write through
/// pointers.
bool FunctionTranslator::isOfRuntime(std::string_view name) {
  return name.starts_with("__") || name.starts_with("cuda");
}

/// Of libdevice: those with results behind pointers do more than give a number.
bool FunctionTranslator::isMathematical(std::string_view name) {
  constexpr std::array<std::string_view, 5> kByPointer = {"frexp", "modf", "remquo", "sincos", "sincospi"};
  if (!name.starts_with(kLibdevice)) {
    return false;
  }
  name.remove_prefix(kLibdevice.size());
  name = name.starts_with("fast_") ? name.substr(5) : name;
  return std::ranges::none_of(kByPointer, [&](std::string_view known) {
    return name.starts_with(known) && name.size() <= known.size() + 1;
  });
}

/// Of an access to a variable that an argument or a result is handed over in.
void FunctionTranslator::parameterAccess(Access& access, const PtxOperand& operand) {
  if (operand.kind != PtxOperand::Kind::Variable) {
    refuse("arguments and results that are not in .param variables are not supported");
  }
  access.space = Space::Parameter;
  access.address = sourceOf(operand, 64);
  access.bytes = context_.module.variables[operand.index].type.bytes();
}

/// What arguments are, in registers.
std::vector<NumberPtr> FunctionTranslator::wordsOf(const std::vector<PtxOperand>& arguments) {
  std::vector<NumberPtr> words;
  for (const PtxOperand& argument : arguments) {
    Access access;
    access.reads = true;
    parameterAccess(access, argument);
    const unsigned bits = access.bytes * 8;
    access.targets.emplace_back(temporary(bits));
    words.push_back(registerNumber(*access.targets.front(), bits));
    emit(std::move(access));
  }
  return words;
}

}  // namespace hrfcheck::frontend::ptx

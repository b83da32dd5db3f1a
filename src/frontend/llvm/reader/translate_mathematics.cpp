#include <algorithm>
#include <array>

#include "frontend/llvm/reader/function_translator.h"

// Functions of AMD's device library (`__ocml_sin_f32`), and those of C's mathematics, which have no body.

namespace hrfcheck::frontend::llvm::reader {
namespace {

struct LibraryRow {
  std::string_view name;
  NumberOp op;
  unsigned operands = 1;
  bool exact = false;
};
constexpr auto kLibrary = std::to_array<LibraryRow>({{"exp", NumberOp::FloatExp},
                                                     {"exp2", NumberOp::FloatExp2},
                                                     {"exp10", NumberOp::FloatExp10},
                                                     {"expm1", NumberOp::FloatExpm1},
                                                     {"log", NumberOp::FloatLog},
                                                     {"log2", NumberOp::FloatLog2},
                                                     {"log10", NumberOp::FloatLog10},
                                                     {"log1p", NumberOp::FloatLog1p},
                                                     {"sin", NumberOp::FloatSin},
                                                     {"cos", NumberOp::FloatCos},
                                                     {"tan", NumberOp::FloatTan},
                                                     {"sinpi", NumberOp::FloatSinPi},
                                                     {"cospi", NumberOp::FloatCosPi},
                                                     {"asin", NumberOp::FloatAsin},
                                                     {"acos", NumberOp::FloatAcos},
                                                     {"atan", NumberOp::FloatAtan},
                                                     {"sinh", NumberOp::FloatSinh},
                                                     {"cosh", NumberOp::FloatCosh},
                                                     {"tanh", NumberOp::FloatTanh},
                                                     {"asinh", NumberOp::FloatAsinh},
                                                     {"acosh", NumberOp::FloatAcosh},
                                                     {"atanh", NumberOp::FloatAtanh},
                                                     {"cbrt", NumberOp::FloatCbrt},
                                                     {"rcbrt", NumberOp::FloatRcbrt},
                                                     {"rsqrt", NumberOp::FloatRsqrt},
                                                     {"erf", NumberOp::FloatErf},
                                                     {"erfc", NumberOp::FloatErfc},
                                                     {"tgamma", NumberOp::FloatGamma},
                                                     {"sqrt", NumberOp::FloatSqrt, 1, true},
                                                     {"pow", NumberOp::FloatPow, 2},
                                                     {"atan2", NumberOp::FloatAtan2, 2},
                                                     {"hypot", NumberOp::FloatHypot, 2},
                                                     {"fmod", NumberOp::FloatFmod, 2, true},
                                                     {"remainder", NumberOp::FloatRemainder, 2, true}});

}  // namespace

/// Those of the device library that are not known give any number: they do nothing else, unless they get an
/// address.
bool FunctionTranslator::functionOfMathematics(const ir::CallBase& in, std::string_view name) {
  constexpr std::string_view kOcml = "__ocml_";
  constexpr std::string_view kNative = "native_";
  const bool library =
      name.starts_with(kOcml) && (name.ends_with("_f32") || name.ends_with("_f64") || name.ends_with("_f16"));
  std::string_view plain = name;
  if (library) {
    plain.remove_prefix(kOcml.size());
    plain.remove_suffix(4);
    plain.remove_prefix(plain.starts_with(kNative) ? kNative.size() : 0);
  } else if (in.getType()->isFloatTy() && plain.ends_with('f')) {
    plain.remove_suffix(1);
  } else if (!in.getType()->isDoubleTy()) {
    return false;
  }
  Numbers operands;
  for (const ir::Use& argument : in.args()) {
    if (argument->getType()->isPointerTy() || argument->getType()->isAggregateType()) {
      return false;
    }
    operands.push_back(numberOf(*argument));
  }
  const auto* row = std::ranges::find(kLibrary, plain, &LibraryRow::name);
  const unsigned bits = widthOf(in.getType());
  const bool fits = row != kLibrary.end() && row->operands == operands.size() &&
                    std::ranges::all_of(operands, [&](const NumberPtr& o) { return o->bits == bits; });
  if (!fits && !library) {
    return false;
  }
  if (!fits) {
    define(in, number(NumberOp::NotComputed, bits, operands));
    return true;
  }
  Number made = *floatNumber(row->op, bits, operands, false);
  made.index = FloatMode{.approximate = !row->exact}.packed();
  define(in, std::make_shared<const Number>(std::move(made)));
  return true;
}

}  // namespace hrfcheck::frontend::llvm::reader

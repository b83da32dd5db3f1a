#include "frontend/llvm/reader/function_translator.h"

// Numbers (Language Reference, "Binary Operations", "Conversion Operations", "Other Operations"). What LLVM
// calls poison is the number that the machine gives: sums wrap around, and shifts by too much give nothing.

namespace hrfcheck::frontend::llvm::reader {

bool FunctionTranslator::arithmetic(const ir::Instruction& in) {
  if (const auto* operation = ir::dyn_cast<ir::BinaryOperator>(&in)) {
    binary(*operation);
  } else if (const auto* cast = ir::dyn_cast<ir::CastInst>(&in)) {
    convert(*cast);
  } else if (const auto* compared = ir::dyn_cast<ir::CmpInst>(&in)) {
    const Numbers left = numbersOf(*compared->getOperand(0));
    const Numbers right = numbersOf(*compared->getOperand(1));
    ir::Type* const of = compared->getOperand(0)->getType()->getScalarType();
    Numbers result;
    for (std::size_t i = 0; i < left.size(); ++i) {
      result.push_back(
          ir::isa<ir::ICmpInst>(in)
              ? comparison(compared->getPredicate(), left[i], right[i])
              : floatComparison(compared->getPredicate(), widened(left[i], of), widened(right[i], of)));
    }
    define(in, result);
  } else if (const auto* chosen = ir::dyn_cast<ir::SelectInst>(&in)) {
    const Numbers conditions = numbersOf(*chosen->getCondition());
    const Numbers yes = numbersOf(*chosen->getTrueValue());
    const Numbers no = numbersOf(*chosen->getFalseValue());
    Numbers result;
    for (std::size_t i = 0; i < yes.size(); ++i) {
      result.push_back(selected(conditions[conditions.size() == 1 ? 0 : i], yes[i], no[i]));
    }
    define(in, result);
  } else if (in.getOpcode() == ir::Instruction::FNeg) {
    Numbers result;
    for (const NumberPtr& value : numbersOf(*in.getOperand(0))) {
      result.push_back(number(NumberOp::Xor, value->bits,
                              {value, literal(std::uint64_t{1} << (value->bits - 1U), value->bits)}));
    }
    define(in, result);
  } else if (ir::isa<ir::FreezeInst>(in)) {
    define(in, numbersOf(*in.getOperand(0)));
  } else if (const auto* element = ir::dyn_cast<ir::GetElementPtrInst>(&in)) {
    define(in, elementAddress(*ir::cast<ir::GEPOperator>(element)));
  } else if (ir::isa<ir::ExtractValueInst>(in) || ir::isa<ir::InsertValueInst>(in) ||
             ir::isa<ir::ExtractElementInst>(in) || ir::isa<ir::InsertElementInst>(in) ||
             ir::isa<ir::ShuffleVectorInst>(in)) {
    parts(in);
  } else {
    return false;
  }
  return true;
}

NumberPtr FunctionTranslator::integerResult(unsigned opcode, const NumberPtr& a, const NumberPtr& b) const {
  const auto op = [&] {
    switch (opcode) {
      case ir::Instruction::Add:
        return NumberOp::Add;
      case ir::Instruction::Sub:
        return NumberOp::Sub;
      case ir::Instruction::Mul:
        return NumberOp::Mul;
      case ir::Instruction::UDiv:
        return NumberOp::DivUnsigned;
      case ir::Instruction::SDiv:
        return NumberOp::DivSigned;
      case ir::Instruction::URem:
        return NumberOp::RemUnsigned;
      case ir::Instruction::SRem:
        return NumberOp::RemSigned;
      case ir::Instruction::Shl:
        return NumberOp::Shl;
      case ir::Instruction::LShr:
        return NumberOp::ShrUnsigned;
      case ir::Instruction::AShr:
        return NumberOp::ShrSigned;
      case ir::Instruction::And:
        return NumberOp::And;
      case ir::Instruction::Or:
        return NumberOp::Or;
      case ir::Instruction::Xor:
        return NumberOp::Xor;
      default:
        refuse("not supported");
    }
  }();
  return number(op, a->bits, {a, b});
}

NumberPtr FunctionTranslator::floatNumber(NumberOp op, unsigned bits, Numbers operands, bool bfloat) const {
  if (bits != 16 && bits != 32 && bits != 64) {
    refuse("floats of this width are not supported");
  }
  FloatMode mode;
  mode.bfloat = mode.fromBfloat = bfloat;
  Number made{.op = op,
              .bits = static_cast<std::uint8_t>(bits),
              .from = static_cast<std::uint8_t>(bits),
              .index = mode.packed(),
              .operands = std::move(operands)};
  return std::make_shared<const Number>(std::move(made));
}

void FunctionTranslator::binary(const ir::BinaryOperator& in) {
  const Numbers left = numbersOf(*in.getOperand(0));
  const Numbers right = numbersOf(*in.getOperand(1));
  const bool bfloat = in.getType()->getScalarType()->isBFloatTy();
  Numbers result;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const NumberPtr& a = left[i];
    const NumberPtr& b = right[i];
    const unsigned bits = a->bits;
    switch (in.getOpcode()) {
      case ir::Instruction::FAdd:
        result.push_back(floatNumber(NumberOp::FloatAdd, bits, {a, b}, bfloat));
        break;
      case ir::Instruction::FSub:
        result.push_back(floatNumber(
            NumberOp::FloatAdd, bits,
            {a, number(NumberOp::Xor, bits, {b, literal(std::uint64_t{1} << (bits - 1), bits)})}, bfloat));
        break;
      case ir::Instruction::FMul:
        result.push_back(floatNumber(NumberOp::FloatMul, bits, {a, b}, bfloat));
        break;
      case ir::Instruction::FDiv:
        result.push_back(floatNumber(NumberOp::FloatDiv, bits, {a, b}, bfloat));
        break;
      case ir::Instruction::FRem:
        result.push_back(floatNumber(NumberOp::FloatFmod, bits, {a, b}, bfloat));
        break;
      default:
        result.push_back(integerResult(in.getOpcode(), a, b));
    }
  }
  define(in, result);
}

NumberPtr FunctionTranslator::comparison(ir::CmpInst::Predicate predicate, const NumberPtr& a,
                                         const NumberPtr& b) const {
  const auto compared = [&](NumberOp op, const NumberPtr& left, const NumberPtr& right) {
    return numberFrom(op, left->bits, 1, {left, right});
  };
  switch (predicate) {
    case ir::CmpInst::ICMP_EQ:
      return compared(NumberOp::Eq, a, b);
    case ir::CmpInst::ICMP_NE:
      return compared(NumberOp::Ne, a, b);
    case ir::CmpInst::ICMP_ULT:
      return compared(NumberOp::LtUnsigned, a, b);
    case ir::CmpInst::ICMP_ULE:
      return compared(NumberOp::LeUnsigned, a, b);
    case ir::CmpInst::ICMP_UGT:
      return compared(NumberOp::LtUnsigned, b, a);
    case ir::CmpInst::ICMP_UGE:
      return compared(NumberOp::LeUnsigned, b, a);
    case ir::CmpInst::ICMP_SLT:
      return compared(NumberOp::LtSigned, a, b);
    case ir::CmpInst::ICMP_SLE:
      return compared(NumberOp::LeSigned, a, b);
    case ir::CmpInst::ICMP_SGT:
      return compared(NumberOp::LtSigned, b, a);
    case ir::CmpInst::ICMP_SGE:
      return compared(NumberOp::LeSigned, b, a);
    default:
      refuse("not supported");
  }
}

/// Language Reference, `fcmp`: ordered ones are false where one is a NaN, unordered ones true.
NumberPtr FunctionTranslator::floatComparison(ir::CmpInst::Predicate predicate, const NumberPtr& a,
                                              const NumberPtr& b) const {
  if (a->bits != 16 && a->bits != 32 && a->bits != 64) {
    refuse("floats of this width are not supported");
  }
  const auto compared = [&](NumberOp op, const NumberPtr& left, const NumberPtr& right) {
    return numberFrom(op, left->bits, 1, {left, right});
  };
  const auto both = [](const NumberPtr& x, const NumberPtr& y) { return number(NumberOp::And, 1, {x, y}); };
  const auto either = [](const NumberPtr& x, const NumberPtr& y) { return number(NumberOp::Or, 1, {x, y}); };
  const auto negated = [](const NumberPtr& x) { return number(NumberOp::Not, 1, {x}); };
  const auto ordered = [&] {
    return both(compared(NumberOp::FloatEq, a, a), compared(NumberOp::FloatEq, b, b));
  };
  switch (predicate) {
    case ir::CmpInst::FCMP_FALSE:
      return literal(0, 1);
    case ir::CmpInst::FCMP_TRUE:
      return literal(1, 1);
    case ir::CmpInst::FCMP_OEQ:
      return compared(NumberOp::FloatEq, a, b);
    case ir::CmpInst::FCMP_OLT:
      return compared(NumberOp::FloatLt, a, b);
    case ir::CmpInst::FCMP_OLE:
      return compared(NumberOp::FloatLe, a, b);
    case ir::CmpInst::FCMP_OGT:
      return compared(NumberOp::FloatLt, b, a);
    case ir::CmpInst::FCMP_OGE:
      return compared(NumberOp::FloatLe, b, a);
    case ir::CmpInst::FCMP_ONE:
      return either(compared(NumberOp::FloatLt, a, b), compared(NumberOp::FloatLt, b, a));
    case ir::CmpInst::FCMP_ORD:
      return ordered();
    case ir::CmpInst::FCMP_UNO:
      return negated(ordered());
    case ir::CmpInst::FCMP_UEQ:
      return negated(either(compared(NumberOp::FloatLt, a, b), compared(NumberOp::FloatLt, b, a)));
    case ir::CmpInst::FCMP_ULT:
      return negated(compared(NumberOp::FloatLe, b, a));
    case ir::CmpInst::FCMP_ULE:
      return negated(compared(NumberOp::FloatLt, b, a));
    case ir::CmpInst::FCMP_UGT:
      return negated(compared(NumberOp::FloatLe, a, b));
    case ir::CmpInst::FCMP_UGE:
      return negated(compared(NumberOp::FloatLt, a, b));
    case ir::CmpInst::FCMP_UNE:
      return negated(compared(NumberOp::FloatEq, a, b));
    default:
      refuse("not supported");
  }
}

/// Floats of 16 bits are compared, and made integers of, as the floats of 32 bits that they are.
NumberPtr FunctionTranslator::widened(const NumberPtr& value, ir::Type* type) {
  const bool narrow = type->isHalfTy() || type->isBFloatTy();
  return narrow ? converted(ir::Instruction::FPExt, value, type, ir::Type::getFloatTy(type->getContext()))
                : value;
}

NumberPtr FunctionTranslator::converted(unsigned opcode, const NumberPtr& narrow, ir::Type* from,
                                        ir::Type* to) {
  const bool toInteger = opcode == ir::Instruction::FPToSI || opcode == ir::Instruction::FPToUI;
  const NumberPtr value = toInteger ? widened(narrow, from) : narrow;
  const unsigned bits = widthOf(to);
  const auto floating = [&](NumberOp op) {
    FloatMode mode;
    mode.bfloat = to->isBFloatTy();
    mode.fromBfloat = from->isBFloatTy() && !toInteger;
    Number made{.op = op,
                .bits = static_cast<std::uint8_t>(bits),
                .from = value->bits,
                .index = mode.packed(),
                .operands = {value}};
    return std::make_shared<const Number>(std::move(made));
  };
  switch (opcode) {
    case ir::Instruction::Trunc:
    case ir::Instruction::ZExt:
    case ir::Instruction::PtrToInt:
    case ir::Instruction::IntToPtr:
      return resized(value, bits);
    case ir::Instruction::SExt:
      return signExtended(value, value->bits, bits);
    case ir::Instruction::FPToSI:
      return floating(NumberOp::FloatToSigned);
    case ir::Instruction::FPToUI:
      return floating(NumberOp::FloatToUnsigned);
    case ir::Instruction::SIToFP:
      return floating(NumberOp::FloatOfSigned);
    case ir::Instruction::UIToFP:
      return floating(NumberOp::FloatOfUnsigned);
    case ir::Instruction::FPExt:
    case ir::Instruction::FPTrunc:
      return floating(NumberOp::FloatOfFloat);
    default:
      refuse("not supported");
  }
}

void FunctionTranslator::convert(const ir::CastInst& in) {
  if (const auto* cast = ir::dyn_cast<ir::AddrSpaceCastInst>(&in)) {
    const ir::Value& from = *cast->getOperand(0);
    const ir::Value* base = from.stripPointerCasts();
    const bool neverNull = ir::isa<ir::AllocaInst>(base) || ir::isa<ir::GlobalVariable>(base);
    define(in,
           castAddress(numberOf(from), cast->getSrcAddressSpace(), cast->getDestAddressSpace(), neverNull));
    return;
  }
  if (in.getOpcode() == ir::Instruction::BitCast) {
    moveBits(*in.getOperand(0), in);
    return;
  }
  Numbers result;
  for (const NumberPtr& value : numbersOf(*in.getOperand(0))) {
    result.push_back(
        converted(in.getOpcode(), value, in.getSrcTy()->getScalarType(), in.getDestTy()->getScalarType()));
  }
  define(in, result);
}

/// Language Reference, `bitcast`: as if stored and loaded; the first element is in the lowest bits.
void FunctionTranslator::moveBits(const ir::Value& from, const ir::Value& to) {
  const Numbers given = numbersOf(from);
  const std::vector<Leaf> wanted = leavesOf(to.getType());
  if (given.size() == wanted.size()) {
    define(to, given);
    return;
  }
  const unsigned each = given.front()->bits;
  const unsigned target = wanted.front().bits;
  Numbers result;
  if (each < target) {
    if (target % each != 0) {
      refuse("a cast between vectors whose elements do not fit into each other");
    }
    const unsigned count = target / each;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      NumberPtr whole = resized(given[i * count], target);
      for (unsigned k = 1; k < count; ++k) {
        whole = number(NumberOp::Or, target,
                       {whole, number(NumberOp::Shl, target,
                                      {resized(given[i * count + k], target), literal(k * each, target)})});
      }
      result.push_back(whole);
    }
  } else {
    if (each % target != 0) {
      refuse("a cast between vectors whose elements do not fit into each other");
    }
    for (const NumberPtr& whole : given) {
      for (unsigned k = 0; k < each / target; ++k) {
        result.push_back(
            resized(k == 0 ? whole : number(NumberOp::ShrUnsigned, each, {whole, literal(k * target, each)}),
                    target));
      }
    }
  }
  define(to, result);
}

unsigned FunctionTranslator::leafCount(ir::Type* type) {
  if (auto* fields = ir::dyn_cast<ir::StructType>(type)) {
    unsigned count = 0;
    for (ir::Type* element : fields->elements()) {
      count += leafCount(element);
    }
    return count;
  }
  if (auto* row = ir::dyn_cast<ir::ArrayType>(type)) {
    return static_cast<unsigned>(row->getNumElements()) * leafCount(row->getElementType());
  }
  auto* vector = ir::dyn_cast<ir::FixedVectorType>(type);
  return vector == nullptr ? 1 : vector->getNumElements() * leafCount(vector->getElementType());
}

unsigned FunctionTranslator::leafOfIndices(ir::Type* type, ir::ArrayRef<unsigned> indices) const {
  unsigned leaf = 0;
  for (const unsigned index : indices) {
    if (auto* fields = ir::dyn_cast<ir::StructType>(type)) {
      for (unsigned i = 0; i < index; ++i) {
        leaf += leafCount(fields->getElementType(i));
      }
      type = fields->getElementType(index);
    } else {
      type = ir::cast<ir::ArrayType>(type)->getElementType();
      leaf += index * leafCount(type);
    }
  }
  return leaf;
}

/// Parts of vectors, arrays and structs.
void FunctionTranslator::parts(const ir::Instruction& in) {
  if (const auto* taken = ir::dyn_cast<ir::ExtractValueInst>(&in)) {
    const Numbers all = numbersOf(*taken->getAggregateOperand());
    const unsigned first = leafOfIndices(taken->getAggregateOperand()->getType(), taken->getIndices());
    const unsigned count = leafCount(in.getType());
    define(in, Numbers(all.begin() + first, all.begin() + first + count));
    return;
  }
  if (const auto* put = ir::dyn_cast<ir::InsertValueInst>(&in)) {
    Numbers all = numbersOf(*put->getAggregateOperand());
    unsigned at = leafOfIndices(in.getType(), put->getIndices());
    for (const NumberPtr& number : numbersOf(*put->getInsertedValueOperand())) {
      all.at(at++) = number;
    }
    define(in, all);
    return;
  }
  if (const auto* shuffled = ir::dyn_cast<ir::ShuffleVectorInst>(&in)) {
    Numbers all = numbersOf(*shuffled->getOperand(0));
    const Numbers more = numbersOf(*shuffled->getOperand(1));
    all.insert(all.end(), more.begin(), more.end());
    Numbers result;
    for (const int from : shuffled->getShuffleMask()) {
      result.push_back(from < 0 ? undefined(all.front()->bits) : all.at(static_cast<std::size_t>(from)));
    }
    define(in, result);
    return;
  }
  const bool inserts = ir::isa<ir::InsertElementInst>(in);
  Numbers all = numbersOf(*in.getOperand(0));
  const NumberPtr index = numberOf(*in.getOperand(inserts ? 2 : 1));
  if (!inserts) {
    NumberPtr result = undefined(all.front()->bits);  // behind the last one
    for (std::size_t i = all.size(); i-- > 0;) {
      result = index->op == NumberOp::Literal
                   ? (index->literal == i ? all[i] : result)
                   : selected(numberFrom(NumberOp::Eq, index->bits, 1, {index, literal(i, index->bits)}),
                              all[i], result);
    }
    define(in, result);
    return;
  }
  const NumberPtr value = numberOf(*in.getOperand(1));
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = index->op == NumberOp::Literal
                 ? (index->literal == i ? value : all[i])
                 : selected(numberFrom(NumberOp::Eq, index->bits, 1, {index, literal(i, index->bits)}), value,
                            all[i]);
  }
  define(in, all);
}

}  // namespace hrfcheck::frontend::llvm::reader

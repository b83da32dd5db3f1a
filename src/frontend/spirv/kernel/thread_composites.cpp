// Conversions, and the parts of vectors and other composites, in one thread.

#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/language/folding.h"
#include "frontend/spirv/kernel/thread_writer.h"

namespace hrfcheck::frontend::spirv {

/// Whether some or all of the numbers of a vector are not 0.
void ThreadWriter::anyOrAll(const Instruction& in) {
  ExprPtr result = constant(in.op == spv::Op::OpAll ? 1 : 0);
  for (const ExprPtr& part : Parts(value(in.operands[0], in))) {
    result = c::folded(in.op == spv::Op::OpAll ? BinaryOp::And : BinaryOp::Or, part, result);
  }
  define(in, {result});
}

void ThreadWriter::conversion(const Instruction& in) {
  if (copySlot(in)) {
    return;
  }
  const Type to = kernel_.types.of(in.type);
  const Type from = kernel_.types.of(kernel_.types.typeOf(in.operands[0]));
  if (to.kind == TypeKind::Pointer || from.kind == TypeKind::Pointer) {
    define(in, value(in.operands[0], in));  // an address stays what it is
    return;
  }
  const auto element = [&](const Type& type) {
    return type.kind == TypeKind::Vector ? kernel_.types.of(type.parts[0]) : type;
  };
  if (element(to).size != element(from).size || !element(to).isScalar()) {
    unsupported(in);
  }
  Parts parts;
  for (const ExprPtr& part : Parts(value(in.operands[0], in))) {
    parts.push_back(isUndefined(part) ? part : as(element(to).integer, {part, element(from).integer}));
  }
  define(in, std::move(parts));
}

/// Where in the numbers of a composite a path of literals leads to: from which one, and how many.
std::pair<std::size_t, std::size_t> ThreadWriter::partAt(Id type, const Words& path, std::size_t from,
                                                         const Instruction& in) {
  std::size_t first = 0;
  for (std::size_t i = from; i < path.size(); ++i) {
    const Type whole = kernel_.types.of(type);
    if (!whole.isAggregate() || path[i] >= Types::partCount(whole)) {
      fail(in, fmt::format("there is no part {}", path[i]));
    }
    first += kernel_.types.leafOffset(whole, path[i]);
    type = kernel_.types.partOf(whole, path[i]);
  }
  return {first, kernel_.types.leafCount(type)};
}

void ThreadWriter::composites(const Instruction& in) {
  const Words& operands = in.operands;
  if (in.op == spv::Op::OpCompositeConstruct) {
    Parts parts;
    for (const Id operand : operands) {
      const Parts& more = value(operand, in);
      parts.insert(parts.end(), more.begin(), more.end());
    }
    define(in, std::move(parts));
    return;
  }
  const bool insert = in.op == spv::Op::OpCompositeInsert;
  const Id composite = operands[insert ? 1 : 0];
  Parts whole = value(composite, in);
  const auto [first, count] = partAt(kernel_.types.typeOf(composite), operands, insert ? 2 : 1, in);
  if (first + count > whole.size() || count == 0) {
    fail(in, "the composite does not have such a part");
  }
  if (!insert) {
    define(in, Parts(whole.begin() + static_cast<std::ptrdiff_t>(first),
                     whole.begin() + static_cast<std::ptrdiff_t>(first + count)));
    return;
  }
  const Parts& part = value(operands[0], in);
  if (part.size() != count) {
    fail(in, "the inserted value does not have the type of the part");
  }
  std::ranges::copy(part, whole.begin() + static_cast<std::ptrdiff_t>(first));
  define(in, std::move(whole));
}

void ThreadWriter::vectors(const Instruction& in) {
  const Words& operands = in.operands;
  if (in.op == spv::Op::OpVectorShuffle) {
    Parts all = value(operands[0], in);
    const Parts& second = value(operands[1], in);
    all.insert(all.end(), second.begin(), second.end());
    Parts parts;
    for (std::size_t i = 2; i < operands.size(); ++i) {
      parts.push_back(operands[i] < all.size() ? all[operands[i]] : undefinedNumber());
    }
    define(in, std::move(parts));
    return;
  }
  const bool extract = in.op == spv::Op::OpVectorExtractDynamic;
  Parts parts = value(operands[0], in);
  const ExprPtr index = kept(this->index(operands[extract ? 1 : 2], in), in);
  const ExprPtr checked = c::folded(BinaryOp::Index, index, constant(static_cast<Value>(parts.size())));
  const auto is = [&](std::size_t p) {
    return c::folded(BinaryOp::Eq, checked, constant(static_cast<Value>(p)));
  };
  if (extract) {
    ExprPtr result = parts.empty() ? undefinedNumber() : parts.back();
    for (std::size_t p = parts.size(); p-- > 0;) {
      result = chosen(is(p), parts[p], result);
    }
    define(in, {result});
    return;
  }
  const ExprPtr part = scalar(operands[1], in);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    parts[p] = chosen(is(p), part, parts[p]);
  }
  define(in, std::move(parts));
}

/// A sum with its carry, a difference with its borrow, a product with its upper half: a struct of both.
void ThreadWriter::twoResults(const Instruction& in) {
  constexpr std::uint8_t kWord = 32;
  const IntegerKind kind = kindOf(kernel_.types.typeOf(in.operands[0]), in);
  const bool isSigned = in.op == spv::Op::OpSMulExtended;
  const std::size_t count = kernel_.types.leafCount(kernel_.types.typeOf(in.operands[0]));
  if (kind.bits > kWord || kernel_.types.leafCount(in.type) != 2 * count) {
    unsupported(in);  // what is exact must fit
  }
  const BinaryOp op = in.op == spv::Op::OpIAddCarry    ? BinaryOp::Add
                      : in.op == spv::Op::OpISubBorrow ? BinaryOp::Sub
                                                       : BinaryOp::Mul;
  Parts low;
  Parts high;
  for (std::size_t p = 0; p < count; ++p) {
    const std::vector<Operand> operands = operandsOf(in, p);
    const IntegerKind exact{64, isSigned || op != BinaryOp::Mul};
    const IntegerKind taken{kind.bits, isSigned};
    const ExprPtr result = kept(c::folded(op, as(taken, operands[0]), as(taken, operands[1]), exact), in);
    low.push_back(as(kind, {result, exact}));
    const ExprPtr upper = c::folded(BinaryOp::Shr, result, constant(kind.bits), exact);
    high.push_back(op == BinaryOp::Sub ? c::folded(BinaryOp::Lt, result, constant(0), exact)
                                       : as(kind, {upper, exact}));
  }
  low.insert(low.end(), high.begin(), high.end());
  define(in, std::move(low));
}

/// How many elements two pointers into one array are apart.
void ThreadWriter::pointerDifference(const Instruction& in) {
  const Type pointer = kernel_.types.of(kernel_.types.typeOf(in.operands[0]));
  const Type element = kernel_.types.of(pointer.parts.at(0));
  const std::uint64_t size = pointer.stride != 0 ? pointer.stride : element.size;
  if (size == 0) {
    unsupported(in);
  }
  const IntegerKind exact{64, true};
  const ExprPtr bytes =
      c::folded(BinaryOp::Sub, scalar(in.operands[0], in), scalar(in.operands[1], in), exact);
  const ExprPtr elements = c::folded(BinaryOp::Div, bytes, constant(static_cast<Value>(size)), exact);
  define(in, {as(kindOf(in.type, in), {elements, exact})});
}

}  // namespace hrfcheck::frontend::spirv

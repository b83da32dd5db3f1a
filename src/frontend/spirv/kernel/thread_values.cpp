// Values of one thread: constants, arithmetic, composites.

#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/language/folding.h"
#include "frontend/spirv/kernel/thread_writer.h"
#include "frontend/spirv/module/builtins.h"
#include "frontend/spirv/module/module.h"
#include "frontend/spirv/module/nesting.h"
#include "program/expr/arithmetic.h"
#include "program/expr/expr_parts.h"

namespace hrfcheck::frontend::spirv {
namespace {

constexpr unsigned kDeepestConstant = Nesting::kDeepest;
constexpr std::size_t kLargestExpression = 24;  // operators; larger ones get a register

/// Of values that may be undefined, which are no register's: they are computed where they are used.
constexpr std::size_t kLargestPassedOn = 1000;

/// Takes the operators of an expression, which may have a part several times, off `left`, as long as some are
/// left.
void takeSize(const Expr& expr, std::size_t& left) {
  if (left == 0) {
    return;
  }
  --left;
  forEachOperand(expr, [&](const Expr& operand) { takeSize(operand, left); });
}

/// At most one more than kLargestPassedOn.
std::size_t sizeOf(const Expr& expr) {
  std::size_t left = kLargestPassedOn + 1;
  takeSize(expr, left);
  return kLargestPassedOn + 1 - left;
}

bool isKnown(const ExprPtr& expr) {
  return c::constantOf(expr) != nullptr || isUndefined(expr);
}

bool mentions(const ExprPtr& expr, RegisterId reg) {
  return !isKnown(expr) && std::ranges::binary_search(registersOf(*expr), reg);
}

}  // namespace

const Parts& ThreadWriter::value(Id id, const Instruction& user) {
  if (const auto found = values_.find(id); found != values_.end()) {
    return found->second;
  }
  const auto known = globals_.find(id);
  return known != globals_.end() ? known->second : globals_.emplace(id, global(id, user)).first->second;
}

ExprPtr ThreadWriter::scalar(Id id, const Instruction& user) {
  const Parts& parts = value(id, user);
  if (parts.size() != 1) {
    fail(user, fmt::format("{} is not one number", kernel_.nameOf(id)));
  }
  return parts.front();
}

/// Constants, and the addresses of variables.
Parts ThreadWriter::global(Id id, const Instruction& user, unsigned depth) {
  if (depth > kDeepestConstant) {
    fail(user, fmt::format("the constant {} is nested too deeply", kernel_.nameOf(id)));
  }
  if (const Object* object = kernel_.memory.object(id)) {
    return {constant(kernel_.memory.addressOf(*object, thread_))};
  }
  const Instruction* definition = kernel_.types.definition(id);
  if (definition == nullptr) {
    fail(user, fmt::format("there is no value {}", kernel_.nameOf(id)));
  }
  if (definition->op == spv::Op::OpFunctionParameter) {
    return parameterParts(*definition, user);
  }
  return constantParts(*definition, user, depth);
}

/// Of a parameter that is not a pointer.
Parts ThreadWriter::parameterParts(const Instruction& parameter, const Instruction& user) {
  const auto said = kernel_.values.find(parameter.result);
  const Type type = kernel_.types.of(parameter.type);
  if (!type.isScalar()) {
    fail(user, fmt::format("the parameter '{}' has a type that is not supported",
                           kernel_.nameOf(parameter.result)));
  }
  if (said == kernel_.values.end() || !said->second.number) {
    return {constant(kernel_.open.number)};
  }
  return {constant(wrapped(*said->second.number, type.integer))};
}

Parts ThreadWriter::constantParts(const Instruction& in, const Instruction& user, unsigned depth) {
  if (const auto other = kernel_.specialized.find(in.result); other != kernel_.specialized.end()) {
    return {constant(wrapped(other->second, kernel_.types.of(in.type).integer))};
  }
  if (const Decoration* builtIn = kernel_.module.decoration(in.result, spv::Decoration::BuiltIn);
      builtIn != nullptr && !builtIn->operands.empty() && in.op != spv::Op::OpVariable) {
    if (const auto numbers = builtInNumbers(spv::BuiltIn(builtIn->operands[0]), kernel_.grid, thread_)) {
      Parts parts;
      std::ranges::transform(*numbers, std::back_inserter(parts), [](Value n) { return constant(n); });
      return parts;
    }
  }
  switch (in.op) {
    case spv::Op::OpConstantTrue:
    case spv::Op::OpSpecConstantTrue:
      return {constant(1)};
    case spv::Op::OpConstantFalse:
    case spv::Op::OpSpecConstantFalse:
      return {constant(0)};
    case spv::Op::OpConstant:
    case spv::Op::OpSpecConstant: {
      const std::optional<Value> number = kernel_.types.constant(in.result);
      if (!number) {
        fail(user,
             fmt::format("the constant {} has a type that is not supported", kernel_.nameOf(in.result)));
      }
      return {constant(*number)};
    }
    case spv::Op::OpConstantNull:
      return Parts(std::max<std::size_t>(kernel_.types.leafCount(in.type), 1), constant(0));
    case spv::Op::OpUndef:
      return Parts(std::max<std::size_t>(kernel_.types.leafCount(in.type), 1), undefinedNumber());
    case spv::Op::OpConstantComposite:
    case spv::Op::OpSpecConstantComposite:
    case spv::Op::OpSpecConstantOp:
      return composed(in, user, depth);
    default:
      fail(user, kernel_.types.definition(in.result) != nullptr && kernel_.module.global(in.result) == nullptr
                     ? fmt::format("{} is used before it is computed", kernel_.nameOf(in.result))
                     : fmt::format("{} ({}) cannot be used as a value", kernel_.nameOf(in.result),
                                   opcodeName(static_cast<std::uint16_t>(in.op))));
  }
}

/// Of other constants.
Parts ThreadWriter::composed(const Instruction& in, const Instruction& user, unsigned depth) {
  Parts parts;
  if (in.op != spv::Op::OpSpecConstantOp) {
    for (const Id part : in.operands) {
      const Parts more = global(part, user, depth + 1);
      spend(1 + more.size(), user);
      parts.insert(parts.end(), more.begin(), more.end());
      if (parts.size() > kMostLeaves) {
        fail(user,
             fmt::format("{} consists of more than {} numbers", kernel_.nameOf(in.result), kMostLeaves));
      }
    }
    return parts;
  }
  const auto op = static_cast<spv::Op>(in.operands[0]);
  std::vector<Operand> operands;
  for (std::size_t i = 1; i < in.operands.size(); ++i) {
    const Parts operand = global(in.operands[i], user, depth + 1);
    spend(1, user);
    if (operand.size() != 1) {
      fail(user, fmt::format("OpSpecConstantOp {} of composites is not supported",
                             opcodeName(static_cast<std::uint16_t>(op))));
    }
    operands.push_back({operand.front(), kernel_.types.of(kernel_.types.typeOf(in.operands[i])).integer});
  }
  const IntegerKind kind = kernel_.types.of(in.type).integer;
  const ExprPtr result = op == spv::Op::OpSelect && operands.size() == 3
                             ? chosen(operands[0].value, operands[1].value, operands[2].value)
                             : computed(op, operands, kind);
  if (result == nullptr) {
    fail(user,
         fmt::format("OpSpecConstantOp {} is not supported", opcodeName(static_cast<std::uint16_t>(op))));
  }
  return {result};
}

Value ThreadWriter::numberOf(Id id, const Instruction& user) {
  const ExprPtr known = scalar(id, user);
  const Value* number = c::constantOf(known);
  if (number == nullptr) {
    fail(user, fmt::format("{} is not a constant", kernel_.nameOf(id)));
  }
  return *number;
}

RegisterId ThreadWriter::newRegister(const std::string& name) {
  std::string unique = name;
  for (unsigned i = 1; !names_.insert(unique).second; ++i) {
    unique = fmt::format("{}'{}", name, i);
  }
  return kernel_.names.addRegister(thread_, unique);
}

/// A register for a value is made once, even where the code is written twice.
RegisterId ThreadWriter::registerOf(Id id, std::size_t part, std::size_t parts) {
  const auto [found, fresh] = registers_.try_emplace({id, part}, 0);
  if (fresh) {
    const std::string name = kernel_.nameOf(id);
    found->second = newRegister(parts == 1 ? name : fmt::format("{}.{}", name, part));
  }
  return found->second;
}

RegisterId ThreadWriter::temporary() {
  return newRegister(fmt::format("%t{}", temporaries_++));
}

void ThreadWriter::assign(RegisterId target, const ExprPtr& value, const Instruction& in) {
  keepBefore(target, in);
  emit(AssignOp{target, value}, in);
}

/// What still has to be computed of a register's value is computed before it changes.
void ThreadWriter::keepBefore(RegisterId target, const Instruction& in) {
  look_.spend(1 + pending_.size());
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const auto [id, part] = pending_[i];
    Parts& parts = values_[id];
    const RegisterId own = registerOf(id, part, parts.size());
    if (own != target && mentions(parts[part], target)) {
      const ExprPtr expr = parts[part];
      parts[part] = registerRef(own);
      emit(AssignOp{own, expr}, in);
    }
  }
}

void ThreadWriter::define(const Instruction& in, Parts parts) {
  const auto uses = kernel_.uses.find(in.result);
  const std::uint32_t count = uses == kernel_.uses.end() ? 0 : uses->second.count;
  const bool elsewhere = uses != kernel_.uses.end() && uses->second.elsewhere;
  const bool maybeUndefined = kernel_.maybeUndefined.contains(in.result);
  values_[in.result] = parts;  // what keepBefore looks at
  std::vector<std::size_t> kept;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (isKnown(parts[p]) || count == 0) {
      continue;
    }
    const std::size_t size = sizeOf(*parts[p]);
    const bool inPlace = !elsewhere && size <= kLargestExpression && (count == 1 || size == 1);
    if (inPlace || (maybeUndefined && mayHaveNoValue(*parts[p]))) {
      if (size > kLargestPassedOn) {
        fail(in, fmt::format("{} may be undefined, and depends on too much", kernel_.nameOf(in.result)));
      }
      pending_.emplace_back(in.result, p);
    } else {
      kept.push_back(p);
    }
  }
  for (const std::size_t p : kept) {
    const RegisterId own = registerOf(in.result, p, parts.size());
    assign(own, parts[p], in);
    values_[in.result][p] = registerRef(own);
  }
}

/// In a register, unless it is known.
ExprPtr ThreadWriter::kept(const ExprPtr& expr, const Instruction& in) {
  if (isKnown(expr)) {
    return expr;
  }
  const RegisterId reg = temporary();
  emit(AssignOp{reg, expr}, in);
  return registerRef(reg);
}

std::vector<Operand> ThreadWriter::operandsOf(const Instruction& in, std::size_t part, std::size_t from) {
  std::vector<Operand> operands;
  for (std::size_t i = from; i < in.operands.size(); ++i) {
    const Id id = in.operands[i];
    const Parts& parts = value(id, in);
    if (part >= parts.size()) {
      fail(in, fmt::format("{} has {} numbers, the result more", kernel_.nameOf(id), parts.size()));
    }
    const Type type = kernel_.types.of(kernel_.types.typeOf(id));
    const bool vector = type.kind == TypeKind::Vector;
    operands.push_back({parts[part], vector ? kernel_.types.of(type.parts[0]).integer : type.integer});
  }
  return operands;
}

/// The kind of the numbers of a scalar or a vector; floating-point numbers are refused.
IntegerKind ThreadWriter::kindOf(Id type, const Instruction& in) {
  const Type whole = kernel_.types.of(type);
  const Type& one = whole.kind == TypeKind::Vector ? kernel_.types.of(whole.parts[0]) : whole;
  if (!one.isScalar() || one.kind == TypeKind::Float) {
    unsupported(in);
  }
  return one.integer;
}

void ThreadWriter::arithmetic(const Instruction& in) {
  const IntegerKind kind = kindOf(in.type, in);
  for (const Id operand : in.operands) {
    kindOf(kernel_.types.typeOf(operand), in);
  }
  const std::size_t count = std::max<std::size_t>(kernel_.types.leafCount(in.type), 1);
  Parts parts;
  for (std::size_t p = 0; p < count; ++p) {
    std::vector<Operand> operands = operandsOf(in, p);
    if (repeatsOperands(in.op)) {
      for (Operand& operand : operands) {
        operand.value = kept(operand.value, in);
      }
    }
    parts.push_back(computed(in.op, operands, kind));
    if (parts.back() == nullptr) {
      unsupported(in);
    }
  }
  define(in, std::move(parts));
}

void ThreadWriter::extension(const Instruction& in) {
  const auto set = kernel_.module.imports.find(in.operands[0]);
  const std::string name = set == kernel_.module.imports.end() ? "" : set->second;
  if (name.starts_with("NonSemantic.") || name.find("DebugInfo") != std::string::npos) {
    return;
  }
  const IntegerKind kind = kindOf(in.type, in);
  Parts parts;
  for (std::size_t p = 0; p < std::max<std::size_t>(kernel_.types.leafCount(in.type), 1); ++p) {
    std::vector<Operand> operands = operandsOf(in, p, 2);
    for (Operand& operand : operands) {
      operand.value = kept(operand.value, in);
    }
    parts.push_back(computedByExtension(name, in.operands[1], operands, kind));
    if (parts.back() == nullptr) {
      fail(in, fmt::format("instruction {} of {} is not supported", in.operands[1], name));
    }
  }
  define(in, std::move(parts));
}

/// An index, which has a sign whatever its type says (SPIR-V, OpAccessChain).
ExprPtr ThreadWriter::index(Id id, const Instruction& user) {
  const IntegerKind kind = kernel_.types.of(kernel_.types.typeOf(id)).integer;
  return as({kind.bits, true}, {scalar(id, user), kind});
}

}  // namespace hrfcheck::frontend::spirv

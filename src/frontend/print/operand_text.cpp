#include "frontend/print/operand_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "program/expr/addresses.h"
#include "program/expr/substitute.h"
#include "util/overloaded.h"

// The parser adds up the summands of an operand from the left, and computes what it knows
// (resolve_column.cpp). What is printed here is what it reads as the same tree: a sum that it would have
// computed is refused.

namespace hrfcheck::frontend {
namespace {

const BinaryExpr* sumIn(const Expr& expr) {
  const auto* e = std::get_if<BinaryExpr>(&expr.node);
  return e != nullptr && (e->op == BinaryOp::Add || e->op == BinaryOp::Sub) ? e : nullptr;
}

/// An address, as a location and how far it lies behind it.
struct Offset {
  const MemoryLocation* from;
  Value distance;
};

/// The location nearest to an address.
/// @pre there is one
Offset nearest(const Program& program, Value address) {
  const auto& from = *std::ranges::min_element(program.locations, {}, [&](const MemoryLocation& location) {
    return address < location.address ? location.address - address : address - location.address;
  });
  return {&from, address - from.address};
}

/// The first location of the object that a location is part of.
const MemoryLocation& objectOf(const Program& program, const MemoryLocation& location) {
  const auto* first = &location;
  while (first != program.locations.data() && objectName(*(first - 1)) == objectName(location)) {
    --first;
  }
  return *first;
}

/// Where an address lies in or beside an object.
Offset objectAt(const Program& program, Value address) {
  const MemoryLocation& object = objectOf(program, *nearest(program, address).from);
  return {&object, address - object.address};
}

}  // namespace

std::string_view objectName(const MemoryLocation& location) {
  return std::string_view(location.name).substr(0, location.name.find('['));
}

std::optional<std::string> OperandText::address(const Expr& expr) const {
  if (const std::optional<Value> known = constantValue(expr)) {
    return place(*known);
  }
  if (const auto text = element(expr)) {
    return text;
  }
  const auto text = sum(expr);
  return text ? std::optional("[" + *text + "]") : std::nullopt;
}

std::optional<std::string> OperandText::value(const Expr& expr) const {
  if (const auto* e = std::get_if<RegisterExpr>(&expr.node)) {
    return reg(e->reg);
  }
  const std::optional<Value> known = constantValue(expr);
  if (known && !isAddress(*known)) {
    return std::to_string(*known);
  }
  const auto text = known ? place(*known) : element(expr);
  return text ? std::optional("&" + *text) : std::nullopt;
}

/// An address out of the bounds of its object is written with an id: a constant index would be refused.
std::optional<std::string> OperandText::place(Value address) const {
  if (const std::optional<LocationId> location = program_.locationAt(address)) {
    return program_.locations[*location].name;
  }
  if (!isAddress(address) || program_.locations.empty()) {
    return std::nullopt;
  }
  const Offset at = objectAt(program_, address);
  return fmt::format("{}[%{}{:+}]", objectName(*at.from), dialect_.ids.front().name,
                     at.distance - Value{thread_});
}

/// `q[r1]`.
std::optional<std::string> OperandText::element(const Expr& expr) const {
  const BinaryExpr* e = sumIn(expr);
  const std::optional<Value> base = e != nullptr ? constantValue(*e->left) : std::nullopt;
  if (!base || e->op != BinaryOp::Add || !isAddress(*base) || program_.locations.empty()) {
    return std::nullopt;
  }
  const Offset at = objectAt(program_, *base);
  const auto index = at.distance == 0 ? sum(*e->right) : std::nullopt;
  return index ? std::optional(fmt::format("{}[{}]", objectName(*at.from), *index)) : std::nullopt;
}

/// A sum that is not known: a register, or what begins with one or with a constant.
std::optional<std::string> OperandText::sum(const Expr& expr) const {
  if (const auto* e = std::get_if<RegisterExpr>(&expr.node)) {
    return reg(e->reg);
  }
  const BinaryExpr* e = sumIn(expr);
  return e != nullptr ? summands(*e) : std::nullopt;
}

std::optional<std::string> OperandText::summands(const BinaryExpr& expr) const {
  const std::optional<Value> known = constantValue(*expr.left);
  const bool computed = known && (constantValue(*expr.right) || (*known == 0 && expr.op == BinaryOp::Add));
  const auto before = computed ? std::nullopt : known ? first(*known) : sum(*expr.left);
  const auto behind = further(expr.op, *expr.right);
  return before && behind ? std::optional(*before + *behind) : std::nullopt;
}

/// The constant that a sum begins with: nothing is written for 0, behind which only a minus may follow.
std::optional<std::string> OperandText::first(Value value) const {
  if (!isAddress(value)) {
    return value == 0 ? "" : std::to_string(value);
  }
  if (program_.locations.empty()) {
    return std::nullopt;
  }
  const Offset at = objectAt(program_, value);
  const std::string distance = at.distance == 0 ? "" : fmt::format("{:+}", at.distance);
  return std::string(objectName(*at.from)) + distance;
}

/// `+r1`, `-1`. A constant has its sign in its value, so only an id or a location is subtracted.
std::optional<std::string> OperandText::further(BinaryOp op, const Expr& summand) const {
  const char* sign = op == BinaryOp::Add ? "+" : "-";
  if (const auto* e = std::get_if<RegisterExpr>(&summand.node)) {
    return sign + reg(e->reg);
  }
  const std::optional<Value> known = constantValue(summand);
  if (!known) {
    return std::nullopt;
  }
  if (isAddress(*known)) {
    const auto location = program_.locationAt(*known);
    const bool whole = location && objectAt(program_, *known).distance == 0;
    return whole ? std::optional(sign + std::string(objectName(program_.locations[*location])))
                 : std::nullopt;
  }
  if (op == BinaryOp::Sub) {
    const auto named = id(*known);
    return named ? std::optional("-" + *named) : std::nullopt;
  }
  const bool signedAlready = *known < 0 && *known != std::numeric_limits<Value>::min();
  return (signedAlready ? "" : "+") + std::to_string(*known);
}

/// An id of the thread that has this value: `%wg`.
std::optional<std::string> OperandText::id(Value value) const {
  const ScopeTree& scopes = program_.scopes;
  const auto instance = [&](std::uint32_t level) -> const ScopeInstance& {
    return scopes.instances()[scopes.instanceOf(thread_, level)];
  };
  for (const LevelName& name : dialect_.ids) {
    if (instance(name.level).id == value) {
      return fmt::format("%{}", name.name);
    }
  }
  if (dialect_.laneId.empty()) {
    return std::nullopt;
  }
  const std::vector<ThreadId>& lanes = instance(dialect_.laneLevel).agents;
  const bool lane = std::ranges::find(lanes, thread_) - lanes.begin() == value;
  return lane ? std::optional(fmt::format("%{}", dialect_.laneId)) : std::nullopt;
}

}  // namespace hrfcheck::frontend

#include <fmt/format.h>

#include <map>

#include "frontend/c/lower/lower.h"
#include "frontend/c/syntax/types.h"
#include "frontend/shared/declare.h"
#include "frontend/shared/text/cursor.h"
#include "program/ir/scope_levels.h"
#include "util/text.h"

namespace hrfcheck::frontend::c {
namespace {

std::string_view nameOf(AddressSpace space) {
  switch (space) {
    case AddressSpace::Generic:
      return "generic";
    case AddressSpace::Global:
      return "global";
    case AddressSpace::Local:
      return "local";
  }
  return "";
}

/// The locations that make up a variable: an object, or the fields of a struct.
std::vector<LocationId> cellsOf(const Names& names, std::string_view name) {
  std::vector<const MemoryObject*> objects = names.fieldsOf(name);
  if (const MemoryObject* object = names.object(name)) {
    objects = {object};
  }
  std::vector<LocationId> cells;
  for (const MemoryObject* object : objects) {
    for (LocationId l = object->first; l < object->first + object->size; ++l) {
      cells.push_back(l);
    }
  }
  return cells;
}

class UnitDeclarer {
 public:
  UnitDeclarer(const Unit& unit, const TypeTable& types, Names& names, const SourcePtr& source,
               Diagnostics& diagnostics)
      : unit_(unit), types_(types), names_(names), source_(source), diagnostics_(diagnostics) {}

  void run() {
    for (const Declarator& global : unit_.globals) {
      variable(global);
    }
    for (const ThreadFunction& thread : unit_.threads) {
      for (const Parameter& p : thread.parameters) {
        parameter(thread, p);
      }
    }
    for (const Declarator& global : unit_.globals) {
      initialise(global);
    }
  }

 private:
  Place placeOf(const Token& token) const { return {source_, token.span}; }

  void variable(const Declarator& global) {
    const std::string_view name = global.name.text;
    if (!variables_.insert(name).second) {
      diagnostics_.error(placeOf(global.name), fmt::format("'{}' is declared twice", name));
      return;
    }
    if (types_.of(global.type).isStruct()) {
      mark(global.name, global.type.space, false, std::nullopt);
      return;
    }
    const bool listed = names_.object(name) != nullptr;
    if (!listed) {
      const std::optional<std::uint32_t> size = sizeOf(global);
      if (!size) {
        diagnostics_.error(placeOf(global.name), fmt::format("an array has 1 to {} elements", kMaxArraySize));
        return;
      }
      requireRoom(names_, *size, placeOf(global.name), diagnostics_);
      const MemoryObject& object = names_.declare(std::string(name), *size, global.array);
      for (LocationId l = object.first; l < object.first + object.size; ++l) {
        names_.location(l).atomicType = false;
      }
    }
    mark(global.name, global.type.space, global.type.atomic && global.type.pointers == 0,
         kindOf(types_.of(global.type)));
  }

  static std::optional<std::uint32_t> sizeOf(const Declarator& global) {
    if (!global.array) {
      return 1;
    }
    Value size = static_cast<Value>(global.initialList.size());
    if (global.arraySize) {
      const auto* number = std::get_if<Number>(&global.arraySize->node);
      size = number == nullptr ? 0 : number->value;
    }
    return 0 < size && size <= kMaxArraySize ? std::optional(static_cast<std::uint32_t>(size)) : std::nullopt;
  }

  void parameter(const ThreadFunction& thread, const Parameter& parameter) {
    const ValueType type = types_.of(parameter);
    const std::string_view name = parameter.name.text;
    if (!type.isPointer() || hasInitialEverywhere(thread, name)) {
      return;
    }
    if (cellsOf(names_, name).empty()) {
      requireRoom(names_, 1, placeOf(parameter.name), diagnostics_);
      const MemoryObject& object = names_.declare(std::string(name), 1, false);
      names_.location(object.first).atomicType = false;
    }
    mark(parameter.name, parameter.type.space, parameter.type.atomic && type.pointers == 1,
         kindOf(type.pointee()));
  }

  /// The initial state gives the threads a value for it: no location of that name is meant.
  bool hasInitialEverywhere(const ThreadFunction& thread, std::string_view name) const {
    for (const ThreadId t : thread.threads) {
      const std::optional<RegisterId> reg = names_.findRegister(t, name);
      if (!reg || !names_.hasInitial(t, *reg)) {
        return false;
      }
    }
    return true;
  }

  /// The address space and the atomicity that a declaration of `name` gives its locations.
  void mark(const Token& name, AddressSpace space, bool atomic, std::optional<IntegerKind> kind) {
    const auto [known, first] = spaces_.emplace(name.text, space);
    const bool differs = !first && space != AddressSpace::Generic && known->second != AddressSpace::Generic &&
                         known->second != space;
    if (differs) {
      diagnostics_.warning(placeOf(name),
                           fmt::format("'{}' is {} here and {} before: it is one location, {}", name.text,
                                       nameOf(space), nameOf(known->second), nameOf(known->second)));
    } else if (known->second == AddressSpace::Generic) {
      known->second = space;
    }
    for (const LocationId l : cellsOf(names_, name.text)) {
      MemoryLocation& location = names_.location(l);
      if (location.space == AddressSpace::Generic) {
        location.space = known->second;
      }
      location.atomicType = location.atomicType || atomic;
      markKind(location, kind, name);
    }
  }

  static std::optional<IntegerKind> kindOf(const ValueType& type) {
    return type.isInteger() && !type.ofVoid ? std::optional(type.integer) : std::nullopt;
  }

  void markKind(MemoryLocation& location, std::optional<IntegerKind> kind, const Token& name) {
    if (kind && location.kind && kind->bits != location.kind->bits && warned_.insert(name.text).second) {
      diagnostics_.warning(
          placeOf(name), fmt::format("'{}' is '{}' here and '{}' before: it is one location, '{}'", name.text,
                                     typeName(*kind), typeName(*location.kind), typeName(*location.kind)));
    }
    location.kind = location.kind ? location.kind : kind;
  }

  void initialise(const Declarator& global) {
    const MemoryObject* object = names_.object(global.name.text);
    std::vector<ExprPtr> values = global.initialList;
    if (global.initial) {
      values = {global.initial};
    }
    if (values.empty()) {
      return;
    }
    if (object == nullptr) {
      diagnostics_.error({source_, values.front()->span}, "a struct is initialized in the initial state");
      return;
    }
    if (values.size() > object->size) {
      diagnostics_.error({source_, values[object->size]->span},
                         fmt::format("'{}' has {}", object->name, counted(object->size, "element")));
      return;
    }
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      if (const std::optional<Value> value = constantOf(*values[i])) {
        names_.location(object->first + i).initial = *value;
      } else {
        diagnostics_.error({source_, values[i]->span}, "expected a constant or the address of a location");
      }
    }
  }

  std::optional<Value> constantOf(const Expr& expr) const {
    if (const auto* number = std::get_if<Number>(&expr.node)) {
      return number->value;
    }
    if (std::holds_alternative<Name>(expr.node)) {
      for (const Constant& known : unit_.constants) {
        if (known.name.text == expr.token.text) {
          return known.value;
        }
      }
      const MemoryObject* object = names_.object(expr.token.text);
      return object != nullptr && object->array ? std::optional(names_.addressOf(*object)) : std::nullopt;
    }
    if (const auto* cast = std::get_if<CastExpr>(&expr.node)) {
      return constantOf(*cast->operand);
    }
    const auto* prefix = std::get_if<PrefixExpr>(&expr.node);
    if (prefix == nullptr) {
      return std::nullopt;
    }
    if (prefix->op == Prefix::AddressOf && std::holds_alternative<Name>(prefix->operand->node)) {
      const std::vector<LocationId> cells = cellsOf(names_, prefix->operand->token.text);
      return cells.empty() ? std::nullopt : std::optional(names_.program().locations[cells.front()].address);
    }
    const std::optional<Value> operand =
        prefix->op == Prefix::Minus ? constantOf(*prefix->operand) : std::nullopt;
    return operand ? apply(UnaryOp::Minus, *operand) : std::nullopt;
  }

  const Unit& unit_;
  const TypeTable& types_;
  Names& names_;
  const SourcePtr& source_;
  Diagnostics& diagnostics_;
  std::set<std::string_view> variables_;
  std::map<std::string_view, AddressSpace> spaces_;
  std::set<std::string_view> warned_;  ///< names of two types
};

}  // namespace

void declareUnit(const Unit& unit, Names& names, const SourcePtr& source, Diagnostics& diagnostics) {
  Diagnostics reportedBefore;  // by declareStructs
  const TypeTable types(unit, source, reportedBefore);
  UnitDeclarer(unit, types, names, source, diagnostics).run();
}

void checkPlacement(const Unit& unit, const Program& program, const Names& names, Diagnostics& diagnostics) {
  std::map<std::string_view, ScopeInstanceId> groups;
  const auto use = [&](const Token& name, const std::vector<ThreadId>& threads) {
    const std::vector<LocationId> cells = cellsOf(names, name.text);
    if (cells.empty() || program.locations[cells.front()].space != AddressSpace::Local) {
      return;
    }
    for (const ThreadId t : threads) {
      const ScopeInstanceId group = program.scopes.instanceOf(t, kGroupLevel);
      if (groups.emplace(name.text, group).first->second != group) {
        diagnostics.warning(
            {program.source, name.span},
            fmt::format("local memory '{}' is shared by several work-groups here", name.text));
      }
    }
  };
  for (const ThreadFunction& thread : unit.threads) {
    for (const Declarator& global : unit.globals) {
      use(global.name, thread.threads);
    }
    for (const Parameter& parameter : thread.parameters) {
      use(parameter.name, thread.threads);
    }
  }
}

}  // namespace hrfcheck::frontend::c

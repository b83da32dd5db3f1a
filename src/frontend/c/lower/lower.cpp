#include "frontend/c/lower/lower.h"

#include <fmt/format.h>

#include "frontend/c/lower/lowerer.h"
#include "frontend/c/lower/needless_conversions.h"
#include "frontend/shared/dialect.h"
#include "program/expr/addresses.h"

namespace hrfcheck::frontend::c {
namespace {

void collectCalls(const Expr& expr, std::set<std::string_view>& called) {
  if (std::holds_alternative<CallExpr>(expr.node)) {
    called.insert(expr.token.text);
  }
  forEachChild(expr, [&](const Expr& child) { collectCalls(child, called); });
}

/// The body of a function that nobody calls is never looked at.
void warnUncalled(const Unit& unit, const SourcePtr& source, Diagnostics& diagnostics) {
  std::set<std::string_view> called = unit.calledElsewhere;
  const auto collect = [&](const Expr& expr) { collectCalls(expr, called); };
  for (const ThreadFunction& thread : unit.threads) {
    forEachExpr(*thread.body, collect);
  }
  for (const Function& function : unit.functions) {
    forEachExpr(*function.body, collect);
  }
  for (const Function& function : unit.functions) {
    if (!function.kernel && called.count(function.name.text) == 0) {
      diagnostics.warning({source, function.name.span},
                          fmt::format("function '{}' is never called", function.name.text));
    }
  }
}

/// Each function by its name; a parameter is named once.
void collectFunctions(LoweringContext& context, Diagnostics& diagnostics) {
  for (const Function& function : context.unit.functions) {
    const Place place{context.source, function.name.span};
    if (!context.functions.emplace(function.name.text, &function).second) {
      diagnostics.error(place, fmt::format("a second function '{}'", function.name.text));
    } else if (findBuiltin(function.name.text, context.language.cpp ? context.language : kOpenClC)) {
      diagnostics.error(place, fmt::format("'{}' is an operation of the language", function.name.text));
    }
    std::set<std::string_view> seen;
    for (const Parameter& parameter : function.parameters) {
      if (!seen.insert(parameter.name.text).second) {
        diagnostics.error({context.source, parameter.name.span},
                          fmt::format("a second parameter '{}'", parameter.name.text));
      }
    }
  }
}

/// Initial values are converted to the types of their locations, as an initialisation in C does.
void convertInitialValues(const Program& program, Names& names, Diagnostics& diagnostics) {
  for (LocationId l = 0; l < program.locations.size(); ++l) {
    MemoryLocation& location = names.location(l);
    if (!location.kind || isAddress(location.initial) || isIn(location.initial, *location.kind)) {
      continue;
    }
    const Value before = location.initial;
    location.initial = literalIn(*location.kind, {before, kLong}).value;
    diagnostics.warning({program.source, {}},
                        fmt::format("'{}' is '{}': its initial value {} is {} there", location.name,
                                    typeName(*location.kind), before, location.initial));
  }
}

}  // namespace

void lowerUnit(const Unit& unit, const Dialect& dialect, Program& program, Names& names,
               const SourcePtr& source, Diagnostics& diagnostics) {
  Diagnostics reportedBefore;  // by declareStructs
  const TypeTable types(unit, source, reportedBefore);
  LoweringContext context{
      unit, types, source, dialect.name, *dialect.c, {}, barrierNumbers(unit), unit.launched.get()};
  convertInitialValues(program, names, diagnostics);
  collectFunctions(context, diagnostics);
  warnUncalled(unit, source, diagnostics);
  for (const ThreadFunction& thread : unit.threads) {
    for (const ThreadId t : thread.threads) {
      if (t < program.threads.size()) {
        program.threads[t].instructions = Lowerer(context, names, diagnostics, t).run(thread);
        dropNeedlessConversions(program, program.threads[t].initialRegisters,
                                program.threads[t].instructions);
      }
    }
  }
}

}  // namespace hrfcheck::frontend::c

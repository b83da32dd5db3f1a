#include "cat/model_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "cat/check_kind_name.h"
#include "cat/compact.h"
#include "cat/header.h"
#include "cat/print.h"
#include "util/overloaded.h"

namespace hrfcheck::cat {
namespace {

CheckRole roleOf(CheckWord word) {
  switch (word) {
    case CheckWord::Require:
      return CheckRole::Require;
    case CheckWord::Flag:
      return CheckRole::Flag;
    case CheckWord::UndefinedUnless:
    case CheckWord::Assert:  // says what must hold, and restricts nothing
      return CheckRole::UndefinedUnless;
  }
  return CheckRole::Require;
}

bool sameCheck(const Check& a, const Check& b) {
  const auto binders = [](const Check& c) {
    std::vector<std::pair<ClassVariable, CatNodeId>> all;
    for (const ClassBinder& binder : c.forall) all.emplace_back(binder.variable, binder.classesOf);
    return all;
  };
  return a.role == b.role && a.kind == b.kind && a.negated == b.negated && a.node == b.node &&
         a.name == b.name && binders(a) == binders(b);
}

}  // namespace

ModelBuilder::ModelBuilder(const std::vector<std::filesystem::path>& folders)
    : elaborator_(table_, Prelude::shared(), mistakes_), files_(folders) {}

Model ModelBuilder::build(const SourcePtr& source) {
  Diagnostics diagnostics;
  const File& file = files_.parse(source, diagnostics);
  model_.warnings = diagnostics.warnings();
  throwOnSyntaxErrors(diagnostics);
  model_.source = source;
  model_.name = std::filesystem::path(source->name()).stem().string();
  model_.header = readHeader(source, file);
  std::error_code ignored;
  including_.push_back(std::filesystem::weakly_canonical(source->name(), ignored));
  Env env;
  run(file.statements, env);
  if (!mistakes_.empty()) throw UserError(mistakes_.all());
  const std::vector<Diagnostic>& warnings = elaborator_.warnings();
  model_.warnings.insert(model_.warnings.end(), warnings.begin(), warnings.end());
  model_.recursions = table_.recursions();
  model_.nodes = table_.takeNodes();
  compact(model_);
  return std::move(model_);
}

void ModelBuilder::throwOnSyntaxErrors(const Diagnostics& diagnostics) {
  if (!diagnostics.hasErrors()) return;
  // What the rest of the model would say without the statements that could not be read helps nobody.
  std::vector<Diagnostic> errors = mistakes_.all();
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity == Severity::Error) errors.push_back(d);
  }
  throw UserError(std::move(errors));
}

void ModelBuilder::run(const std::vector<Statement>& statements, Env& env) {
  for (const Statement& statement : statements) runOne(statement, env);
}

void ModelBuilder::runOne(const Statement& statement, Env& env) {
  const Where& where = statement.where;
  std::visit(Overloaded{
                 [&](const LetStatement& s) { let(s, env); },
                 [&](const CheckStatement& s) { check(s, where, env); },
                 [&](const IncludeStatement& s) { include(s, env); },
                 [&](const ShowStatement& s) { show(s, env); },
                 [&](const UnshowStatement& s) { unshow(s); },
                 [&](const WithStatement& s) { with(s, where, env); },
                 [&](const ProcedureStatement& s) {
                   env = bind(env, s.name, {ProcedureValue{&s, env}});
                 },
                 [&](const CallStatement& s) { call(s, where, env); },
                 [&](const ForallStatement& s) { forall(s, where, env); },
                 [&](const IfStatement& s) {
                   run(Elaborator::holds(s.condition) ? s.thenBranch : s.elseBranch, env);
                 },
             },
             statement.node);
}

void ModelBuilder::let(const LetStatement& s, Env& env) {
  env = elaborator_.bindAll(s.bindings, s.recursive, env);
  if (blocks_ > 0 || stock_ > 0) return;
  for (const Binding& binding : s.bindings) {
    for (const std::string& name : binding.target.names) {
      const Value* value = findBound(env, name);
      if (value == nullptr) continue;
      const bool empty = std::holds_alternative<UntypedEmpty>(value->it);
      if (!empty && !std::holds_alternative<NodeValue>(value->it)) continue;
      if (const auto id = elaborator_.node(*value, binding.target.where, "")) model_.definitions[name] = *id;
    }
  }
}

void ModelBuilder::check(const CheckStatement& s, const Where& where, const Env& env) {
  const Value value = elaborator_.evaluate(*s.expr, env);
  const std::string word = nameOf(s.kind);
  const auto id = s.kind == CheckKind::Empty
                      ? elaborator_.node(value, s.expr->where, "'empty' needs")
                      : elaborator_.typed(value, CatType::Relation, s.expr->where, "'" + word + "' needs");
  if (!id) return;
  const std::string madeUp =
      fmt::format("{}{}-{}", s.word == CheckWord::Assert ? "assert-" : "", word, model_.checks.size() + 1);
  const std::string name = s.name ? *s.name : calledAs_.value_or(madeUp);
  Check made{roleOf(s.word), s.kind, s.negated, *id, name, where, binders_};
  // A file included twice checks nothing new.
  const auto known = [&](const Check& other) { return sameCheck(made, other); };
  if (std::none_of(model_.checks.begin(), model_.checks.end(), known))
    model_.checks.push_back(std::move(made));
}

void ModelBuilder::show(const ShowStatement& s, const Env& env) {
  for (const ShowItem& item : s.items) {
    const auto id = elaborator_.node(elaborator_.evaluate(*item.expr, env), item.expr->where, "'show' needs");
    if (!id) continue;
    const std::string name = item.name ? *item.name : print(*item.expr);
    std::erase_if(model_.shown, [&](const auto& shown) { return shown.first == name; });
    model_.shown.emplace_back(name, *id);
  }
}

void ModelBuilder::unshow(const UnshowStatement& s) {
  std::erase_if(model_.shown, [&](const auto& shown) {
    return std::find(s.names.begin(), s.names.end(), shown.first) != s.names.end();
  });
}

void ModelBuilder::call(const CallStatement& s, const Where& where, const Env& env) {
  const Value value = elaborator_.lookUp(s.procedure, where, env);
  const auto* procedure = std::get_if<ProcedureValue>(&value.it);
  if (procedure == nullptr) {
    if (!std::holds_alternative<Poison>(value.it)) {
      elaborator_.mistake(where, fmt::format("'{}' is no procedure", s.procedure));
    }
    return;
  }
  const Value argument = elaborator_.evaluate(*s.argument, env);
  Env inside =
      elaborator_.bindPattern(procedure->procedure->param, argument, procedure->env, s.argument->where);
  const auto calledBefore = calledAs_;
  if (s.name) calledAs_ = s.name;
  ++blocks_;
  run(procedure->procedure->body, inside);
  --blocks_;
  calledAs_ = calledBefore;
}

void ModelBuilder::forall(const ForallStatement& s, const Where& where, const Env& env) {
  const auto classes = elaborator_.classesOf(elaborator_.evaluate(*s.in, env), s.in->where);
  if (!classes) return;
  ClassVariable variable = 0;
  const CatNodeId member = elaborator_.newClassVariable(where, variable);
  binders_.push_back({variable, *classes});
  ++blocks_;
  Env inside = bind(env, s.variable, {NodeValue{member}});
  run(s.body, inside);
  --blocks_;
  binders_.pop_back();
}

}  // namespace hrfcheck::cat

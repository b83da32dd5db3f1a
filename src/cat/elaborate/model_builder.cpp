#include "cat/elaborate/model_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "cat/model/check_kind_name.h"
#include "cat/model/compact.h"
#include "cat/model/flag_names.h"
#include "cat/model/races.h"
#include "cat/syntax/header.h"
#include "cat/syntax/print.h"
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

/// Dartagnan's models of PTX order the writes of a location only as far as they say: they have its name for a
/// title.
bool hasPartialCoherence(Model& model) {
  const auto field = model.header.fields.find("Coherence");
  if (field == model.header.fields.end()) return model.header.title == "PTX";
  if (field->second != "partial" && field->second != "total") {
    model.warnings.push_back({Severity::Warning, Place{model.source, {}},
                              fmt::format("'Coherence: {}' is neither 'partial' nor 'total'", field->second),
                              "coherence is total, as in other models"});
  }
  return field->second == "partial";
}

/// "Updates: hand on", "Updates: hand on without RM" (docs/cat.md, "What updates hand on").
bool updatesHandOn(Model& model) {
  const auto field = model.header.fields.find("Updates");
  if (field == model.header.fields.end()) return false;
  constexpr std::string_view kWithout = "hand on without ";
  const bool without = field->second.starts_with(kWithout) && field->second.size() > kWithout.size() &&
                       field->second.find(' ', kWithout.size()) == std::string::npos;
  if (without) {
    model.handOnWithout = field->second.substr(kWithout.size());
  }
  const bool handOn = without || field->second == "hand on";
  if (!handOn) {
    model.warnings.push_back(
        {Severity::Warning, Place{model.source, {}},
         fmt::format("'Updates: {}' is neither 'Updates: hand on' nor 'Updates: hand on without SET'",
                     field->second),
         "loops that store what they read are bounded"});
  }
  return handOn;
}

/// Engines walk down definitions: deeper ones endanger the stack.
constexpr std::size_t kMaxNodeDepth = 2000;

/// A node, or a tuple of nodes; nothing for other arguments.
std::optional<std::vector<CatNodeId>> nodesOf(const Value& argument) {
  if (const auto* node = std::get_if<NodeValue>(&argument.it)) return std::vector{node->id};
  const auto* tuple = std::get_if<TupleValue>(&argument.it);
  if (tuple == nullptr) return std::nullopt;
  std::vector<CatNodeId> nodes;
  for (const Value& item : *tuple->items) {
    const auto* node = std::get_if<NodeValue>(&item.it);
    if (node == nullptr) return std::nullopt;
    nodes.push_back(node->id);
  }
  return nodes;
}

}  // namespace

ModelBuilder::ModelBuilder(const std::vector<std::filesystem::path>& folders, const ModelLimits& limits)
    : bellFile_(limits.bell),
      raceFlag_(limits.raceFlag),
      budget_(limits),
      table_(budget_),
      choices_(table_),
      environments_(budget_),
      elaborator_(table_, choices_, Prelude::shared(), mistakes_, environments_, budget_),
      files_(folders, limits.trustIncludes, limits.shipped, budget_) {}

Model ModelBuilder::build(const SourcePtr& source) {
  Env env = nullptr;
  readBell(env);
  Diagnostics diagnostics;
  const File& file = files_.parseModel(source, diagnostics);
  const std::vector<Diagnostic> warnings = diagnostics.warnings();
  model_.warnings.insert(model_.warnings.end(), warnings.begin(), warnings.end());
  throwOnSyntaxErrors(diagnostics);
  model_.source = source;
  model_.name = std::filesystem::path(source->name()).stem().string();
  model_.header = readHeader(source, file);
  if (hasPartialCoherence(model_)) elaborator_.makeCoherencePartial();
  model_.updatesHandOn = updatesHandOn(model_);
  std::error_code ignored;
  including_.push_back(std::filesystem::weakly_canonical(source->name(), ignored));
  runModel(file.statements, env);
  noteHierarchy(env);
  if (!mistakes_.empty()) throw UserError(mistakes_.all());
  return finished();
}

Model ModelBuilder::finished() {
  const std::vector<Diagnostic>& warnings = elaborator_.warnings();
  model_.warnings.insert(model_.warnings.end(), warnings.begin(), warnings.end());
  std::map<std::size_t, std::pair<std::string, CatNodeId>> inOrder;
  for (const auto& [name, shown] : shown_) inOrder.emplace(shown.first, std::pair(name, shown.second));
  for (auto& [order, shown] : inOrder) model_.shown.push_back(std::move(shown));
  model_.choices = choices_.take();
  model_.recursions = table_.recursions();
  model_.nodes = table_.takeNodes();
  compact(model_);
  nameRaces(model_, raceFlag_);
  warnOfNearFlagNames(model_);
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

void ModelBuilder::runModel(const std::vector<Statement>& statements, Env& env) {
  for (const Statement& statement : statements) {
    budget_.enter(statement);
    runOne(statement, env);
  }
}

void ModelBuilder::run(const std::vector<Statement>& statements, Env& env) {
  for (const Statement& statement : statements) runOne(statement, env);
}

bool ModelBuilder::tooDeep(CatNodeId id, const Where& where) {
  if (table_.depth(id) <= kMaxNodeDepth) return false;
  elaborator_.mistake(where, fmt::format("definitions are nested more than {} deep here", kMaxNodeDepth));
  return true;
}

ModelBuilder::Binders ModelBuilder::binders() const {
  Binders result;
  for (const ClassBinder& binder : binders_) result.emplace_back(binder.variable, binder.classesOf);
  return result;
}

void ModelBuilder::runOne(const Statement& statement, Env& env) {
  const Where& where = statement.where;
  budget_.spend(1);
  std::visit(Overloaded{
                 [&](const LetStatement& s) { let(s, env); },
                 [&](const CheckStatement& s) { check(s, where, env); },
                 [&](const IncludeStatement& s) { include(s, env); },
                 [&](const ShowStatement& s) { show(s, env); },
                 [&](const UnshowStatement& s) { unshow(s); },
                 [&](const WithStatement& s) { with(s, where, env); },
                 [&](const ProcedureStatement& s) {
                   env = elaborator_.bind(env, s.name, {ProcedureValue{&s, env}});
                 },
                 [&](const CallStatement& s) { call(s, where, env); },
                 [&](const ForallStatement& s) { forall(s, where, env); },
                 [&](const IfStatement& s) {
                   run(Elaborator::holds(s.condition) ? s.thenBranch : s.elseBranch, env);
                 },
                 [&](const EnumStatement& s) { enumeration(s, env); },
                 [&](const InstructionsStatement& s) { instructions(s, where, env); },
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
  if (!id || tooDeep(*id, s.expr->where)) return;
  const std::string madeUp =
      fmt::format("{}{}-{}", s.word == CheckWord::Assert ? "assert-" : "", word, model_.checks.size() + 1);
  const std::string name = s.name ? *s.name : calledAs_.value_or(madeUp);
  const auto given = s.name ? s.name : calledAs_;
  // A file included twice checks nothing new.
  if (!checks_.emplace(roleOf(s.word), s.kind, s.negated, *id, given, binders()).second) return;
  model_.checks.push_back({roleOf(s.word), s.kind, s.negated, *id, name, where, binders_});
}

void ModelBuilder::show(const ShowStatement& s, const Env& env) {
  ++beyondChecks_;
  for (const ShowItem& item : s.items) {
    const auto id = elaborator_.node(elaborator_.evaluate(*item.expr, env), item.expr->where, "'show' needs");
    if (!id || tooDeep(*id, item.expr->where)) continue;
    const std::string name = item.name ? *item.name : print(*item.expr);
    shown_[name] = {nextShown_++, *id};
  }
}

void ModelBuilder::unshow(const UnshowStatement& s) {
  ++beyondChecks_;
  for (const std::string& name : s.names) shown_.erase(name);
}

void ModelBuilder::call(const CallStatement& s, const Where& where, const Env& env) {
  const Value value = elaborator_.lookUp(s.procedure, where, env);
  const auto* procedure = std::get_if<ProcedureValue>(&value.it);
  if (procedure == nullptr) {
    if (!std::holds_alternative<Poison>(value.it)) {
      elaborator_.mistake(where, fmt::format("'{}' is not a procedure", s.procedure));
    }
    return;
  }
  const Value argument = elaborator_.evaluate(*s.argument, env);
  runProcedure(*procedure, s, argument);
}

/// The same procedure on the same nodes checks nothing new, unless it makes choices or shows something.
void ModelBuilder::runProcedure(const ProcedureValue& procedure, const CallStatement& s,
                                const Value& argument) {
  const auto calledBefore = calledAs_;
  if (s.name) calledAs_ = s.name;
  const auto nodes = nodesOf(argument);
  CallKey key(procedure.procedure, procedure.env, nodes.value_or(std::vector<CatNodeId>{}), calledAs_,
              binders());
  if (!nodes || !calls_.contains(key)) {
    const unsigned before = beyondChecks_;
    Env inside =
        elaborator_.bindPattern(procedure.procedure->param, argument, procedure.env, s.argument->where);
    ++blocks_;
    run(procedure.procedure->body, inside);
    --blocks_;
    if (nodes && beyondChecks_ == before) calls_.insert(std::move(key));
  }
  calledAs_ = calledBefore;
}

void ModelBuilder::forall(const ForallStatement& s, const Where& where, const Env& env) {
  const Value in = elaborator_.evaluate(*s.in, env);
  if (const auto* tags = std::get_if<TagListValue>(&in.it)) {
    forallTags(s, *tags, env);
    return;
  }
  const auto classes = elaborator_.classesOf(in, s.in->where);
  if (!classes || tooDeep(*classes, s.in->where)) return;
  ClassVariable variable = 0;
  const CatNodeId member = elaborator_.newClassVariable(where, variable);
  binders_.push_back({variable, *classes});
  ++blocks_;
  Env inside = elaborator_.bind(env, s.variable, {NodeValue{member}});
  run(s.body, inside);
  --blocks_;
  binders_.pop_back();
}

}  // namespace hrfcheck::cat

// What is said of why an outcome is allowed or forbidden, checked against the model itself: over small tests
// of the corpus and every final state that some candidate execution has.

#include "check/explain/explain.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "cat/library.h"
#include "check/explain/violation.h"
#include "check/models/model_choice.h"
#include "check/prepare/preparation.h"
#include "frontend/litmus.h"
#include "program/condition/condition.h"
#include "support/given.h"
#include "support/slice.h"
#include "util/diagnostic.h"

namespace explain_test {

using namespace hrfcheck;

namespace {

namespace fs = std::filesystem;

const ModelLibrary& library() {
  static const ModelLibrary models({fs::path(HRFCHECK_SOURCE_DIR) / "models"});
  return models;
}

std::shared_ptr<const EventStructure> asking(const std::string& file, const std::string& outcome) {
  return std::make_shared<const EventStructure>(
      parseLitmusAsking(readSource(std::string(HRFCHECK_SOURCE_DIR) + "/litmus/" + file),
                        std::make_shared<const Source>("outcome", outcome)));
}

/// A model that asks nothing: every candidate execution is consistent.
Model anything() {
  Model model = library().load("sc");
  model.checks.clear();
  model.choices.clear();
  return model;
}

std::string stateText(const Program& program, const Outcome& outcome) {
  std::string text;
  for (std::size_t i = 0; i < outcome.values.size(); ++i) {
    const std::string name = program.nameOf(program.observed[i]);
    text += (text.empty() ? "" : " ") + name + "=" + std::to_string(outcome.values[i]);
  }
  return text;
}

bool endsSo(const Execution& execution) {
  return execution.complete() && holds(*execution.structure->program().condition,
                                       [&](const StateVariable& v) { return execution.finalValue(v); });
}

/// What is said to relate two events does so, as far as the definitions are named.
void checkDerivation(const Model& model, const Execution& execution, const Derivation& step) {
  using Kind = Derivation::Kind;
  if (const auto found = model.definitions.find(step.by); found != model.definitions.end()) {
    const CatValue value = Evaluator(model, *execution.structure).value(found->second, execution);
    if (const auto* relation = std::get_if<Relation>(&value)) {
      CHECK_MESSAGE(relation->contains(step.from, step.to), step.by);
    }
  }
  if (step.kind == Kind::Path) {
    REQUIRE(step.parts.size() > 1);
    CHECK(step.parts.front().from == step.from);
    CHECK(step.parts.back().to == step.to);
    for (std::size_t i = 0; i + 1 < step.parts.size(); ++i) {
      CHECK(step.parts[i].to == step.parts[i + 1].from);
    }
  }
  CHECK((step.kind == Kind::Fact) == step.parts.empty());
  for (const Derivation& part : step.parts) {
    if (step.kind == Kind::Conjunction || step.kind == Kind::Name) {
      CHECK(std::pair(part.from, part.to) == std::pair(step.from, step.to));
    } else if (step.kind == Kind::Inverse) {
      CHECK(std::pair(part.to, part.from) == std::pair(step.from, step.to));
    }
    checkDerivation(model, execution, part);
  }
}

void checkCycle(const std::vector<Derivation>& steps) {
  REQUIRE(!steps.empty());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    CHECK(steps[i].to == steps[(i + 1) % steps.size()].from);
  }
}

Model without(const Model& model, const std::set<std::size_t>& left) {
  Model rest = model;
  rest.checks.clear();
  for (std::size_t i = 0; i < model.checks.size(); ++i) {
    if (!left.contains(i) || model.checks[i].role != CheckRole::Require) {
      rest.checks.push_back(model.checks[i]);
    }
  }
  return rest;
}

bool allows(const std::shared_ptr<const EventStructure>& structure, const Model& model) {
  const Analysis analysis = makeReferenceEngine()->analyse(given(structure, model), {});
  return std::ranges::any_of(analysis.outcomes, &Outcome::satisfiesCondition);
}

/// No execution that the other requirements allow breaks this one by part of the same pairs, and is as near
/// to the condition.
/// @param others the test under the other requirements
/// @param most executions that are looked at
void checkMinimal(const PreparedTest& others, const Model& model, const Refutation& refutation,
                  std::size_t most) {
  const Check& check = model.checks[refutation.check];
  const auto violation = [&](const Execution& execution) {
    Deriver deriver(model, execution);
    return violationOf(model, check, deriver, execution);
  };
  const ConditionSubject subject(refutation.execution.structure->program());
  const auto about = [&](const Execution& execution) {
    Deriver deriver(model, execution);
    return distanceOf(objectionOf(model, check, deriver, execution, subject), execution, subject);
  };
  const auto shown = violation(refutation.execution);
  const Distance distance = about(refutation.execution);
  AnalysisOptions options;
  options.outcomes = OutcomeSearch::None;
  options.symmetry = false;
  options.candidateLimit = 100 * most;
  std::size_t looked = 0;
  options.eachSatisfying = [&](const Witness& witness) {
    const auto other = violation(witness.execution());
    CHECK_FALSE((other.size() < shown.size() && std::ranges::includes(shown, other) &&
                 about(witness.execution()) <= distance));
    return ++looked < most;
  };
  makeExplicitEngine()->analyse(others, options);
}

void checkForbidden(const std::shared_ptr<const EventStructure>& structure, const Model& model,
                    const Forbidden& forbidden) {
  CHECK_FALSE(forbidden.noCandidate);  // some candidate ends so
  REQUIRE(!forbidden.refutations.empty());
  std::set<std::size_t> core;
  for (const Refutation& refutation : forbidden.refutations) {
    REQUIRE(refutation.check < model.checks.size());
    core.insert(refutation.check);
  }
  std::set<std::size_t> others;
  for (std::size_t i = 0; i < model.checks.size(); ++i) {
    if (!core.contains(i)) {
      others.insert(i);
    }
  }
  CHECK_FALSE(allows(structure, without(model, others)));  // together they forbid it
  for (const Refutation& refutation : forbidden.refutations) {
    std::set<std::size_t> more = others;
    more.insert(refutation.check);
    CHECK(allows(structure, without(model, more)));  // and none is too many
    CHECK(endsSo(refutation.execution));
    CHECK_FALSE(whyNotCandidate(refutation.execution));
    Model rest = without(model, refutation.othersHold ? std::set{refutation.check} : more);
    if (refutation.execution.choices.empty()) {
      rest.choices.clear();
    }
    CHECK(Evaluator(rest, *structure).evaluate(refutation.execution).consistent());
    if (refutation.othersHold) {
      checkMinimal(given(structure, rest), model, refutation, 1'000'000);
    }
    CHECK(Evaluator(model, *structure).evaluate(refutation.execution).failedCheck == refutation.check);
    for (const Derivation& step : refutation.steps) {
      checkDerivation(model, refutation.execution, step);
    }
    if (model.checks[refutation.check].kind != CheckKind::Empty) {
      checkCycle(refutation.steps);
    }
  }
}

/// Tells the story again: program order is kept, and an interleaving returns what the reads return.
void checkEventOrder(const Execution& execution, const EventOrder& order) {
  const EventStructure& structure = *execution.structure;
  std::size_t events = 0;
  execution.happened.forEach([&](EventId e) { events += structure.events()[e].thread != kNoThread ? 1 : 0; });
  CHECK(order.events.size() == events);
  CHECK(std::set<EventId>(order.events.begin(), order.events.end()).size() == events);
  std::vector<Value> memory;
  for (const MemoryLocation& location : structure.program().locations) {
    memory.push_back(location.initial);
  }
  unsigned switches = 0;
  for (std::size_t i = 0; i < order.events.size(); ++i) {
    const EventId e = order.events[i];
    for (std::size_t j = 0; j < i; ++j) {
      CHECK_FALSE(structure.po().contains(e, order.events[j]));
    }
    if (i > 0 && structure.events()[e].thread != structure.events()[order.events[i - 1]].thread) {
      ++switches;
    }
    const EventKind kind = structure.events()[e].kind;
    if (kind == EventKind::Read && order.respects == EventOrder::Respects::Interleaving) {
      CHECK(memory[execution.location[e]] == execution.value[e]);
    }
    if (kind == EventKind::Write) {
      memory[execution.location[e]] = execution.value[e];
    }
  }
  CHECK(switches == order.switches);
}

/// Explains each final state that a candidate execution of the test has.
std::pair<int, int> explainAll(const std::string& file, const std::string& modelName) {
  const Model model = library().load(modelName);
  const auto plain = std::make_shared<const EventStructure>(
      parseLitmus(readSource(std::string(HRFCHECK_SOURCE_DIR) + "/litmus/" + file)));
  const Analysis all = makeReferenceEngine()->analyse(given(plain, anything()), {});
  const auto engine = makeExplicitEngine();
  std::pair<int, int> counts{0, 0};
  for (const Outcome& outcome : all.outcomes) {
    const std::string state = stateText(plain->program(), outcome);
    INFO(file, " ", modelName, " ", state);
    const auto structure = asking(file, state);
    const OutcomeExplanation explanation = explainOutcome(*engine, given(structure, model), {});
    const bool allowed = allows(structure, model);
    REQUIRE(explanation.status == (allowed ? Status::Allowed : Status::Forbidden));
    ++(allowed ? counts.first : counts.second);
    if (allowed) {
      REQUIRE(explanation.example);
      CHECK(endsSo(explanation.example->execution));
      CHECK(Evaluator(model, *structure).evaluate(explanation.example->execution).consistent());
      checkEventOrder(explanation.example->execution, explanation.example->order);
    } else {
      REQUIRE(explanation.forbidden);
      checkForbidden(structure, model, *explanation.forbidden);
    }
  }
  return counts;
}

}  // namespace

TEST_CASE("every final state of small tests is explained, and the explanation holds") {
  int allowed = 0;
  int forbidden = 0;
  for (const std::string file :
       {"hrf/t01-mp-wg.litmus", "hrf/t20-sb-rlx.litmus", "hrf/t20s-sb-sc.litmus", "hrf/t22n-lb.litmus",
        "hrf/t23-corr.litmus", "hrf/coww.litmus", "hrf/rmw-atomicity.litmus", "hrf/fence-mp.litmus",
        "rsp/fig14-case2.litmus", "rsp/t15-mp-rm-rel.litmus", "c11/load-buffering.litmus"}) {
    for (const std::string model :
         {"sc", "hrf0", "hrf-indirect", "hrf-indirect-relaxed", "rsp", "hsa", "opencl", "c11", "rc11"}) {
      const bool c = file.starts_with("c11");
      if ((model == "c11" || model == "rc11") != c) {
        continue;
      }
      const auto [yes, no] = explainAll(file, model);
      allowed += yes;
      forbidden += no;
    }
  }
  CHECK(allowed > 50);
  CHECK(forbidden > 50);
}

namespace {

/// The tests of the corpus whose names say so in a slice, each with the models of its dialect.
std::vector<std::string> corpusFiles() {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(std::string(HRFCHECK_SOURCE_DIR) + "/litmus")) {
    if (entry.path().extension() == ".litmus") {
      files.push_back(entry.path().string());
    }
  }
  std::ranges::sort(files);
  return test::sliceOf(std::move(files));
}

/// The threads and the locations of the condition: those that it names, and what the former access, whose
/// registers hold what they have read.
std::pair<std::set<ThreadId>, std::set<LocationId>> concerned(const Execution& execution) {
  const Program& program = execution.structure->program();
  std::set<ThreadId> threads;
  std::set<LocationId> locations;
  for (const ConditionPtr& condition : {program.condition, program.filter}) {
    for (const StateVariable& variable : condition ? variablesOf(*condition) : std::vector<StateVariable>{}) {
      if (variable.isRegister()) {
        threads.insert(variable.thread);
      } else {
        locations.insert(variable.location);
      }
    }
  }
  std::set<ThreadId> accessing = threads;
  std::set<LocationId> accessed = locations;
  execution.happened.forEach([&](EventId e) {
    const ThreadId thread = execution.structure->events()[e].thread;
    if (threads.contains(thread)) {
      accessed.insert(execution.location[e]);
    }
    if (locations.contains(execution.location[e])) {
      accessing.insert(thread);
    }
  });
  accessing.erase(kNoThread);
  accessed.erase(kNoLocation);
  return {accessing, accessed};
}

void collectEvents(const Derivation& derivation, std::set<EventId>& events) {
  events.insert(derivation.from);
  events.insert(derivation.to);
  for (const Derivation& part : derivation.parts) {
    collectEvents(part, events);
  }
}

/// Some event that is shown is one of a thread or a location of the condition; or nothing is shown.
bool isAboutCondition(const Refutation& refutation) {
  std::set<EventId> events;
  for (const Derivation& step : refutation.steps) {
    collectEvents(step, events);
  }
  if (refutation.member) {
    events.insert(*refutation.member);
  }
  const auto [threads, locations] = concerned(refutation.execution);
  return events.empty() ||
         std::ranges::any_of(events, [&, &threads = threads, &locations = locations](EventId e) {
           return threads.contains(refutation.execution.structure->events()[e].thread) ||
                  locations.contains(refutation.execution.location[e]);
         });
}

}  // namespace

TEST_CASE("reasons have to do with the condition, and break a requirement by no pair without need") {
  constexpr std::size_t kMostExecutions = 3'000;
  std::size_t reasons = 0;
  std::size_t minimal = 0;
  const auto engine = makeExplicitEngine();
  for (const std::string& file : corpusFiles()) {
    const auto program = parseLitmus(readSource(file));
    if (!program->notForModels.empty() || !hasDefaultModel(*program)) {
      continue;
    }
    ModelChoice choice(library(), {});
    for (const ChosenModel& chosen : choice.forProgram(*program)) {
      if (!chosen.model) {
        continue;
      }
      CAPTURE(file);
      CAPTURE(chosen.name);
      ExplainOptions options;
      options.analysis.deadline = Deadline::after(2);
      options.analysis.candidateLimit = 20'000;
      try {
        Preparation preparation(program, {});
        const PreparedTest test = preparation.of(*chosen.model, options.analysis.deadline);
        const OutcomeExplanation explanation = explainOutcome(*engine, test, options);
        if (!explanation.forbidden || explanation.undecided) {
          continue;
        }
        for (const Refutation& refutation : explanation.forbidden->refutations) {
          reasons += refutation.steps.empty() && !refutation.member ? 0 : 1;
          CHECK(isAboutCondition(refutation));
          if (refutation.othersHold && chosen.model->choices.empty()) {
            const Model others = without(*chosen.model, {refutation.check});
            checkMinimal(preparedAnew(test, others), *chosen.model, refutation, kMostExecutions);
            ++minimal;
          }
        }
      } catch (const UserError&) {
        // Not under this model.
      } catch (const OutOfTime&) {
        // Not in this time.
      }
    }
  }
  MESSAGE(reasons << " reasons, " << minimal << " compared");
  CHECK(reasons > test::shareOf(100));
}

TEST_CASE("of two halves that forbid it, the one that the condition is about is shown") {
  const auto structure = std::make_shared<const EventStructure>(parseLitmus(std::make_shared<const Source>(
      "t.litmus",
      "HSA two-halves\n{ x=0; y=0; a=0; b=0; }\n"
      " P0@wg 0         | P1@wg 0         | P2@wg 0         | P3@wg 0         ;\n"
      " st.sc.wg x, 1   | ld.sc.wg r0, y  | st.sc.wg a, 1   | ld.sc.wg r0, b  ;\n"
      " st.sc.wg y, 1   | ld.sc.wg r1, x  | st.sc.wg b, 1   | ld.sc.wg r1, a  ;\n"
      "exists (3:r0=1 /\\ 3:r1=0)\n")));
  const Model model = library().load("hrf-indirect-relaxed");
  const OutcomeExplanation explanation = explainOutcome(*makeExplicitEngine(), given(structure, model), {});
  REQUIRE(explanation.forbidden);
  REQUIRE(!explanation.forbidden->refutations.empty());
  const Refutation& refutation = explanation.forbidden->refutations.front();
  for (const Derivation& step : refutation.steps) {
    for (const EventId e : {step.from, step.to}) {
      const ThreadId thread = structure->events()[e].thread;
      CHECK((thread == kNoThread || thread >= 2));
    }
  }
}

TEST_CASE("values that no store gives have no candidate at all") {
  const auto structure = asking("hrf/t20-sb-rlx.litmus", "0:r0=7");
  const OutcomeExplanation explanation =
      explainOutcome(*makeExplicitEngine(), given(structure, library().load("sc")), {});
  REQUIRE(explanation.forbidden);
  CHECK(explanation.forbidden->noCandidate);
  CHECK(explanation.forbidden->refutations.empty());
}

/// Any outcome is forbidden where an order must contain a cycle.
TEST_CASE("an order that cannot exist is shown by its cycle") {
  Model model =
      parseModel(std::make_shared<const Source>("m.cat",
                                                "\"m\"\nwith o from linearisations(R | W, po | rf | "
                                                "co | fr)\nacyclic o as never-broken\n"),
                 {});
  const auto structure = asking("hrf/t20-sb-rlx.litmus", "0:r0=0 1:r1=0");
  const OutcomeExplanation explanation = explainOutcome(*makeExplicitEngine(), given(structure, model), {});
  REQUIRE(explanation.forbidden);
  REQUIRE(explanation.forbidden->refutations.size() == 1);
  const Refutation& refutation = explanation.forbidden->refutations.front();
  CHECK(refutation.check == model.checks.size());
  CHECK(refutation.name == "o");
  checkCycle(refutation.steps);
  CHECK(refutation.steps.size() == 4);
  CHECK(refutation.steps[1].by == "fr");
  CHECK(endsSo(refutation.execution));
}

TEST_CASE("requirements come before orders that cannot exist") {
  const auto structure = asking("workstealing/variant-rem-sync.litmus", "0:a=7 1:r=7");
  const Model model = library().load("rsp");
  const OutcomeExplanation explanation = explainOutcome(*makeExplicitEngine(), given(structure, model), {});
  REQUIRE(explanation.forbidden);
  REQUIRE(!explanation.forbidden->refutations.empty());
  CHECK(explanation.forbidden->refutations.front().check < model.checks.size());
}

TEST_CASE("the simplest execution is the one with fewest context switches") {
  const auto structure = asking("hrf/t20-sb-rlx.litmus", "0:r0=0 1:r1=1");
  const OutcomeExplanation explanation =
      explainOutcome(*makeExplicitEngine(), given(structure, library().load("hrf-indirect-relaxed")), {});
  REQUIRE(explanation.example);
  CHECK(explanation.example->all);
  CHECK(explanation.example->order.switches == 1);
  CHECK(explanation.example->order.respects == EventOrder::Respects::Interleaving);
}

TEST_CASE("an engine that gives up leaves it undecided") {
  ExplainOptions options;
  const std::atomic<bool> cancelled{true};
  options.analysis.deadline = Deadline::after(0, &cancelled);
  const auto structure = asking("hrf/t20s-sb-sc.litmus", "0:r0=0 1:r1=0");
  const OutcomeExplanation explanation =
      explainOutcome(*makeExplicitEngine(), given(structure, library().load("sc")), options);
  CHECK(explanation.status == Status::Undecided);
  CHECK(explanation.undecided.has_value());
}

TEST_CASE("the solver's answers are explained alike") {
  const auto structure = asking("hrf/t20s-sb-sc.litmus", "0:r0=0 1:r1=0");
  const Model model = library().load("hrf-indirect-relaxed");
  const OutcomeExplanation explanation = explainOutcome(*makeSmtEngine(), given(structure, model), {});
  REQUIRE(explanation.forbidden);
  checkForbidden(structure, model, *explanation.forbidden);
}

}  // namespace explain_test

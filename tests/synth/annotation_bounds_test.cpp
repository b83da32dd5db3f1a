#include "synth/bitsliced/annotation_bounds.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/slice.h"
#include "synth/brute_bounds.h"
#include "synth/judge/judge.h"
#include "synth/models.h"
#include "synth/programs/test_program.h"
#include "synth/shapes/shape_executions.h"

// What annotations cannot change, against every choice of annotations.

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

using enum SynthKind;
using enum SynthOrder;

std::vector<std::shared_ptr<const EventStructure>> skeletonsOf(const SynthShape& shape,
                                                               const SynthBounds& bounds) {
  std::vector<std::vector<StepAnnotation>> programs{{}};
  for (const SynthStep& step : shape.steps) {
    std::vector<std::vector<StepAnnotation>> longer;
    for (const auto& program : programs) {
      for (const StepAnnotation& annotation : annotationsOf(step.kind, bounds)) {
        longer.push_back(program);
        longer.back().push_back(annotation);
      }
    }
    programs = std::move(longer);
  }
  std::vector<std::shared_ptr<const EventStructure>> structures;
  for (const auto& program : programs) {
    structures.push_back(std::make_shared<const EventStructure>(programOf(shape, program)));
  }
  return structures;
}

struct Compared {
  std::uint64_t executions = 0;
  std::uint64_t pruned = 0;  ///< that the requirements without annotations forbid
  std::uint64_t missed = 0;  ///< the others that the model forbids under every annotation
};

/// Checks that whatever is pruned is forbidden under every annotation.
void comparePruning(const Model& model, const Model& plain, const SynthShape& shape,
                    const SynthBounds& bounds, Compared& compared) {
  const auto structures = skeletonsOf(shape, bounds);
  for (const ObservedExecutions& observed : observationsOf(shape)) {
    for (const SynthCoherence& co : observed.coherence) {
      Execution execution = executionOf(shape, observed.observation, co, structures.front());
      const bool pruned = !SynthJudge(plain, *structures.front(), {}).consistent(execution);
      const bool possible = std::ranges::any_of(structures, [&](const auto& structure) {
        execution.structure = structure;
        return SynthJudge(model, *structure, {}).consistent(execution);
      });
      CHECK_FALSE((pruned && possible));
      ++compared.executions;
      compared.pruned += pruned ? 1 : 0;
      compared.missed += !pruned && !possible ? 1 : 0;
    }
  }
}

/// @param every one shape of so many
Compared comparePruning(const Model& model, const SynthBounds& bounds, std::size_t every = 1) {
  const Model plain = withoutAnnotations(model);
  Compared compared;
  std::size_t shapes = 0;
  for (unsigned events = 1; events <= bounds.events; ++events) {
    const ShapeSpace space(bounds, events);
    for (std::uint64_t number = 0; number < space.numbers(); ++number) {
      if (const auto shape = space.at(number); shape && ++shapes % every == 0) {
        comparePruning(model, plain, *shape, bounds, compared);
      }
    }
  }
  return compared;
}

}  // namespace

TEST_CASE("what is pruned whatever the annotations is forbidden under each of them") {
  const SynthBounds bounds = boundsOf(2, 3, 1, {Load, Store}, {Ordinary, Relaxed, AcquireRelease, Remote});
  for (const char* name : {"hrf-indirect", "hrf-indirect-relaxed", "hrf-direct-relaxed", "rsp", "rsp-literal",
                           "hrf0", "drf0", "hsa", "hrf-indirect-relaxed-def31"}) {
    CAPTURE(name);
    const Compared compared = comparePruning(*modelsNamed({name}).front(), bounds, kEvery);
    CHECK(compared.pruned > 0);
    CHECK(compared.pruned < compared.executions);
    CHECK(compared.missed == 0);
  }
}

TEST_CASE("read-modify-writes and fences are pruned like loads and stores") {
  const SynthBounds bounds =
      boundsOf(2, 3, 1, {Load, Store, Exchange, Fence}, {Ordinary, AcquireRelease, SeqCst});
  const Compared compared = comparePruning(*modelsNamed({"rsp"}).front(), bounds, kEvery * kEvery);
  CHECK(compared.pruned > 0);
  CHECK(compared.missed == 0);
}

TEST_CASE("what is taken away counts as much as it can be") {
  const SynthBounds bounds = boundsOf(2, 3, 1, {Load, Store}, {Ordinary, AcquireRelease, Remote});
  for (const char* text : {
           "\"difference\"\nirreflexive (po & loc) ; (rf^-1 ; co)\nempty rf \\ ([A] ; rf ; [A])\n",
           "\"complement\"\nlet weak = ~A * _\nacyclic (po & loc) | rf | co | (weak^-1 & ~ext)\n",
           "\"negated\"\n~empty co & loc\n~acyclic po | (co \\ covers)\n",
           "\"recursive\"\nlet rec r = po | (r ; rf) | covers\nempty rf \\ r\nacyclic po & loc | rf\n",
           "\"classes\"\nforall C in classes(same-wg) do acyclic (po | rf) & (C * C) end\nacyclic po | rf\n",
           "\"fold\"\nlet f C = ([C] ; (po & loc) ; [C]) | (covers & (C * C))\n"
           "acyclic union(f, classes(same-wg)) | rf | co\nirreflexive union(f, classes(same-scope)) ; rf\n",
           "\"choice\"\nwith s from linearisations(M & SC, po)\nacyclic s | po | rf\nempty s & rf\n",
       }) {
    CAPTURE(text);
    const auto model = modelOf(text);
    const Compared compared = comparePruning(*model, bounds);
    CHECK(compared.executions > 0);
    for (const Check& check : withoutAnnotations(*model).checks) {
      CHECK(check.role == CheckRole::Require);
      CHECK(check.forall.empty());
    }
  }
}

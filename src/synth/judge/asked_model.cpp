#include "synth/judge/asked_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/models/model_choice.h"
#include "frontend/convert/convert.h"
#include "synth/programs/converted_program.h"

namespace hrfcheck::inline synth {
namespace {

SynthShape oneStep(SynthKind kind) {
  return {{{1}, {0}, {0}, {}}, {{kind, 0}}, 1, {}};
}

/// A test that every dialect has.
std::shared_ptr<const Program> anyTest(std::string_view target) {
  return convertedProgram(oneStep(SynthKind::Load), {StepAnnotation{}}, target);
}

/// Some operation of the order can be said.
bool hasOrder(std::string_view target, SynthOrder order, SynthBounds bounds) {
  bounds.orders = {order};
  return std::ranges::any_of(bounds.kinds, [&](SynthKind kind) {
    return std::ranges::any_of(annotationsOf(kind, bounds), [&](const StepAnnotation& annotation) {
      return convertedProgram(oneStep(kind), {annotation}, target) != nullptr;
    });
  });
}

}  // namespace

AskedModel askedModel(const std::string& name, const ModelLibrary& library, Converting converting) {
  ModelChoice choice(library, {name});
  const ChosenModel plain = choice.forProgram(*anyTest("hsa")).front();
  if (plain.model) {
    return {plain.model, ""};
  }
  if (converting == Converting::No) {
    throw UserError(fmt::format("{} is not for HSA tests: {}", name, plain.notApplicable),
                    "--differ converts tests to the dialect of a model");
  }
  for (const std::string& target : targetsOfConversion()) {
    if (const ChosenModel chosen = choice.forProgram(*anyTest(target)).front(); chosen.model) {
      return {chosen.model, target};
    }
  }
  throw UserError(fmt::format("{} is not for HSA tests, nor for a dialect that they can be converted to: {}",
                              name, plain.notApplicable));
}

std::string dialectNamed(std::string_view target) {
  return anyTest(target)->dialect;
}

std::vector<SynthOrder> ordersIn(std::string_view target, const SynthBounds& bounds) {
  std::vector<SynthOrder> orders = bounds.orders;
  std::erase_if(orders, [&](SynthOrder order) { return !hasOrder(target, order, bounds); });
  return orders;
}

}  // namespace hrfcheck::inline synth

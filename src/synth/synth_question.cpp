#include "synth/synth_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "check/models/model_choice.h"
#include "suite/suite_description.h"
#include "synth/judge/asked_model.h"

namespace hrfcheck::inline synth {
namespace {

/// The orders that are searched where the user chose none: all dialects that tests are converted to have
/// them.
std::vector<SynthOrder> defaultOrders(const SynthQuestion& question) {
  SynthBounds bounds = question.bounds;
  bounds.orders = ordersFor(question.models, question.wanted == SynthWanted::Minimal);
  for (const std::string& target : question.targets) {
    if (!target.empty()) {
      bounds.orders = ordersIn(target, bounds);
    }
  }
  return bounds.orders;
}

/// Mistakes in what was said of the machine are found before there are workers.
/// @throws UserError
void requireMachine(const SynthMachine& machine) {
  Simulator(programOf({{{1}, {0}, {0}, {}}, {{SynthKind::Load, 0}}, 1, {}}, {StepAnnotation{}}),
            machine.simulation);
}

/// SynthQuestion::beside; none where the library does not have it, as then a batch does not ask it either.
NamedModel besideModel(const SynthQuestion& question, const ModelLibrary& library) {
  const std::vector<std::string> known = library.names();
  const bool needed = std::ranges::count(question.targets, "") == 0 &&
                      std::ranges::count(known, std::string(kDefaultModel)) > 0;
  return needed ? NamedModel{kDefaultModel, askedModel(kDefaultModel, library, Converting::No).model}
                : NamedModel{};
}

}  // namespace

SynthQuestion questionOf(const SynthOptions& options, const ModelLibrary& library) {
  SynthQuestion question;
  if (options.machine) {
    requireMachine(*options.machine);
  }
  const Converting converting = options.wanted == SynthWanted::Minimal ? Converting::No : Converting::Yes;
  for (const std::string& name : options.models) {
    AskedModel asked = askedModel(name, library, converting);
    question.models.push_back(std::move(asked.model));
    question.targets.push_back(std::move(asked.target));
  }
  question.beside = besideModel(question, library);
  question.wanted = options.wanted;
  question.machine = options.machine;
  question.rules = options.rules;
  SynthBounds& bounds = question.bounds = options.bounds;
  if (!options.ordersChosen) {
    bounds.orders = defaultOrders(question);
  }
  const auto none = [&](SynthKind kind) { return annotationsOf(kind, bounds).empty(); };
  std::ranges::copy_if(bounds.kinds, std::back_inserter(question.withoutOrder), none);
  std::erase_if(bounds.kinds, none);
  if (bounds.kinds.empty()) {
    throw UserError("there is no operation within these bounds",
                    "fences and read-modify-writes are never ordinary");
  }
  return question;
}

SynthHeader headerOf(const SynthOptions& options, const SynthQuestion& question,
                     const std::vector<LoadedModel>& models) {
  SynthHeader header{options.version, options.shard, options.modelOptions};
  header.question["tests"] = options.wanted == SynthWanted::Minimal ? "minimal" : "differ";
  header.question["bounds"] = boundsText(question.bounds);
  if (options.rules == Rules::Plain) {
    header.question["plain"] = "on";
  }
  header.question["keep"] = fmt::format("{}", options.keep);
  for (std::size_t m = 0; m < options.models.size(); ++m) {
    header.question[fmt::format("model {}", m + 1)] =
        fmt::format("{} ({})", options.models[m], models[m].textHash());
  }
  if (options.machine) {
    for (const auto& [name, value] : machineDescription(options.machine->simulation)) {
      header.question["machine: " + name] = value;
    }
    header.question.erase("machine: memory");  // more of it decides more, and changes nothing else
  }
  return header;
}

}  // namespace hrfcheck::inline synth

#include "check/models/model_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cat/model/lane_exchanges.h"
#include "check/models/barriers_of_model.h"
#include "check/models/bell_rules.h"
#include "check/models/scope_of_model.h"
#include "check/promise/declared.h"
#include "program/flow/divided_accesses.h"
#include "program/flow/lane_exchanges.h"

namespace hrfcheck::inline check {
namespace {

constexpr const char* kDefaultAmdgpuModel = "amdgpu";

}  // namespace

bool hasDefaultModel(const Program& program) {
  return program.dialect != "LISA";
}

Diagnostic notApplicable(const ChosenModel& choice, const Program& program) {
  const std::string test = program.source ? program.source->name() : program.name;
  return {Severity::Error,
          {},
          fmt::format("{} is not applicable to {}: {}", choice.name, test, choice.notApplicable),
          isAboutBarriers(choice.notApplicable) || dividedAtomic(program) != nullptr ? "" : kAnyDialectHint};
}

const ChosenModel& applicable(const ChosenModel& choice, const Program& program) {
  if (!choice.model) {
    throw UserError(std::vector{notApplicable(choice, program)});
  }
  return choice;
}

ModelChoice::ModelChoice(ModelLibrary library, const std::vector<std::string>& asked, bool anyDialect)
    : library_(std::move(library)), anyDialect_(anyDialect) {
  std::vector<Diagnostic> errors;
  for (const std::string& name : asked) {
    if (name == "all") {
      all_ = true;
      continue;
    }
    if (std::find(named_.begin(), named_.end(), name) != named_.end()) {
      continue;
    }
    try {
      load(name);
      named_.push_back(name);
    } catch (const UserError& error) {
      errors.insert(errors.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  if (!errors.empty()) {
    throw UserError(std::move(errors));
  }
  for (const std::string& name : all_ ? library_.names() : std::vector<std::string>{}) {
    try {
      load(name);
      fromAll_.push_back(name);
    } catch (const UserError& error) {
      broken_.insert(broken_.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  if (all_ && fromAll_.empty()) {
    throw UserError("-m all: there are no models", "name a folder with --include");
  }
}

std::shared_ptr<const Model> ModelChoice::load(const std::string& name) {
  std::shared_ptr<const Model>& model = loaded_[name];
  if (!model) {
    LoadedModel loaded = library_.loadWithSources(name);
    textHashes_[name] = loaded.textHash();
    for (const SourcePtr& source : loaded.sources) {
      files_.insert(source->name());
    }
    model = std::make_shared<const Model>(std::move(loaded.model));
    warnings_.insert(warnings_.end(), model->warnings.begin(), model->warnings.end());
    if (const auto mistake = promiseMistake(*model)) {
      warnings_.push_back(*mistake);
    }
  }
  return model;
}

std::vector<Diagnostic> ModelChoice::takeWarnings() {
  return std::exchange(warnings_, {});
}

std::vector<ChosenModel> ModelChoice::forProgram(const Program& program) {
  std::vector<ChosenModel> result;
  for (const std::string& name : named_) {
    result.push_back(choose(name, program));
    result.back().named = true;
  }
  for (const std::string& name : fromAll_) {
    if (std::find(named_.begin(), named_.end(), name) != named_.end()) {
      continue;
    }
    result.push_back(choose(name, program));
  }
  if (!all_ && named_.empty() && !program.models.empty()) {
    for (const std::string& name : program.models) {
      result.push_back(choose(name, program));
      result.back().named = true;
    }
    return result;
  }
  if (!all_ && named_.empty()) {
    result = theDefault(program);
  }
  return result;
}

Model asJudged(Model model, const Program& program) {
  return hasExchanges(program) ? cat::withExchanges(model, hasRoundsOfExchanges(program)) : std::move(model);
}

/// As the test is judged by it.
std::shared_ptr<const Model> ModelChoice::load(const std::string& name, const Program& program) {
  const std::shared_ptr<const Model> model = load(name);
  if (!hasExchanges(program)) {
    return model;
  }
  std::shared_ptr<const Model>& known = loadedForExchanges_[{name, hasRoundsOfExchanges(program)}];
  known = known ? known : std::make_shared<const Model>(asJudged(*model, program));
  return known;
}

ChosenModel ModelChoice::choose(const std::string& name, const Program& program) {
  // Another name of the default is ptx-9.
  const bool mixed = (name == kDefaultPtxModel || name == "ptx-9") && saysSizes(program);
  const char* const ofSizes = dividedAtomic(program) != nullptr ? kPtxOfSizes : kPtxOfOrdinarySizes;
  const std::shared_ptr<const Model> model = load(mixed ? ofSizes : name, program);
  const std::string why = whyNotApplicable(*model, program);
  if (why.empty()) {
    if (std::vector<Diagnostic> mistakes = bellMistakes(*model, program); !mistakes.empty()) {
      throw UserError(std::move(mistakes));
    }
    return {
        name, model, "",
        mixed ? fmt::format("threads access the same bytes in several sizes: the definitions are those of {}",
                            ofSizes)
              : ""};
  }
  if (!anyDialect_ || dividedAtomic(program) != nullptr) {
    return {name, nullptr, why, ""};
  }
  if (std::string barriers = whyBarriersMeanNothing(*model, program); !barriers.empty()) {
    return {name, nullptr, std::move(barriers), ""};
  }
  return {name, model, "", fmt::format("{} (--any-dialect)", why)};
}

std::vector<ChosenModel> ModelChoice::forExpectations(const Program& program) {
  if (!byDefault() || program.expects.empty()) {
    return forProgram(program);
  }
  std::vector<ChosenModel> result;
  for (const std::string& name : namesExpected(program)) {
    const auto line = std::ranges::find(program.expects, name, &ModelExpectation::model);
    try {
      result.push_back(choose(name, program));
    } catch (const UserError& error) {
      std::vector<Diagnostic> mistakes = error.diagnostics();
      if (line != program.expects.end() && !mistakes.front().place.known()) {
        mistakes.front().place = line->place;
      }
      throw UserError(std::move(mistakes));
    }
    result.back().named = true;
  }
  return result;
}

std::vector<std::string> ModelChoice::namesExpected(const Program& program) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) {
      names.push_back(name);
    }
  };
  if (program.expects.empty()) {
    return names;
  }
  std::ranges::for_each(program.models, add);
  bool every = false;
  for (const ModelExpectation& expectation : program.expects) {
    every = every || expectation.model == kEveryModel;
    if (expectation.model != kEveryModel) {
      add(expectation.model);
    }
  }
  for (const std::string& name : every ? library_.names() : std::vector<std::string>{}) {
    try {
      if (whyNotApplicable(*load(name), program).empty()) {
        add(name);
      }
    } catch (const UserError& error) {
      warnings_.insert(warnings_.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  return names;
}

void ModelChoice::preload(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (name == kEveryModel) {
      preload(library_.names());
      continue;
    }
    try {
      load(name);
    } catch (const UserError&) {
      textHashes_.emplace(name, "");  // whoever asks for it is told
    }
  }
}

std::vector<std::string> ModelChoice::withoutRaces() {
  std::vector<std::string> names = named_;
  std::erase_if(names, [&](const std::string& name) { return definesRaces(*load(name)); });
  return names;
}

std::vector<ChosenModel> ModelChoice::named(const std::vector<std::string>& names, const Program& program) {
  std::vector<ChosenModel> result;
  for (const std::string& name : names) {
    try {
      result.push_back(choose(name, program));
    } catch (const UserError& error) {
      textHashes_.emplace(name, "");
      result.push_back({name, nullptr, error.diagnostics().front().message, "", false, true});
    }
    result.back().named = true;
  }
  return result;
}

/// CUDA is defined by its translation into PTX, HIP by that into LLVM IR for AMD's GPUs, whose model comes
/// from HRF-indirect by way of HSA.
std::vector<ChosenModel> ModelChoice::defaultsOfCuda(const Program& program) {
  const std::string& test = program.dialect;
  const char* const own = test == "CUDA" ? kDefaultPtxModel : kDefaultAmdgpuModel;
  ChosenModel first = choose(own, program);
  ChosenModel hrf = choose(kDefaultModel, program);
  if (!hrf.model) {
    return {std::move(first)};
  }
  if (!first.model) {
    hrf.note =
        fmt::format("the test is {}, and {} cannot be applied to it: {}", test, own, first.notApplicable);
    return {std::move(hrf)};
  }
  const std::string sizes = first.note.empty() ? "" : fmt::format("; {}", first.note);
  first.note = fmt::format(
      "the test is {0}, so {1} is checked as well as the default {2}: {1} says what the compiled code may do, {2} "
      "whether the source has races, on whose absence compilers rely{3}",
      test, own, kDefaultModel, sizes);
  return {std::move(first), std::move(hrf)};
}

std::vector<ChosenModel> ModelChoice::theDefault(const Program& program) {
  const auto instead = [&](const char* name, const char* why) {
    return std::vector{
        ChosenModel{name, load(name, program), "",
                    fmt::format("{}, so {} stands in for the default {}", why, name, kDefaultModel)}};
  };
  if (featuresOf(program).remote) {
    return instead(kDefaultRemoteModel, "the test has remote operations");
  }
  if (program.dialect == "C") {
    return instead(kDefaultCModel, "the test is C11");
  }
  if (program.dialect == "PTX") {
    return instead(kDefaultPtxModel, "the test is PTX");
  }
  if (program.dialect == "VULKAN") {
    return instead(kDefaultVulkanModel, "the test is Vulkan");
  }
  if (program.dialect == "CUDA" || program.dialect == "HIP" || program.dialect == "AMDGPU") {
    return defaultsOfCuda(program);
  }
  if (program.dialect == "OPENCL") {
    ChosenModel own{kDefaultOpenClModel, load(kDefaultOpenClModel, program), "", ""};
    own.beside = load(kDefaultModel, program);
    return {std::move(own)};
  }
  if (!hasDefaultModel(program)) {
    throw UserError("LISA tests have no default model",
                    "name a model with -m, and with --bell the file that explains their annotations");
  }
  return {{kDefaultModel, load(kDefaultModel, program), "", ""}};
}

}  // namespace hrfcheck::inline check

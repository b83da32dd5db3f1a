#include "check/model_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "check/scope_of_model.h"

namespace hrfcheck {

ModelChoice::ModelChoice(ModelLibrary library, const std::vector<std::string>& asked)
    : library_(std::move(library)) {
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
    model = std::make_shared<const Model>(library_.load(name));
    warnings_.insert(warnings_.end(), model->warnings.begin(), model->warnings.end());
  }
  return model;
}

std::vector<Diagnostic> ModelChoice::takeWarnings() {
  return std::exchange(warnings_, {});
}

std::vector<ChosenModel> ModelChoice::forProgram(const Program& program) {
  std::vector<ChosenModel> result;
  for (const std::string& name : named_) {
    result.push_back({name, load(name), "", ""});
  }
  for (const std::string& name : fromAll_) {
    if (std::find(named_.begin(), named_.end(), name) != named_.end()) {
      continue;
    }
    const std::string why = whyNotApplicable(*load(name), program);
    result.push_back({name, why.empty() ? load(name) : nullptr, why, ""});
  }
  if (!all_ && named_.empty()) {
    result.push_back(theDefault(program));
  }
  return result;
}

std::vector<ChosenModel> ModelChoice::named(const std::vector<std::string>& names) {
  std::vector<ChosenModel> result;
  for (const std::string& name : names) {
    try {
      result.push_back({name, load(name), "", ""});
    } catch (const UserError& error) {
      result.push_back({name, nullptr, error.diagnostics().front().message, ""});
    }
  }
  return result;
}

ChosenModel ModelChoice::theDefault(const Program& program) {
  const auto instead = [&](const char* name, const char* why) {
    return ChosenModel{name, load(name), "",
                       fmt::format("{}, so {} stands in for the default {}", why, name, kDefaultModel)};
  };
  if (featuresOf(program).remote) {
    return instead(kDefaultRemoteModel, "the test has remote operations");
  }
  if (program.dialect == "C") {
    return instead(kDefaultCModel, "the test is C11");
  }
  return {kDefaultModel, load(kDefaultModel), "", ""};
}

}  // namespace hrfcheck

#include "cli/certificate_models.h"

#include <fmt/format.h>

#include <filesystem>

#include "util/diagnostic.h"
#include "verify/refused.h"

namespace hrfcheck::inline cli {
namespace {

namespace fs = std::filesystem;

/// By the names of their files, as certificates have them.
std::map<std::string, std::string> textsOf(const std::vector<SourcePtr>& sources) {
  std::map<std::string, std::string> texts;
  for (const SourcePtr& source : sources) {
    texts["model/" + fs::path(source->name()).filename().string()] = source->text();
  }
  return texts;
}

/// What differs between the files of a model here and there, as words; empty where nothing does.
std::string differences(const std::map<std::string, std::string>& here,
                        const std::map<std::string, std::string>& there) {
  std::vector<std::string> words;
  for (const auto& [name, text] : here) {
    const auto other = there.find(name);
    if (other == there.end() || other->second != text) {
      words.push_back(
          fmt::format("{} {}", name.substr(6), other == there.end() ? "is another file" : "differs"));
    }
  }
  for (const auto& [name, unused] : there) {
    if (!here.contains(name)) {
      words.push_back(fmt::format("{} is missing", name.substr(6)));
    }
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

const LoadedModel* CertificateModels::installedAs(const std::string& name) try {
  const auto known = known_.find(name);
  return &(known != known_.end() ? known : known_.emplace(name, installed_.loadWithSources(name)).first)
              ->second;
} catch (const UserError&) {
  return nullptr;
}

LoadedModel CertificateModels::ownOf(const std::string& folder, const CertificateIndex& index,
                                     const Deadline& deadline) const {
  const auto left = deadline.millisecondsLeft();
  const ModelLimits limits{.seconds = left ? *left / 1000.0 : 0, .cancelled = &stop_};
  try {
    return ModelLibrary({fs::path(folder) / "model"}, limits)
        .loadWithSources((fs::path(folder) / index.modelFile).string());
  } catch (const UserError& error) {
    deadline.check();
    const Diagnostic& first = error.diagnostics().front();
    throw Refused(index.modelFile, first.place.known() ? first.place.position().line : 0,
                  fmt::format("the model cannot be read: {}", first.message));
  }
}

CertificateModels::Found CertificateModels::find(const std::string& folder, const Files& files,
                                                 const CertificateIndex& index, const Deadline& deadline) {
  std::map<std::string, std::string> here;
  for (const auto& [name, text] : files) {
    if (name.starts_with("model/")) {
      here[name] = text;
    }
  }
  const LoadedModel* installed = installedAs(index.model);
  deadline.check();
  const std::string differ = installed == nullptr ? "" : differences(here, textsOf(installed->sources));
  if (installed != nullptr && differ.empty()) {
    return {&installed->model, "", false};
  }
  own_ = ownOf(folder, index, deadline);
  if (const std::string other = differences(here, textsOf(own_.sources)); !other.empty()) {
    throw Refused("model", 0, fmt::format("these are not the files of the model: {}", other));
  }
  return {&own_.model,
          installed == nullptr ? fmt::format("no model {} is installed", index.model)
                               : fmt::format("the model is not the installed {}: {}", index.model, differ),
          installed != nullptr};
}

}  // namespace hrfcheck::inline cli

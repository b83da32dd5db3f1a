#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cat/model/limits.h"
#include "cat/model/model.h"

namespace hrfcheck {

/// A model with the texts that it was made of: its own and those that it includes, as they were met.
struct LoadedModel {
  Model model;
  std::vector<SourcePtr> sources;

  /// A hash over all of them; where they were found does not matter.
  std::string textHash() const;
};

/// Where model files are looked for: by name in the given folders, first hit wins; behind them, where the
/// limits say so, among those that are compiled in.
class ModelLibrary {
 public:
  /// @param folders searched in order; the last is usually models/ beside the program
  explicit ModelLibrary(std::vector<std::filesystem::path> folders, ModelLimits limits = {});

  /// Loads a model by name ("rsp") or path ("my/model.cat", anything with a slash or ending in .cat).
  /// @throws UserError with places for mistakes in the file, with near names for an unknown model.
  Model load(const std::string& nameOrPath) const;
  /// @throws UserError as `load`
  LoadedModel loadWithSources(const std::string& nameOrPath) const;

  /// Names of all models, sorted; files meant only for inclusion (no check of their own,
  /// "Status: included") are omitted.
  std::vector<std::string> names() const;

  const std::vector<std::filesystem::path>& folders() const { return folders_; }

 private:
  /// The file that a name stands for; empty where there is none.
  std::filesystem::path pathOf(const std::string& asked) const;
  std::filesystem::path fileOf(const std::string& name) const;

  std::vector<std::filesystem::path> folders_;
  ModelLimits limits_;
};

/// Parses, type-checks and resolves one model text. Includes are searched beside the file, then in `folders`.
/// @throws UserError with every mistake found, or when the model is more than the limits allow.
Model parseModel(const SourcePtr& source, const std::vector<std::filesystem::path>& folders,
                 const ModelLimits& limits = {});

}  // namespace hrfcheck

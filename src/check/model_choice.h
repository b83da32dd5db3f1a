#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cat/library.h"
#include "program/program.h"

namespace hrfcheck {

inline constexpr const char* kDefaultModel = "hrf-indirect-relaxed";
inline constexpr const char* kDefaultRemoteModel = "rsp";
/// C11 tests have no scopes.
inline constexpr const char* kDefaultCModel = "rc11";

/// A model to ask about a test, or a reason not to.
struct ChosenModel {
  std::string name;
  std::shared_ptr<const Model> model;  ///< null when it does not apply
  std::string notApplicable;
  std::string note;  ///< why this one, where the user did not say
};

/// Which models a command line means; each is loaded once.
class ModelChoice {
 public:
  /// @throws UserError with the mistakes of all models that were named
  ModelChoice(ModelLibrary library, const std::vector<std::string>& asked);

  /// The models for one test, in the order asked for.
  /// @throws UserError when the default model cannot be loaded
  std::vector<ChosenModel> forProgram(const Program& program);
  /// Models of these names, whatever was asked for; one that cannot be loaded says why in `notApplicable`.
  std::vector<ChosenModel> named(const std::vector<std::string>& names);

  /// Mistakes in models that only `all` brought in; they do not stop the others.
  const std::vector<Diagnostic>& brokenModels() const { return broken_; }
  /// More than one model may be asked about a test.
  bool several() const { return all_ || named_.size() > 1; }
  /// No model was named: each test has its default.
  bool byDefault() const { return !all_ && named_.empty(); }
  /// Warnings of the models loaded since the last call.
  std::vector<Diagnostic> takeWarnings();

 private:
  std::shared_ptr<const Model> load(const std::string& name);
  ChosenModel theDefault(const Program& program);

  ModelLibrary library_;
  bool all_ = false;
  std::vector<std::string> named_;    ///< as asked for
  std::vector<std::string> fromAll_;  ///< brought in by `all`
  std::map<std::string, std::shared_ptr<const Model>> loaded_;
  std::vector<Diagnostic> broken_;
  std::vector<Diagnostic> warnings_;
};

}  // namespace hrfcheck

#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cat/library.h"
#include "program/ir/program.h"

namespace hrfcheck::inline check {

inline constexpr const char* kDefaultModel = "hrf-indirect-relaxed";
inline constexpr const char* kDefaultRemoteModel = "rsp";
/// C11 tests have no scopes.
inline constexpr const char* kDefaultCModel = "rc11";
inline constexpr const char* kDefaultPtxModel = "ptx";
/// What `ptx` is for kernels that access the same bytes in several sizes, strong accesses among them.
inline constexpr const char* kPtxOfSizes = "ptx-mixed-size";
/// The same where the accesses that overlap others in part are ordinary: loops need no bound then.
inline constexpr const char* kPtxOfOrdinarySizes = "ptx-ordinary-sizes";
inline constexpr const char* kDefaultVulkanModel = "vulkan";
inline constexpr const char* kDefaultOpenClModel = "opencl";

/// Whether there is a model for tests of a dialect that nobody named one for. Annotations of LISA mean what a
/// model and its bell file make of them.
bool hasDefaultModel(const Program& program);

/// A model as it judges a test: events of exchanges between lanes are nothing to it.
Model asJudged(Model model, const Program& program);

/// A model to ask about a test, or a reason not to.
struct ChosenModel {
  std::string name;
  std::shared_ptr<const Model> model;  ///< null when it does not apply
  std::string notApplicable;
  std::string note;      ///< why this one, where the user did not say; that it was not made for such tests
  bool named = false;    ///< the user asked for this one, and not for all
  bool unknown = false;  ///< it cannot be loaded
  /// Of a dialect whose default is its own model: kDefaultModel, whose answer is told where it differs.
  std::shared_ptr<const Model> beside = nullptr;
};

inline constexpr const char* kAnyDialectHint = "--any-dialect applies it nevertheless";

/// "rc11 is not applicable to mp.litmus: the model is not for HSA tests".
Diagnostic notApplicable(const ChosenModel& choice, const Program& program);

/// @throws UserError where the model is not applicable
const ChosenModel& applicable(const ChosenModel& choice, const Program& program);

/// Which models a command line means; each is loaded once. Whether a model can be asked about a test is
/// decided here, for every command.
class ModelChoice {
 public:
  /// @param anyDialect models are asked about tests of dialects that they were not made for
  /// @throws UserError with the mistakes of all models that were named
  ModelChoice(ModelLibrary library, const std::vector<std::string>& asked, bool anyDialect = false);

  /// The models for one test, in the order asked for; without any, those that the test names, or its default;
  /// CUDA has two (docs/cuda.md).
  /// @throws UserError when the default model cannot be loaded or there is none, or the test is not as the
  /// bell file
  ///         of a model wants it (bell_rules.h)
  std::vector<ChosenModel> forProgram(const Program& program);
  /// The same, but where nobody named a model and the test has `expect` lines, the models of these.
  /// @throws UserError as forProgram, with the place of a line whose model cannot be loaded
  std::vector<ChosenModel> forExpectations(const Program& program);
  /// The names of the models that the test's `expect` lines speak of, and of those that it asks for beside
  /// them; none where it has no such line. `all` is every model that applies.
  std::vector<std::string> namesExpected(const Program& program);
  /// Models of these names, whatever was asked for; one that cannot be loaded says why in `notApplicable`.
  std::vector<ChosenModel> named(const std::vector<std::string>& names, const Program& program);

  /// Loads these (`all`: every one), so that processes forked from this one share them. Mistakes are told
  /// when they are asked for.
  void preload(const std::vector<std::string>& names);

  /// The names that the user gave, `all` not among them.
  const std::vector<std::string>& names() const { return named_; }
  /// Those of them that define no race.
  std::vector<std::string> withoutRaces();

  /// Mistakes in models that only `all` brought in; they do not stop the others.
  const std::vector<Diagnostic>& brokenModels() const { return broken_; }
  /// More than one model may be asked about a test.
  bool several() const { return all_ || named_.size() > 1; }
  /// No model was named: each test has its default.
  bool byDefault() const { return !all_ && named_.empty(); }
  /// For each model that was loaded, by the name it was asked for, a hash over its text and what it includes;
  /// empty for one that `named` could not load.
  const std::map<std::string, std::string>& textHashes() const { return textHashes_; }
  /// The files that they were read from.
  const std::set<std::string>& files() const { return files_; }
  /// Warnings of the models loaded since the last call.
  std::vector<Diagnostic> takeWarnings();

 private:
  std::shared_ptr<const Model> load(const std::string& name);
  std::shared_ptr<const Model> load(const std::string& name, const Program& program);
  ChosenModel choose(const std::string& name, const Program& program);
  std::vector<ChosenModel> theDefault(const Program& program);
  std::vector<ChosenModel> defaultsOfCuda(const Program& program);

  ModelLibrary library_;
  bool anyDialect_;
  bool all_ = false;
  std::vector<std::string> named_;    ///< as asked for
  std::vector<std::string> fromAll_;  ///< brought in by `all`
  std::map<std::string, std::shared_ptr<const Model>> loaded_;
  std::map<std::pair<std::string, bool>, std::shared_ptr<const Model>>
      loadedForExchanges_;  ///< by whether they are in rounds
  std::map<std::string, std::string> textHashes_;
  std::set<std::string> files_;
  std::vector<Diagnostic> broken_;
  std::vector<Diagnostic> warnings_;
};

}  // namespace hrfcheck::inline check

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cat/library.h"
#include "differential/kernel_text.h"
#include "differential/properties.h"
#include "differential/random_program.h"
#include "differential/variants.h"

namespace hrfcheck {

/// What became of one random test.
struct TestResult {
  std::string litmus;
  std::vector<std::string> failures;  ///< empty when everything agrees
  unsigned models = 0;                ///< compared with the reference engine
  std::vector<std::string> skipped;   ///< models whose enumeration was too large to finish
  bool abandoned = false;             ///< the test took too long; what was compared until then agrees
};

/// A kernel as a test.
struct KernelForm {
  kernels::KernelText text;
  std::shared_ptr<const EventStructure> structure;
};

/// What a rule about settled memory may be wrong in: then runSettled has to find differences.
enum class PlantedRule {
  None,
  Barriers,  ///< each barrier orders whatever its threads access
  Updates,   ///< updates commute, whatever their scopes
  Control    ///< no model looks at control dependencies
};

/// Sends tests through all engines under every model, with and without what makes them fast, and checks the
/// laws between models. One per thread.
class DifferentialSession {
 public:
  /// @param modelFolder the project's models/
  /// @param ownModelFolder tests/differential/models
  /// @param secondsEach for one test, after which it is abandoned; 0 for no limit
  DifferentialSession(const std::string& modelFolder, const std::string& ownModelFolder,
                      std::uint64_t candidateLimit, double secondsEach);

  /// Only the models named; the laws need all of them and are then not checked.
  void restrictTo(const std::vector<std::string>& models);
  /// Only this model, by name or path, and `sc`; of the laws, the promise that its file declares.
  /// @throws UserError where the file declares none
  void restrictToPromiseOf(const std::string& model);

  /// Random models that runPlain asks, too.
  void takeRandomModels(std::uint64_t howMany) { randomModels_ = howMany; }

  TestResult run(std::uint64_t seed, Profile profile, unsigned maxAccesses);
  /// Asks a few models, one of them random, and only whether leaving nothing out shows anything else.
  /// @param seed of the choice of models
  TestResult runPlain(std::uint64_t seed, const std::string& litmus);
  /// Compares a test without settled memory, under every model that licenses that, with all that is in it.
  TestResult runSettled(const std::string& litmus, PlantedRule planted);
  /// The same of a test that waits, whose loops are counted for longer.
  TestResult runWait(std::uint64_t seed, const std::string& litmus);
  /// A launched kernel, as text and in its other forms.
  TestResult runKernel(const kernels::Kernel& kernel);
  TestResult runText(const std::string& litmus, Profile profile);

  const LawCounts& lawCounts() const { return lawCounts_; }

 private:
  void compareAll(const std::string& litmus, Profile profile, TestResult& result);
  /// @throws OutOfTime when the time for the test is over
  Analysis analyse(Engine& engine, const std::shared_ptr<const EventStructure>& structure, const Model& model,
                   AnalysisOptions options) const;
  Analysis analyse(Engine& engine, const PreparedTest& test, AnalysisOptions options) const;
  EngineAnswer answerOfAll(const std::shared_ptr<const EventStructure>& structure, const Model& model,
                           TestResult& result);
  void compareWithReference(const std::shared_ptr<const EventStructure>& structure, const Model& model,
                            const Analysis& fast, TestResult& result);
  EngineAnswer answerOfOne(const std::shared_ptr<const EventStructure>& structure, const Model& model);
  void checkLaws(const std::shared_ptr<const EventStructure>& structure, const Answers& answers,
                 TestResult& result);
  void checkGpuLaws(const std::shared_ptr<const EventStructure>& structure, Answers& answers,
                    TestResult& result);
  void checkFewerRounds(const std::shared_ptr<const EventStructure>& structure, const Answers& answers,
                        TestResult& result);
  void checkStoringLoops(const std::shared_ptr<const EventStructure>& structure, const Answers& answers,
                         TestResult& result);
  /// @param counts answers where nothing is left out
  /// @param unroll iterations of loops that are counted
  void checkPlain(const std::shared_ptr<const Program>& program, const Model& model, Engine& counts,
                  unsigned unroll, TestResult& result);
  TestResult runPlain(std::uint64_t seed, const std::string& litmus, Engine& counts, unsigned unroll);
  void checkPromises(const EventStructure& structure, const Answers& answers, TestResult& result);
  void compareKernel(const kernels::Kernel& kernel, TestResult& result);
  void compareWithInterleavings(const kernels::Kernel& kernel, const KernelForm& launched,
                                const EngineAnswer& answer, TestResult& result);
  TestResult limited(const std::string& litmus, const std::function<void(TestResult&)>& compare);
  void checkVariant(const Variant& variant, Profile profile, TestResult& result);

  std::unique_ptr<Engine> reference_;
  std::unique_ptr<Engine> explicit_;
  std::unique_ptr<Engine> smt_;
  std::unique_ptr<Engine> z3_, cadical_;  ///< the same with one solver for everything
  ModelLibrary library_;
  std::vector<Model> models_;
  Model irEquality_;
  Model ptxPartial_;
  std::uint64_t candidateLimit_;
  double secondsEach_;
  Deadline deadline_;  ///< of the test that is being compared
  bool restricted_ = false;
  std::uint64_t randomModels_ = 0;
  unsigned turn_ = 0;
  LawCounts lawCounts_;
};

}  // namespace hrfcheck

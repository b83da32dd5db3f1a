#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "check/models/model_choice.h"
#include "observe/emit/emit.h"
#include "observe/observe_report.h"

namespace hrfcheck::inline observe {

/// Judges what devices have shown of tests.
class Observer {
 public:
  /// What a model promises of the final states of a program.
  using PromiseBy = std::function<Promise(const Model&, const std::shared_ptr<const Program>&)>;

  /// @param models outlives the observer
  Observer(ModelChoice& models, PromiseBy promiseBy) : models_(models), promiseBy_(std::move(promiseBy)) {}

  /// A test in the form of a back end, with its final states under interleaving.
  struct Prepared {
    std::shared_ptr<const Program> program;  ///< as the device runs it, or as it is launched there
    std::vector<std::string> notes;
    Interleavings interleavings;
    EmittedTest emitted;
  };
  /// A kernel in CUDA C++ is launched as its author wrote it, on CUDA devices; other tests are rewritten.
  /// @throws UserError as deviceTest, kernelTest and their emission do
  Prepared prepare(const Program& test, BackEnd backEnd);

  /// What was seen, with nothing yet that a model says of it.
  /// @throws UserError for results of an unknown back end, of another test, or of another text of this one
  ObserveReport reportOf(const Program& test, DeviceResults results);

  /// Asks a model about the test as the device runs it, else as it was written, else in a dialect that the
  /// model is for.
  /// @param report of reportOf, for the same test
  /// @throws UserError where it is for none of them
  ModelVerdict ask(const std::string& model, const Program& test, const ObserveReport& report);

 private:
  Interleavings interleavingsOf(const std::shared_ptr<const Program>& program);

  ModelChoice& models_;
  PromiseBy promiseBy_;
};

/// @throws UserError where results do not say which
BackEnd backEndOf(const DeviceResults& results);

}  // namespace hrfcheck::inline observe

#include "observe/observer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "frontend/convert/convert.h"
#include "frontend/litmus.h"
#include "observe/kernels/kernel_test.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline observe {
namespace {

void markWeak(DeviceResults& results, const Interleavings& interleavings) {
  for (SeenState& state : results.states) {
    state.weak = interleavings && std::ranges::find(*interleavings, state.values) == interleavings->end();
  }
}

using Form = std::pair<std::string, std::shared_ptr<const Program>>;

/// The forms of a test, with the dialects of those that the device does not run.
std::vector<Form> formsOf(const Program& written, const Program& onDevice) {
  std::vector<Form> forms = {{"", observingTheSame(onDevice, onDevice)}};
  const auto add = [&](const std::string& name, const Program& form) {
    if (auto same = observingTheSame(form, onDevice)) {
      forms.emplace_back(name, std::move(same));
    }
  };
  add(written.dialect, written);
  for (const char* target : {"hsa", "opencl", "ptx", "amdgpu"}) {
    try {
      const Conversion conversion = convert(written, target);
      add(conversion.program.dialect, conversion.program);
    } catch (const UserError&) {
      continue;  // a dialect that has no words for the test
    }
  }
  return forms;
}

}  // namespace

BackEnd backEndOf(const DeviceResults& results) {
  const auto* info = std::ranges::find(kBackEnds, results.backEnd, &BackEndInfo::name);
  if (info == kBackEnds.end()) {
    throw UserError(fmt::format("these results of {} are from an unknown back end", results.test));
  }
  return info->backEnd;
}

Interleavings Observer::interleavingsOf(const std::shared_ptr<const Program>& program) {
  const ChosenModel sc = models_.named({"sc"}, *program).front();
  if (sc.model) {
    Promise promise = promiseBy_(*sc.model, program);
    if (promise.kind == PromiseKind::Outcomes && !promise.undecided) {
      return std::move(promise.outcomes);
    }
  }
  return std::nullopt;
}

Observer::Prepared Observer::prepare(const Program& test, BackEnd backEnd) {
  Prepared prepared;
  if (auto launch = backEnd == BackEnd::Cuda ? kernelLaunchOf(test) : std::nullopt) {
    const KernelTest kernel = kernelTest(test, std::move(*launch));
    prepared.program = kernel.program;
    prepared.interleavings = interleavingsOf(kernel.program);
    prepared.emitted = emitKernel(kernel, prepared.interleavings);
    return prepared;
  }
  DeviceTest device = deviceTest(test, backEnd);
  prepared.program = device.program;
  prepared.interleavings = interleavingsOf(device.program);
  prepared.emitted = emit(device, prepared.interleavings);
  prepared.notes = std::move(device.notes);
  return prepared;
}

ObserveReport Observer::reportOf(const Program& test, DeviceResults results) {
  const Prepared prepared = prepare(test, backEndOf(results));
  requireResultsOf(results, prepared.emitted.hash, *prepared.program);
  markWeak(results, prepared.interleavings);
  return {prepared.program, std::move(results), {}, prepared.notes};
}

ModelVerdict Observer::ask(const std::string& model, const Program& test, const ObserveReport& report) {
  std::optional<ChosenModel> refused;  // by the form that the device runs
  for (const auto& [dialect, form] : formsOf(test, *report.program)) {
    const ChosenModel chosen = models_.named({model}, *form).front();
    if (chosen.unknown) {
      applicable(chosen, *form);
    }
    if (!chosen.model) {
      refused = refused ? refused : chosen;
      continue;
    }
    Promise promise = promiseBy_(*chosen.model, form);
    promise.model = model;
    ModelVerdict verdict = verdictOf(std::move(promise), report.results);
    verdict.dialect = dialect;
    return verdict;
  }
  if (refused) {
    applicable(*refused, *report.program);
  }
  throw UserError(fmt::format("{} cannot be applied to {}", model, test.name));
}

}  // namespace hrfcheck::inline observe

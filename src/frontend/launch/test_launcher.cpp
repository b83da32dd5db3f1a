#include "frontend/launch/test_launcher.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/language/language.h"
#include "frontend/launch/unsaid.h"
#include "frontend/shared/text/cursor.h"
#include "util/text.h"

namespace hrfcheck::frontend {
namespace {

/// Of the name of an instance of a template: `scan<int, 4>`.
std::string withoutSpaces(std::string_view name) {
  std::string text(name);
  std::erase(text, ' ');
  return text;
}

std::vector<const c::Function*> kernelsOf(const c::Unit& unit) {
  std::vector<const c::Function*> kernels;
  for (const c::Function& function : unit.functions) {
    if (function.kernel) {
      kernels.push_back(&function);
    }
  }
  return kernels;
}

}  // namespace

void TestLauncher::launch(c::ParsedUnit& parsed, std::vector<InitialEntry>& initial) {
  const bool kernels = std::ranges::any_of(parsed.unit.functions, &c::Function::kernel);
  const bool asked = parsed.launch || directives_.only("launch");
  if (kernels && !asked && parsed.header.empty()) {
    reportUnlaunched(parsed.unit);
    throw SyntaxFailure{};
  }
  if (!kernels || !asked) {
    if (parsed.launch) {
      diagnostics_.error({source_, parsed.launch->word.span}, "there is no kernel to launch here",
                         kernelForm());
    }
    refuse();
    return;
  }
  if (!parsed.header.empty()) {
    diagnostics_.error({source_, parsed.header.front().token.span},
                       "a test has a launch or threads P0, P1, ..., not both");
    throw SyntaxFailure{};
  }
  refuseOpenMemory();
  const std::optional<Grid> grid = gridOf(parsed.launch);
  const c::Function* kernel = chooseKernel(parsed.unit, kernelName(parsed.launch));
  for (const Directive& line : directives_.all("init")) {
    initLines_.read(line, parsed.constants, initial);
  }
  if (!grid || kernel == nullptr) {
    throw SyntaxFailure{};
  }
  warnOfSizes(*kernel, *grid, parsed.constants);
  c::launchKernel(parsed, *kernel, *grid, initial, dialect_, source_, diagnostics_);
}

/// A launch with other sizes than the kernel's is an error of the host (clEnqueueNDRangeKernel:
/// CL_INVALID_WORK_GROUP_SIZE; CUDA: more threads than __launch_bounds__). Here smaller ones are asked about
/// nevertheless: few threads show what many do.
void TestLauncher::warnOfSizes(const c::Function& kernel, const Grid& grid,
                               const std::map<std::string_view, c::Literal>& constants) {
  if (const std::optional<c::GroupSize>& asked = kernel.groupSize) {
    std::vector<Value> items(grid.items.begin(), grid.items.end());
    items.resize(asked->numbers.size(), 1);
    if (items != asked->numbers) {
      diagnostics_.warning({source_, asked->word.span},
                           fmt::format("kernel '{}' asks for work-groups of {} work-items, the launch has {}",
                                       kernel.name.text, fmt::join(asked->numbers, "x"), grid.itemCount()));
    }
  }
  for (const auto& [name, number] : code_.bounds) {
    if (name.begin != kernel.name.span.begin) {
      continue;
    }
    const std::string_view text = source_->slice(number);
    const auto known = constants.find(text);
    const std::optional<c::Literal> bound =
        known != constants.end() ? std::optional(known->second) : c::literalOf(text);
    if (bound && grid.itemCount() > bound->value) {
      diagnostics_.warning(
          {source_, number},
          fmt::format("kernel '{}' is for blocks of at most {}, the launch has {}", kernel.name.text,
                      counted(static_cast<std::size_t>(bound->value), "thread"), grid.itemCount()));
    }
  }
}

std::optional<Grid> TestLauncher::gridOf(const std::optional<c::LaunchLine>& line) const {
  const auto asked = directives_.only("launch");
  std::optional<Grid> grid = readGrid(source_, asked ? asked->rest : line->size.span, diagnostics_);
  std::optional<Span> subGroup;
  if (const auto said = directives_.only("sub-group")) {
    subGroup = said->rest;
  } else if (line && line->subGroup) {
    subGroup = line->subGroup->span;
  }
  if (grid && subGroup) {
    grid->subGroup = readSubGroup(source_, *subGroup, diagnostics_).value_or(0);
  } else if (grid) {
    grid->subGroup = dialect_.c->warpSize;
    grid->subGroupTaken = dialect_.c->warpSizeVaries;
  }
  if (const auto said = directives_.only("cluster"); said && grid) {
    if (dialect_.oneInside == 0) {
      diagnostics_.error({source_, said->all()}, fmt::format("dialect {} has no clusters", dialect_.name));
    } else {
      grid->cluster = readCluster(source_, said->rest, *grid, diagnostics_).value_or(1);
    }
  } else if (grid && code_.cluster) {
    grid->cluster = readCluster(source_, *code_.cluster, *grid, diagnostics_).value_or(1);
  }
  if (const auto said = directives_.only("device"); said && grid) {
    grid->onOneDevice = readOnOneDevice(source_, said->rest, *grid, diagnostics_);
  }
  return grid;
}

/// Which kernel of a unit is meant: the one that is named, or the only one.
/// @return null after an error
const c::Function* TestLauncher::chooseKernel(const c::Unit& unit,
                                              const std::optional<KernelName>& name) const {
  const std::vector<const c::Function*> kernels = kernelsOf(unit);
  std::vector<std::string> names;
  for (const c::Function* kernel : kernels) {
    if (name && withoutSpaces(kernel->name.text) == withoutSpaces(name->text)) {
      return kernel;
    }
    names.emplace_back(kernel->name.text);
  }
  if (name) {
    const std::string nearest = didYouMean(name->text, names);
    diagnostics_.error({source_, name->span}, fmt::format("there is no kernel '{}'", name->text),
                       nearest.empty() ? "kernels: " + commaList(names) : nearest);
    return nullptr;
  }
  if (kernels.size() > 1) {
    diagnostics_.error({source_, kernels[1]->name.span},
                       fmt::format("several kernels could be launched: {}", commaList(names)),
                       "choose one: " + optionOrLine("--kernel " + names.front(), "kernel " + names.front()));
    return nullptr;
  }
  return kernels.empty() ? nullptr : kernels.front();
}

/// How to launch a kernel, for those who have not done so.
void TestLauncher::reportUnlaunched(const c::Unit& unit) const {
  const c::Function& kernel = *kernelsOf(unit).front();
  diagnostics_.error(
      {source_, kernel.name.span},
      fmt::format("kernel '{}' is not launched: it is not specified how many threads execute it",
                  kernel.name.text),
      "give the work-groups and the work-items in each: " + optionOrLine("--launch 2x2", "launch 2x2") +
          " in the file (in a litmus test, 'launch 2x2' before the kernel)");
}

std::optional<TestLauncher::KernelName> TestLauncher::kernelName(
    const std::optional<c::LaunchLine>& line) const {
  if (const auto said = directives_.only("kernel")) {
    return KernelName{code_.instance ? *code_.instance : source_->slice(said->rest), said->rest};
  }
  return line && line->kernel ? std::optional(KernelName{line->kernel->text, line->kernel->span})
                              : std::nullopt;
}

void TestLauncher::refuse() const {
  for (const std::string_view word :
       {"launch", "sub-group", "cluster", "device", "kernel", "language", "init", "out-of-bounds"}) {
    if (const auto said = directives_.only(word)) {
      diagnostics_.error({source_, said->all()},
                         word == "launch" ? "there is no kernel to launch here"
                                          : fmt::format("'{}' is for kernels that are launched", word),
                         kernelForm());
    }
  }
}

/// In C an access outside of every object is an error; only of modules more can be said.
void TestLauncher::refuseOpenMemory() const {
  const auto said = directives_.only("out-of-bounds");
  if (said && source_->slice(said->rest) != "error") {
    diagnostics_.error({source_, said->all()},
                       "memory past the end of objects can be accessed only in a SPIR-V module",
                       "--via clang compiles a kernel to a module");
  }
}

std::string TestLauncher::kernelForm() const {
  const bool known = dialect_.c != nullptr && !dialect_.c->kernelWords.empty();
  return fmt::format("a kernel is a function '{} void f(...) {{ ... }}'",
                     known ? dialect_.c->kernelWords.front() : "kernel");
}

}  // namespace hrfcheck::frontend

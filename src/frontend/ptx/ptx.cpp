#include "frontend/ptx/ptx.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "frontend/compilers/compiler_warnings.h"
#include "frontend/compilers/cuda_questions.h"
#include "frontend/compilers/host_launches.h"
#include "frontend/launch/directives.h"
#include "frontend/launch/kernel_text.h"
#include "frontend/launch/launches.h"
#include "frontend/ptx/debug/demangle.h"
#include "frontend/ptx/lexer.h"
#include "frontend/ptx/syntax.h"
#include "frontend/ptx/translate/translate.h"
#include "frontend/shared/text/cursor.h"

namespace hrfcheck::frontend::ptx {
namespace {

constexpr std::size_t kLongestHead = 4096;  // bytes of comments before a module

/// Whether lines of the file name tests.
bool namesTests(const FileDirectives& lines) {
  return std::ranges::any_of(lines.tests, [](const NamedTest& test) { return !test.name.empty(); });
}

/// By kernel: what it is called, or its mangled name where several are called so.
std::vector<std::pair<std::uint32_t, std::string>> kernelsOf(const PtxModule& module) {
  std::vector<std::pair<std::uint32_t, std::string>> kernels;
  std::map<std::string, unsigned> called;
  for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
    if (module.functions[f].entry && module.functions[f].body) {
      kernels.emplace_back(f, shownFunction(module.functions[f].name));
      called[kernels.back().second] += 1;
    }
  }
  for (auto& [function, name] : kernels) {
    name = called[name] > 1 ? module.functions[function].name : name;
  }
  return kernels;
}

class PtxReader {
 public:
  PtxReader(const SourcePtr& source, std::string test, const SourcePtr& outcome, const Deadline& deadline,
            KernelLaunch* launch = nullptr)
      : source_(source), test_(std::move(test)), outcome_(outcome), deadline_(deadline), launch_(launch) {}

  std::shared_ptr<const Program> run() {
    try {
      return body();
    } catch (const SyntaxFailure&) {
      diagnostics_.throwIfErrors();
      throw;
    }
  }

 private:
  std::shared_ptr<const Program> body() {
    const FileDirectives lines = readDirectives(source_, Lines::All, diagnostics_);
    std::string wanted;
    if (!namesTests(lines)) {
      wanted = std::exchange(test_, "");
    }
    const NamedTest& test = chooseTest(lines, test_, source_);
    const Directives directives = lines.of(test);
    const SourcePtr text = moduleTextOf(source_);
    const PtxModule module = parse(text, diagnostics_, deadline_);
    std::vector<LaunchLine> launches = launchLines(source_, directives, diagnostics_);
    std::vector<LaunchedEntry> entries;
    for (const LaunchLine& line : launches) {
      const Place place{source_, line.kernelSpan};
      entries.push_back({entryOf(module, std::string(line.kernel), place), line.label});
    }
    if (launches.empty()) {
      const auto said = directives.only("kernel");
      const std::string asked = said ? std::string(source_->slice(said->rest)) : wanted;
      entries.push_back({entryOf(module, asked, {source_, said ? said->rest : Span{}})});
    }
    lowlevel::Kernel kernel = translate(module, entries, text, source_, diagnostics_);
    kernel.lines = std::move(launches);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::string& name = module.functions[entries[i].function].name;
      kernel.entries[i].calls = shownFunction(name);
      kernel.entries[i].hostLaunch = via::hostLaunchOf(text->text(), name);
    }
    via::repeatCompilerWarnings(source_, diagnostics_);
    const std::string name = test.name.empty() ? nameByFile(source_->name()) : test.name;
    const lowlevel::Question question{source_,  directives, name,   test.name.empty() ? wanted : test.name,
                                      outcome_, deadline_,  launch_};
    return lowlevel::readKernel(std::move(kernel), question, diagnostics_);
  }

  static bool isCalled(const PtxFunction& function, std::string_view name) {
    return function.name == name || shownFunction(function.name) == name;
  }

  /// The entry that a compiler made of an instance of a template (via/cuda_questions.h); the name itself
  /// where no such instance was asked for.
  static std::string compiledName(const PtxModule& module, const std::string& name) {
    const std::string variable = via::kernelVariable(name);
    const auto found = std::ranges::find(module.variables, variable, &Variable::name);
    return found == module.variables.end() || found->initial.empty() ? name : found->initial.front().variable;
  }

  /// @param asked its name; empty where none is said
  std::uint32_t entryOf(const PtxModule& module, const std::string& asked, const Place& place) {
    const std::string name = compiledName(module, asked);
    std::vector<std::string> known;
    std::vector<std::uint32_t> found;
    for (auto& [f, shown] : kernelsOf(module)) {
      if (name.empty() || isCalled(module.functions[f], name)) {
        found.push_back(f);
      }
      known.push_back(std::move(shown));
    }
    if (found.size() == 1) {
      return found.front();
    }
    if (known.empty()) {
      diagnostics_.error(place, "the module has no entry");
    } else if (name.empty()) {
      diagnostics_.error(place, fmt::format("the module has {} kernels", known.size()),
                         fmt::format("choose one with --kernel: {}", commaList(known)));
    } else {
      diagnostics_.error(place,
                         found.empty() ? fmt::format("the module has no kernel '{}'", asked)
                                       : fmt::format("the module has {} kernels '{}'", found.size(), asked),
                         fmt::format("choose one with --kernel: {}", commaList(known)));
    }
    throw SyntaxFailure{};
  }

  const SourcePtr& source_;
  std::string test_;
  const SourcePtr& outcome_;
  const Deadline& deadline_;
  KernelLaunch* launch_;
  Diagnostics diagnostics_;
};

}  // namespace

SourcePtr moduleTextOf(const SourcePtr& source) {
  const SourcePtr& module = source->module();
  return module == nullptr
             ? source
             : std::make_shared<const Source>(module->name(), module->text().substr(0, module->fileEnd()));
}

bool isPtxFile(const std::string& file) {
  return file.ends_with(".ptx");
}

bool isPtx(const SourcePtr& source) {
  return source->module() == nullptr ? isPtxFile(source->name())
                                     : source->module()->text().find("\n.version ") < kLongestHead;
}

std::vector<std::string> entriesOf(const SourcePtr& source) {
  Diagnostics reportedWhenRead;
  std::vector<std::string> names;
  try {
    const PtxModule module = parse(moduleTextOf(source), reportedWhenRead);
    for (auto& [function, name] : kernelsOf(module)) {
      names.push_back(std::move(name));
    }
  } catch (const SyntaxFailure&) {
    // The code that reads it says why.
  }
  return names;
}

std::shared_ptr<const Program> readPtx(const SourcePtr& source, const std::string& test,
                                       const SourcePtr& outcome, const Deadline& deadline) {
  return PtxReader(source, test, outcome, deadline).run();
}

KernelLaunch launchOfPtx(const SourcePtr& source, const std::string& test, const Deadline& deadline) {
  KernelLaunch launch;
  const SourcePtr none;
  PtxReader(source, test, none, deadline, &launch).run();
  return launch;
}

}  // namespace hrfcheck::frontend::ptx

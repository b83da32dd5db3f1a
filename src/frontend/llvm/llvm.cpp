#include "frontend/llvm/llvm.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "frontend/compilers/compiler_warnings.h"
#include "frontend/compilers/cuda_questions.h"
#include "frontend/compilers/definitions.h"
#include "frontend/compilers/host_launches.h"
#include "frontend/launch/directives.h"
#include "frontend/launch/kernel_text.h"
#include "frontend/launch/launches.h"
#include "frontend/llvm/kernel_of_module.h"
#include "frontend/llvm/reader_program.h"
#include "frontend/shared/text/cursor.h"
#include "util/text.h"

namespace hrfcheck::frontend::llvm {
namespace {

constexpr std::string_view kMadeOfLlvm = "(LLVM IR)";  // compilers/compile.cpp
constexpr std::string_view kBitcode = "BC\xC0\xDE";

/// The text of the file, or what a compiler made of it, without what the compiler said. Bitcode is words of
/// four bytes; lines behind it begin on a line of their own.
std::string moduleBytes(const SourcePtr& source) {
  const SourcePtr& module = source->module();
  std::string bytes = module == nullptr ? source->text().substr(0, source->fileEnd())
                                        : module->text().substr(0, module->fileEnd());
  if (bytes.starts_with(kBitcode)) {
    bytes.resize(bytes.size() / 4 * 4);
  }
  return bytes;
}

bool namesTests(const FileDirectives& lines) {
  return std::ranges::any_of(lines.tests, [](const NamedTest& test) { return !test.name.empty(); });
}

/// By entry: what it is called, or its symbol where several are called so.
std::vector<std::string> namesOf(const CompiledModule& module) {
  std::vector<std::string> names;
  std::map<std::string, unsigned> called;
  for (const CompiledEntry& entry : module.entries) {
    names.push_back(calledOf(entry));
    called[names.back()] += 1;
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = called[names[i]] > 1 ? module.entries[i].symbol : names[i];
  }
  return names;
}

class ModuleOfLlvmReader {
 public:
  ModuleOfLlvmReader(const SourcePtr& source, std::string test, const SourcePtr& outcome,
                     const Deadline& deadline, KernelLaunch* launch = nullptr)
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
    const FileDirectives lines = readDirectives(source_, linesOf(source_), diagnostics_);
    std::string wanted;
    if (!namesTests(lines)) {
      wanted = std::exchange(test_, "");
    }
    const NamedTest& test = chooseTest(lines, test_, source_);
    const Directives directives = lines.of(test);
    const auto module = compiledModule(source_->name(), moduleBytes(source_), deadline_);
    std::vector<LaunchLine> launches = launchLines(source_, directives, diagnostics_);
    std::vector<LaunchedKernelEntry> entries;
    for (const LaunchLine& line : launches) {
      entries.push_back({entryOf(*module, std::string(line.kernel), {source_, line.kernelSpan}), line.label});
    }
    if (launches.empty()) {
      const auto said = directives.only("kernel");
      const std::string asked = said ? std::string(source_->slice(said->rest)) : wanted;
      entries.push_back({entryOf(*module, asked, {source_, said ? said->rest : Span{}})});
    }
    lowlevel::Kernel kernel = kernelOf(*module, entries, source_);
    kernel.lines = std::move(launches);
    for (const CompiledAnswer& answer : module->answers) {
      if (const std::string_view name = via::constantOf(answer.variable); !name.empty()) {
        kernel.constants.emplace(name, static_cast<Value>(answer.number));
      }
    }
    if (source_->module() != nullptr) {
      addConstants(directives, kernel.constants);
    }
    for (std::size_t i = 0; i < entries.size() && source_->module() != nullptr; ++i) {
      kernel.entries[i].hostLaunch =
          via::hostLaunchOf(source_->module()->text(), module->entries[entries[i].entry].symbol);
    }
    warnOfWeak(kernel);
    via::repeatCompilerWarnings(source_, diagnostics_);
    const std::string name = test.name.empty() ? nameByFile(source_->name()) : test.name;
    const lowlevel::Question question{source_,  directives, name,   test.name.empty() ? wanted : test.name,
                                      outcome_, deadline_,  launch_};
    return lowlevel::readKernel(std::move(kernel), question, diagnostics_);
  }

  void warnOfWeak(const lowlevel::Kernel& kernel) {
    for (const lowlevel::Function& function : kernel.module.functions) {
      for (const lowlevel::Instruction& in : function.code) {
        const auto* access = std::get_if<lowlevel::Access>(&in.operation);
        if (access != nullptr && kernel.module.nameOf(in.origin) == "'cmpxchg weak'") {
          diagnostics_.warning(
              kernel.module.placeOf(in.origin),
              "a weak compare-exchange is treated like the strong one: it never fails spuriously");
          return;
        }
      }
    }
  }

  /// Numbers that the text defines, or the lines of the test, may be named in these.
  void addConstants(const Directives& directives, lowlevel::Constants& constants) const {
    for (const Directive& line : directives.all("define")) {
      const std::string_view said = source_->slice(line.rest);
      const std::size_t end = std::min(said.find_first_of("= "), said.size());
      if (const auto number = c::literalOf(stripped(said.substr(std::min(end + 1, said.size()))))) {
        constants.emplace(said.substr(0, end), static_cast<Value>(number->value));
      }
    }
    for (const auto& [name, number] : via::definedNumbers(source_->text())) {
      constants.emplace(name, static_cast<Value>(number.value));
    }
  }

  /// @param asked its name; empty where none is said
  std::size_t entryOf(const CompiledModule& module, const std::string& asked, const Place& place) {
    const std::vector<std::string> names = namesOf(module);
    const auto instance =
        std::ranges::find(module.answers, via::kernelVariable(asked), &CompiledAnswer::variable);
    std::vector<std::size_t> found;
    for (std::size_t e = 0; e < names.size(); ++e) {
      const CompiledEntry& entry = module.entries[e];
      const bool called =
          asked.empty() || names[e] == asked || entry.symbol == asked || calledOf(entry) == asked;
      if (instance != module.answers.end() ? entry.symbol == instance->symbol : called) {
        found.push_back(e);
      }
    }
    if (found.size() == 1) {
      return found.front();
    }
    const std::string hint = fmt::format("choose one with --kernel: {}", commaList(names));
    if (names.empty()) {
      diagnostics_.error(place, "the module has no kernel");
    } else if (asked.empty()) {
      diagnostics_.error(place, fmt::format("the module has {} kernels", names.size()), hint);
    } else {
      diagnostics_.error(place,
                         found.empty() ? fmt::format("the module has no kernel '{}'", asked)
                                       : fmt::format("the module has {} kernels '{}'", found.size(), asked),
                         hint);
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

Lines linesOf(const SourcePtr& source) {
  return source->module() != nullptr            ? Lines::All
         : source->text().starts_with(kBitcode) ? Lines::CommandLine
                                                : Lines::Assembly;
}

bool isLlvmFile(const std::string& file) {
  return file.ends_with(".bc") || file.ends_with(".ll");
}

bool isLlvm(const SourcePtr& source) {
  const SourcePtr& module = source->module();
  return module == nullptr ? isLlvmFile(source->name()) || source->text().starts_with(kBitcode)
                           : module->text().starts_with(kBitcode) || module->name().ends_with(kMadeOfLlvm);
}

std::vector<std::string> entriesOf(const SourcePtr& source) {
  try {
    return namesOf(*compiledModule(source->name(), moduleBytes(source), {}));
  } catch (const UserError&) {
    return {};  // the code that reads it says why
  }
}

std::shared_ptr<const Program> readLlvm(const SourcePtr& source, const std::string& test,
                                        const SourcePtr& outcome, const Deadline& deadline) {
  return ModuleOfLlvmReader(source, test, outcome, deadline).run();
}

KernelLaunch launchOfLlvm(const SourcePtr& source, const std::string& test, const Deadline& deadline) {
  KernelLaunch launch;
  const SourcePtr none;
  ModuleOfLlvmReader(source, test, none, deadline, &launch).run();
  return launch;
}

}  // namespace hrfcheck::frontend::llvm

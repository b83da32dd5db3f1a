// Compilers read the text from a pipe and write the module to one: nothing is left behind, whatever happens.
// What the text includes stands in it by then (frontend/include), and the compilers are given no other file:
// Clang sees files through an overlay that holds its own headers and nothing else; the translator is sealed
// once it reads (ProgramLimits::sealed); glslang knows no way to a file but the word `include` behind a `#`,
// and finds none.

#include "frontend/via/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "frontend/include/included_text.h"
#include "frontend/via/definitions.h"
#include "frontend/via/inclusions.h"
#include "frontend/via/work_folder.h"
#include "util/child_process.h"
#include "util/diagnostic.h"
#include "util/text.h"

namespace hrfcheck::frontend::via {
namespace {

constexpr std::size_t kLargestOutput = 32U << 20U;  // bytes of a module, or of complaints
constexpr std::size_t kLargestMemory = std::size_t{4} << 30U;
constexpr unsigned kProcessorSeconds = 600;  // where no deadline is sooner
constexpr const char* kLevelByDefault = "1";

struct FileKind {
  std::string_view ending;
  const char* compiler;
  const char* language;
  bool alone;  ///< no frontend of ours reads it
};
constexpr auto kKinds = std::to_array<FileKind>({
    {".cl", "clang", "OpenCL C", false},
    {".comp", "glslang", "GLSL", true},
    {".hlsl", "glslang", "HLSL", true},
});

const FileKind* kindOf(const std::string& file) {
  const auto* kind =
      std::ranges::find_if(kKinds, [&](const FileKind& one) { return file.ends_with(one.ending); });
  return kind == kKinds.end() ? nullptr : kind;
}

/// Clang and the translator understand each other if they are of one version.
struct ClangPrograms {
  std::string clang;
  std::string translator;
};

ClangPrograms findClang(const std::string& file) {
  for (const char* version : {"-15", "-16", "-17", "-18", "-19", "-14", ""}) {
    ClangPrograms programs{fmt::format("clang{}", version), fmt::format("llvm-spirv{}", version)};
    if (isOnPath(programs.clang) && isOnPath(programs.translator)) {
      return programs;
    }
  }
  throw UserError(fmt::format("cannot compile {}: there is no clang with its llvm-spirv on the PATH", file),
                  "install the packages clang-15 and llvm-spirv-15 (scripts/setup --all), or omit --via");
}

/// As a string literal of C.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    result += c == '"' || c == '\\' ? "\\" : "";
    result += c == '\n' ? '?' : c;
  }
  return result + "\"";
}

/// Messages, each at its line where they say one.
UserError complaint(const SourcePtr& source, const std::string& program, const ProgramResult& result) {
  const std::string& said = result.errors.empty() ? result.output : result.errors;
  const std::string shown(said.substr(0, said.find_last_not_of(" \n") + 1));
  return UserError(fmt::format("{} does not compile {}: {}", program, source->name(),
                               shown.find('\n') == std::string::npos ? result.why() : "\n" + shown));
}

/// A module, and what the compiler said besides.
struct Compiled {
  std::string module;
  std::string said;
};

class Compiler {
 public:
  Compiler(const SourcePtr& source, const CompilerOptions& options) : source_(source), options_(options) {}

  Compiled clang() const {
    const ClangPrograms programs = findClang(source_->name());
    const std::string level = options_.optimize.empty() ? kLevelByDefault : options_.optimize;
    // The text has its name in a first line. Names of parameters are kept: the launch speaks of them. Without
    // -gline-tables-only, llvm-spirv 15 gives up on some optimized code ("unsupported opcode in
    // DIExpression").
    std::vector<std::string> command = {programs.clang,
                                        "-x",
                                        "cl",
                                        "-cl-std=CL2.0",
                                        "-target",
                                        "spir64",
                                        "-O" + level,
                                        "-gline-tables-only",
                                        "-fno-discard-value-names",
                                        "-Xclang",
                                        "-finclude-default-header"};
    constexpr const char* kHeaders = "/headers";
    const WorkFolder folder;
    folder.writeOverlay(kHeaders, resourceFolder(programs.clang) + "/include",
                        {"opencl-c.h", "opencl-c-base.h"});
    command.insert(command.end(),
                   {"-nostdinc", "-isystem", kHeaders, "-ivfsoverlay", folder.overlayFromInside()});
    define(command);
    command.insert(command.end(), {"-c", "-emit-llvm", "-o", "-", "-"});
    const std::string name = quoted(source_->name());
    const auto line = [&](std::uint32_t number) { return fmt::format("#line {} {}", number, name); };
    const std::string whole = fmt::format("{}\n{}", line(1), text({{}, line, line}));
    ProgramResult bitcode = run(command, whole, folder.inside(), false);
    ProgramResult module = run({programs.translator, "-", "-o", "-"}, bitcode.output, folder.inside(), true);
    return {std::move(module.output), std::move(bitcode.errors)};
  }

  Compiled glslang(bool hlsl) const {
    if (!isOnPath("glslangValidator")) {
      throw UserError(
          fmt::format("cannot compile {}: there is no glslangValidator on the PATH", source_->name()),
          "install the package glslang-tools (scripts/setup --all)");
    }
    if (!options_.optimize.empty()) {
      throw UserError("--optimize is for --via clang: glslang does not optimize");
    }
    // It wants to hear of its input first.
    std::vector<std::string> command = {"glslangValidator", "--stdin", "-S", "comp"};
    if (hlsl) {
      command.insert(command.end(), {"-D", "-e", options_.kernel.empty() ? "main" : options_.kernel});
    }
    // Buffers of HLSL are written in a way that newer versions of SPIR-V do not have.
    const char* const environment = hlsl ? "vulkan1.1" : "vulkan1.2";
    command.insert(command.end(), {"--target-env", environment, "-g", "--quiet", "-o", "/dev/stderr"});
    define(command);
    const auto line = [](std::uint32_t number) { return fmt::format("#line {}", number); };
    const WorkFolder folder;
    // It warns on standard output.
    ProgramResult result = run(command, withoutInclusions(text({{}, line, line})), folder.inside(), false);
    return {std::move(result.errors), std::move(result.output)};
  }

 private:
  /// With what it includes.
  std::string text(const LineMarks& marks) const {
    const std::string_view written = std::string_view(source_->text()).substr(0, source_->fileEnd());
    return withoutDefinitions(withIncludes(written, options_.folders, marks, {}, options_.deadline).text,
                              options_.definitions);
  }

  /// Where Clang has its own headers.
  std::string resourceFolder(const std::string& clang) const {
    ProgramResult result = runProgram({clang, "-print-resource-dir"}, "", limits("", false));
    if (!result.succeeded() || !result.output.starts_with('/')) {
      throw UserError(fmt::format("{} does not say where its headers are: {}", clang, result.why()));
    }
    return result.output.substr(0, result.output.find('\n'));
  }

  ProgramLimits limits(const std::string& folder, bool sealed) const {
    constexpr unsigned kMilliseconds = 1000;
    ProgramLimits limits;
    limits.largestOutput = kLargestOutput;
    limits.largestMemory = kLargestMemory;
    limits.largestFile = kLargestOutput;
    const auto left = options_.deadline.millisecondsLeft();
    limits.processorSeconds = left ? *left / kMilliseconds + 2 : kProcessorSeconds;
    limits.deadline = options_.deadline;
    limits.environment = {"LC_ALL=C"};
    limits.folder = folder;
    limits.sealed = sealed;
    return limits;
  }

  void define(std::vector<std::string>& command) const {
    for (const std::string& definition : options_.definitions) {
      command.push_back(definitionOption(definition));
    }
  }

  ProgramResult run(const std::vector<std::string>& command, const std::string& input,
                    const std::string& folder, bool sealed) const {
    if (options_.tell) {
      options_.tell(shellCommand(command));
    }
    ProgramResult result = runProgram(command, input, limits(folder, sealed));
    if (!result.succeeded()) {
      throw complaint(source_, command.front(), result);
    }
    return result;
  }

  const SourcePtr& source_;
  const CompilerOptions& options_;
};

}  // namespace

std::vector<std::string> compilers() {
  return {"clang", "glslang"};
}

const char* compilerOf(const std::string& file) {
  const FileKind* kind = kindOf(file);
  return kind == nullptr ? nullptr : kind->compiler;
}

bool needsCompiler(const std::string& file) {
  const FileKind* kind = kindOf(file);
  return kind != nullptr && kind->alone;
}

SourcePtr compiled(const SourcePtr& source, const CompilerOptions& options) {
  const FileKind* kind = kindOf(source->name());
  if (options.compiler.empty() && !options.optimize.empty()) {
    throw UserError("--optimize is for compilers", "--via clang");
  }
  if (kind == nullptr || (options.compiler.empty() && !kind->alone)) {
    return source;
  }
  if (options.compiler != kind->compiler) {
    throw UserError(
        options.compiler.empty()
            ? fmt::format("{} is {}: hrfcheck reads what a compiler makes of it", source->name(),
                          kind->language)
            : fmt::format("{} does not compile {}: {}", options.compiler, kind->language, source->name()),
        fmt::format("--via {}", kind->compiler));
  }
  const Compiler compiler(source, options);
  Compiled made = kind->compiler == std::string_view("clang")
                      ? compiler.clang()
                      : compiler.glslang(kind->language == std::string_view("HLSL"));
  if (made.module.empty()) {
    throw UserError(fmt::format("{} makes no module of {}", kind->compiler, source->name()));
  }
  return std::make_shared<const Source>(
      source->name(), source->text(), "",
      std::make_shared<const Source>(source->name() + " (SPIR-V)", std::move(made.module), made.said));
}

}  // namespace hrfcheck::frontend::via

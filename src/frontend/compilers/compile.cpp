// Compilers read the text from a pipe and write the module to one: nothing is left behind, whatever happens.
// What the text includes stands in it by then (frontend/include), and the compilers are given no other file:
// Clang sees files through an overlay that holds headers of its own, of ours and of the system, and nothing
// else; the translator is sealed once it reads (ProgramLimits::sealed); glslang knows no way to a file but
// the word `include` behind a `#`, and finds none.

#include "frontend/compilers/compile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

#include "frontend/c_dialects.h"
#include "frontend/compilers/compiler_run.h"
#include "frontend/compilers/cuda_compilers.h"
#include "frontend/compilers/cuda_questions.h"
#include "frontend/compilers/definitions.h"
#include "frontend/compilers/hip_compilers.h"
#include "frontend/compilers/module_cache.h"
#include "frontend/compilers/opencl_compilers.h"
#include "frontend/compilers/work_folder.h"
#include "frontend/launch/kernel_text.h"
#include "frontend/spirv/spirv.h"
#include "util/diagnostic.h"
#include "util/text.h"

namespace hrfcheck::frontend::via {
namespace {

constexpr const char* kLevelByDefault = "1";

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

/// Where Clang has its own headers.
std::string resourceFolder(const CompilerRun& run, const std::string& clang) {
  const ProgramResult result = run.ask({clang, "-print-resource-dir"});
  if (!result.succeeded() || !result.output.starts_with('/')) {
    throw UserError(fmt::format("{} does not report where its headers are: {}", clang, result.why()));
  }
  return result.output.substr(0, result.output.find('\n'));
}

/// SPIR-V of OpenCL C, by clang and llvm-spirv.
Compiled clangSpirv(const CompilerRun& run) {
  const ClangPrograms programs = findClang(run.source()->name());
  const std::string& asked = run.options().optimize;
  // The text has its name in a first line. Names of parameters are kept: the launch speaks of them. Without
  // -gline-tables-only, llvm-spirv 15 gives up on some optimized code ("unsupported opcode in
  // DIExpression").
  std::vector<std::string> command = {programs.clang,
                                      "-x",
                                      "cl",
                                      "-cl-std=CL2.0",
                                      "-target",
                                      "spir64",
                                      "-O" + (asked.empty() ? kLevelByDefault : asked),
                                      "-gline-tables-only",
                                      "-fno-discard-value-names",
                                      "-Xclang",
                                      "-finclude-default-header"};
  constexpr const char* kHeaderFolder = "/headers";
  const WorkFolder folder;
  folder.writeOverlay(
      {{kHeaderFolder, resourceFolder(run, programs.clang) + "/include", {"opencl-c.h", "opencl-c-base.h"}}});
  command.insert(command.end(),
                 {"-nostdinc", "-isystem", kHeaderFolder, "-ivfsoverlay", folder.overlayFromInside()});
  run.define(command);
  command.insert(command.end(), {"-c", "-emit-llvm", "-o", "-", "-"});
  ProgramResult bitcode = run.run(command, run.namedText(), folder.inside(), false);
  ProgramResult module =
      run.run({programs.translator, "-", "-o", "-"}, bitcode.output, folder.inside(), true);
  return {std::move(module.output), std::move(bitcode.errors)};
}

/// SPIR-V of GLSL or HLSL.
Compiled glslang(const CompilerRun& run, bool hlsl) {
  const CompilerOptions& options = run.options();
  if (!isOnPath("glslangValidator")) {
    throw UserError(
        fmt::format("cannot compile {}: there is no glslangValidator on the PATH", run.source()->name()),
        "install the package glslang-tools (scripts/setup --all)");
  }
  if (!options.optimize.empty()) {
    throw UserError("--optimize is for --via clang: glslang does not optimize");
  }
  // It wants to hear of its input first.
  std::vector<std::string> command = {"glslangValidator", "--stdin", "-S", "comp"};
  if (hlsl) {
    command.insert(command.end(), {"-D", "-e", options.kernel.empty() ? "main" : options.kernel});
  }
  // Buffers of HLSL are written in a way that newer versions of SPIR-V do not have.
  const char* const environment = hlsl ? "vulkan1.1" : "vulkan1.2";
  command.insert(command.end(), {"--target-env", environment, "-g", "--quiet", "-o", "/dev/stderr"});
  run.define(command);
  const auto line = [](std::uint32_t number) { return fmt::format("#line {}", number); };
  const WorkFolder folder;
  // It warns on standard output.
  ProgramResult result =
      run.run(command, withoutInclusions(run.text({{}, line, line})), folder.inside(), false);
  return {std::move(result.errors), std::move(result.output)};
}

struct FileKind {
  std::string_view ending;
  std::string_view compilers;  ///< with blanks between them
  const char* language;
  bool alone;  ///< no frontend of ours reads it
};
constexpr FileKind kCuda = {".cu", "clang nvcc", "CUDA C++", true};
constexpr FileKind kHip = {".hip", "clang", "HIP", true};
constexpr auto kKinds = std::to_array<FileKind>({
    {".cl", "clang llvm", "OpenCL C", false},
    {".comp", "glslang", "GLSL", true},
    {".hlsl", "glslang", "HLSL", true},
});

constexpr std::string_view kStandardInput = "<stdin>";

/// The dialect of C++ that a text is in, which only compilers read; null for others. Names of files say it,
/// and where there is none, the user or the words of the text.
const FileKind* cppKindOf(const SourcePtr& source, const std::string& language) {
  const std::string& file = source->name();
  const bool cuda = file.ends_with(".cu") || file.ends_with(".cuh");
  const bool hip = file.ends_with(".hip");
  if ((!cuda && !hip && file != kStandardInput) || spirv::isModule(source)) {
    return nullptr;
  }
  const Dialect* dialect = language.empty() ? kernelDialect(source) : nullptr;
  const auto is = [&](const char* word, const Dialect& one) {
    return language == word || (dialect != nullptr && dialect->name == one.name);
  };
  return is("cuda", kCudaDialect) ? &kCuda : is("hip", kHipDialect) ? &kHip : nullptr;
}

const FileKind* kindOf(const std::string& file) {
  const auto* kind =
      std::ranges::find_if(kKinds, [&](const FileKind& one) { return file.ends_with(one.ending); });
  return kind == kKinds.end() ? nullptr : kind;
}

std::string_view firstOf(std::string_view words) {
  return words.substr(0, words.find(' '));
}

bool compiles(const FileKind& kind, std::string_view compiler) {
  return compiler == firstOf(kind.compilers) || kind.compilers.ends_with(fmt::format(" {}", compiler));
}

Compiled compiledBy(const FileKind& kind, const CompilerRun& run) {
  const std::string& compiler = run.options().compiler;
  if (&kind == &kCuda) {
    return compiler == "nvcc" ? nvccPtx(run) : clangPtx(run);
  }
  if (&kind == &kHip) {
    return clangLlvmOfHip(run);
  }
  if (compiler == "llvm") {
    return openClLlvm(run);
  }
  return compiler == "clang" ? clangSpirv(run) : glslang(run, kind.ending == ".hlsl");
}

/// The one that is found: clang, since our headers say the orders of C++ (headers/cuda).
std::string compilerForCuda(const std::string& file) {
  if (hasClangForCuda()) {
    return "clang";
  }
  if (isOnPath("nvcc")) {
    return "nvcc";
  }
  throw UserError(fmt::format("cannot compile {}: there is no clang and no nvcc on the PATH", file),
                  "install the package clang-16 (scripts/setup --all)");
}

/// Everything that the module is made of.
std::string ingredients(const CompilerRun& run) {
  const CompilerOptions& options = run.options();
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", options.compiler, options.optimize, options.kernel,
                     options.hostLaunches, options.standard, fmt::join(options.definitions, "\n"),
                     run.namedText(), cudaQuestions(run.source(), options));
}

const char* languageOfModules(const FileKind& kind, std::string_view compiler) {
  return &kind == &kCuda ? "PTX" : &kind == &kHip || compiler == "llvm" ? "LLVM IR" : "SPIR-V";
}

Compiled madeOf(const FileKind& kind, const CompilerRun& run) {
  const ModuleCache* modules = run.options().modules.get();
  if (modules == nullptr) {
    return compiledBy(kind, run);
  }
  const std::string what = ingredients(run);
  const ModuleCache::Turn turn(*modules, what);
  if (std::optional<Compiled> known = modules->find(what)) {
    return std::move(*known);
  }
  Compiled made = compiledBy(kind, run);
  modules->keep(what, made);
  return made;
}

}  // namespace

std::vector<std::string> compilers() {
  return {"clang", "glslang", "llvm", "nvcc"};
}

bool needsCompiler(const std::string& file) {
  const FileKind* kind = kindOf(file);
  return kind != nullptr && kind->alone;
}

SourcePtr compiled(const SourcePtr& source, const CompilerOptions& options) {
  const FileKind* const cpp = cppKindOf(source, options.language);
  const FileKind* kind = cpp != nullptr ? cpp : kindOf(source->name());
  if (cpp == nullptr && options.compiler.empty() && !options.optimize.empty()) {
    throw UserError("--optimize is for compilers", "--via clang");
  }
  if (kind == nullptr || (options.compiler.empty() && !kind->alone)) {
    return source;
  }
  CompilerOptions chosen = options;
  if (cpp != nullptr && options.compiler.empty()) {
    chosen.compiler = cpp == &kCuda ? compilerForCuda(source->name()) : "clang";
  }
  if (!compiles(*kind, chosen.compiler)) {
    throw UserError(
        options.compiler.empty()
            ? fmt::format("{} is {}: hrfcheck reads a compiler's output for it", source->name(),
                          kind->language)
            : fmt::format("{} does not compile {}: {}", options.compiler, kind->language, source->name()),
        fmt::format("--via {}", firstOf(kind->compilers)));
  }
  const CompilerRun run(source, chosen);
  Compiled made = madeOf(*kind, run);
  if (made.module.empty()) {
    throw UserError(fmt::format("{} produces no module from {}", chosen.compiler, source->name()));
  }
  return std::make_shared<const Source>(
      source->name(), source->text(), "",
      std::make_shared<const Source>(
          fmt::format("{} ({})", source->name(), languageOfModules(*kind, chosen.compiler)),
          std::move(made.module), made.said + (chosen.compiler == "glslang" ? "" : run.notes())));
}

}  // namespace hrfcheck::frontend::via

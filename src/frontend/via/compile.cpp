// Compilers read the text from a pipe and write the module to one: nothing is left behind, whatever happens.
// What the text includes stands in it by then (frontend/include), and the compilers are given no other file:
// Clang sees files through an overlay that holds headers of its own, of ours and of the system, and nothing
// else; the translator is sealed once it reads (ProgramLimits::sealed); glslang knows no way to a file but
// the word `include` behind a `#`, and finds none.

#include "frontend/via/compile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

#include "frontend/c_dialects.h"
#include "frontend/launch/kernel_text.h"
#include "frontend/spirv/spirv.h"
#include "frontend/via/cuda_compilers.h"
#include "frontend/via/cuda_questions.h"
#include "frontend/via/module_cache.h"
#include "frontend/via/spirv_compilers.h"
#include "util/diagnostic.h"
#include "util/text.h"

namespace hrfcheck::frontend::via {
namespace {

struct FileKind {
  std::string_view ending;
  std::string_view compilers;  ///< with blanks between them
  const char* language;
  bool alone;  ///< no frontend of ours reads it
};
constexpr FileKind kCuda = {".cu", "clang nvcc", "CUDA C++", true};
constexpr auto kKinds = std::to_array<FileKind>({
    {".cl", "clang", "OpenCL C", false},
    {".comp", "glslang", "GLSL", true},
    {".hlsl", "glslang", "HLSL", true},
});

constexpr std::string_view kStandardInput = "<stdin>";

/// Its name does not say what it is.
bool isCuda(const SourcePtr& source, const std::string& language) {
  const std::string& file = source->name();
  const bool named = file.ends_with(".cu") || file.ends_with(".cuh");
  if ((!named && file != kStandardInput) || spirv::isModule(source)) {
    return false;
  }
  const Dialect* dialect = language.empty() ? kernelDialect(source) : nullptr;
  return language == "cuda" || (dialect != nullptr && dialect->name == kCudaDialect.name);
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
  return {"clang", "glslang", "nvcc"};
}

bool needsCompiler(const std::string& file) {
  const FileKind* kind = kindOf(file);
  return kind != nullptr && kind->alone;
}

SourcePtr compiled(const SourcePtr& source, const CompilerOptions& options) {
  const bool cuda = isCuda(source, options.language);
  const FileKind* kind = cuda ? &kCuda : kindOf(source->name());
  if (!cuda && options.compiler.empty() && !options.optimize.empty()) {
    throw UserError("--optimize is for compilers", "--via clang");
  }
  if (kind == nullptr || (options.compiler.empty() && !kind->alone)) {
    return source;
  }
  CompilerOptions chosen = options;
  if (cuda && options.compiler.empty()) {
    chosen.compiler = compilerForCuda(source->name());
  }
  if (!compiles(*kind, chosen.compiler)) {
    throw UserError(
        options.compiler.empty()
            ? fmt::format("{} is {}: hrfcheck reads what a compiler makes of it", source->name(),
                          kind->language)
            : fmt::format("{} does not compile {}: {}", options.compiler, kind->language, source->name()),
        fmt::format("--via {}", firstOf(kind->compilers)));
  }
  Compiled made = madeOf(*kind, CompilerRun(source, chosen));
  if (made.module.empty()) {
    throw UserError(fmt::format("{} makes no module of {}", chosen.compiler, source->name()));
  }
  return std::make_shared<const Source>(
      source->name(), source->text(), "",
      std::make_shared<const Source>(fmt::format("{} ({})", source->name(), cuda ? "PTX" : "SPIR-V"),
                                     std::move(made.module), made.said));
}

}  // namespace hrfcheck::frontend::via

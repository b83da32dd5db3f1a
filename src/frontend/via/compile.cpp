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
constexpr auto kKinds = std::to_array<FileKind>({
    {".cl", "clang", "OpenCL C", false},
    {".cu", "clang nvcc", "CUDA C++", false},
    {".comp", "glslang", "GLSL", true},
    {".hlsl", "glslang", "HLSL", true},
});

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

bool isCuda(const FileKind& kind) {
  return kind.ending == ".cu";
}

Compiled compiledBy(const FileKind& kind, const CompilerRun& run) {
  const std::string& compiler = run.options().compiler;
  return isCuda(kind)          ? compiler == "nvcc" ? nvccPtx(run) : clangPtx(run)
                  : compiler == "clang" ? clangSpirv(run)
                               : glslang(run, kind.ending == ".hlsl");
}

/// Everything that the module is made of.
std::string ingredients(const CompilerRun& run) {
  const CompilerOptions& options = run.options();
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", options.compiler, options.optimize, options.kernel,
                     options.standard, fmt::join(options.definitions, "\n"), run.namedText(),
                     cudaQuestions(run.source(), options));
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
  const FileKind* kind = kindOf(source->name());
  if (options.compiler.empty() && !options.optimize.empty()) {
    throw UserError("--optimize is for compilers", "--via clang");
  }
  if (kind == nullptr || (options.compiler.empty() && !kind->alone)) {
    return source;
  }
  if (!compiles(*kind, options.compiler)) {
    throw UserError(
        options.compiler.empty()
            ? fmt::format("{} is {}: hrfcheck reads what a compiler makes of it", source->name(),
                          kind->language)
            : fmt::format("{} does not compile {}: {}", options.compiler, kind->language, source->name()),
        fmt::format("--via {}", firstOf(kind->compilers)));
  }
  Compiled made = madeOf(*kind, CompilerRun(source, options));
  if (made.module.empty()) {
    throw UserError(fmt::format("{} makes no module of {}", options.compiler, source->name()));
  }
  return std::make_shared<const Source>(
      source->name(), source->text(), "",
      std::make_shared<const Source>(fmt::format("{} ({})", source->name(), isCuda(*kind) ? "PTX" : "SPIR-V"),
                                     std::move(made.module), made.said));
}

}  // namespace hrfcheck::frontend::via

/// `include`: a file beside the including one, else in the folders (model_files.cpp), else one of the stock
/// files that we satisfy ourselves. Definitions of the included file stand in the including one from there
/// on, as if pasted.
#include <fmt/format.h>

#include <algorithm>

#include "cat/elaborate/model_builder.h"

namespace hrfcheck::cat {
namespace {

constexpr std::size_t kMaxIncludes = 30;

std::string namesOf(const std::vector<std::filesystem::path>& chain, const std::filesystem::path& again) {
  std::string text;
  auto begin = std::find(chain.begin(), chain.end(), again);
  for (; begin != chain.end(); ++begin) text += begin->filename().string() + " -> ";
  return text + again.filename().string();
}

}  // namespace

void ModelBuilder::include(const IncludeStatement& s, Env& env) {
  const std::optional<StockFile> stock = stockFile(s.file);
  if (stock && stock->when == StockInclude::Always) {
    includeStock(s, *stock, env);
    return;
  }
  if (const auto path = files_.find(s.file, s.fileWhere)) {
    includeFile(*path, s, env);
  } else if (stock) {
    includeStock(s, *stock, env);
  } else {
    elaborator_.mistake(s.fileWhere,
                        fmt::format("no file '{}' beside this model or in the model folders", s.file));
  }
}

void ModelBuilder::includeFile(const std::filesystem::path& path, const IncludeStatement& s, Env& env) {
  std::error_code ignored;
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(path, ignored);
  if (std::find(including_.begin(), including_.end(), canonical) != including_.end()) {
    elaborator_.mistake(s.fileWhere, "include cycle: " + namesOf(including_, canonical));
    return;
  }
  if (including_.size() > kMaxIncludes) {
    elaborator_.mistake(s.fileWhere, "includes are nested too deeply");
    return;
  }
  Diagnostics diagnostics;
  const File& file = files_.read(path, s.fileWhere, diagnostics);
  for (const Diagnostic& warning : diagnostics.warnings()) model_.warnings.push_back(warning);
  throwOnSyntaxErrors(diagnostics);
  including_.push_back(canonical);
  run(file.statements, env);
  including_.pop_back();
}

void ModelBuilder::includeStock(const IncludeStatement& s, const StockFile& stock, Env& env) {
  for (const char* seed : {"co0", "cobase"}) {
    if (s.file == "cos.cat" && findBound(env, seed) != nullptr) {
      elaborator_.mistake(s.fileWhere,
                          fmt::format("'cos.cat' after a definition of '{}' is not supported", seed),
                          "co is given here; express what it must contain by a check, 'empty r \\ co'");
      return;
    }
  }
  Diagnostics diagnostics;
  const File& file =
      files_.parse(std::make_shared<const Source>("<" + s.file + ">", stock.text), diagnostics);
  ++stock_;
  for (const Statement& statement : file.statements) {
    const auto& let = std::get<LetStatement>(statement.node);
    const Env before = stock.when == StockInclude::Always ? nullptr : env;
    for (const Binding& binding : let.bindings) {
      const std::string& name = binding.target.names.front();
      const Env bound = elaborator_.bindOne(binding, before, before);
      if (const Value* value = findBound(bound, name)) env = elaborator_.bind(env, name, *value);
    }
  }
  --stock_;
}

}  // namespace hrfcheck::cat

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cat/elaborate.h"
#include "cat/model_files.h"

namespace hrfcheck::cat {

/// Runs the statements of a model and its includes and collects what they define.
class ModelBuilder {
 public:
  explicit ModelBuilder(const std::vector<std::filesystem::path>& folders);

  /// @throws UserError with every mistake found.
  Model build(const SourcePtr& source);

 private:
  void run(const std::vector<Statement>& statements, Env& env);
  void runOne(const Statement& statement, Env& env);
  void let(const LetStatement& s, Env& env);
  void check(const CheckStatement& s, const Where& where, const Env& env);
  void include(const IncludeStatement& s, Env& env);
  void includeFile(const std::filesystem::path& path, const IncludeStatement& s, Env& env);
  void includeStock(const IncludeStatement& s, const StockFile& stock, Env& env);
  void show(const ShowStatement& s, const Env& env);
  void unshow(const UnshowStatement& s);
  void with(const WithStatement& s, const Where& where, Env& env);
  Value linearisation(const WithStatement& s, const Builtin& form, const std::vector<ExprRef>& arguments,
                      const Where& where, const Env& env);
  Value generatedCoherence(const std::vector<ExprRef>& arguments, const Where& where, const Env& env);
  void call(const CallStatement& s, const Where& where, const Env& env);
  void forall(const ForallStatement& s, const Where& where, const Env& env);
  void throwOnSyntaxErrors(const Diagnostics& diagnostics);

  NodeTable table_;
  Mistakes mistakes_;
  Elaborator elaborator_;
  ModelFiles files_;
  Model model_;
  unsigned blocks_ = 0;  ///< procedures and foralls around: their definitions are their own
  unsigned stock_ = 0;
  std::vector<ClassBinder> binders_;
  std::optional<std::string> calledAs_;
  std::vector<std::filesystem::path> including_;
};

}  // namespace hrfcheck::cat

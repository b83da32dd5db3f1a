#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cat/elaborate/elaborate.h"
#include "cat/elaborate/model_files.h"

namespace hrfcheck::cat {

/// Runs the statements of a model and its includes and collects what they define.
class ModelBuilder {
 public:
  ModelBuilder(const std::vector<std::filesystem::path>& folders, const ModelLimits& limits);

  /// @throws UserError with every mistake found.
  Model build(const SourcePtr& source);
  /// The model's text and those that it includes.
  const std::vector<SourcePtr>& sources() const { return files_.sources(); }

 private:
  Model finished();
  void runModel(const std::vector<Statement>& statements, Env& env);
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
  void runProcedure(const ProcedureValue& procedure, const CallStatement& s, const Value& argument);
  bool tooDeep(CatNodeId id, const Where& where);
  void readBell(Env& env);
  void enumeration(const EnumStatement& s, Env& env);
  void instructions(const InstructionsStatement& s, const Where& where, const Env& env);
  void noteHierarchy(const Env& env);
  void forallTags(const ForallStatement& s, const TagListValue& tags, const Env& env);
  Bell& bell();
  void forall(const ForallStatement& s, const Where& where, const Env& env);
  void throwOnSyntaxErrors(const Diagnostics& diagnostics);

  using Binders = std::vector<std::pair<ClassVariable, CatNodeId>>;
  Binders binders() const;
  /// What tells checks apart: their role, what they are of, and their name, where they have one.
  using CheckKey = std::tuple<CheckRole, CheckKind, bool, CatNodeId, std::optional<std::string>, Binders>;
  /// A call that can only say again what an earlier one has said.
  using CallKey =
      std::tuple<const ProcedureStatement*, Env, std::vector<CatNodeId>, std::optional<std::string>, Binders>;

  std::string bellFile_;  ///< --bell
  std::string raceFlag_;  ///< ModelLimits::raceFlag
  Budget budget_;
  NodeTable table_;
  ChoiceTable choices_;
  Environments environments_;
  Mistakes mistakes_;
  Elaborator elaborator_;
  ModelFiles files_;
  Model model_;
  unsigned blocks_ = 0;  ///< procedures and foralls around: their definitions are their own
  unsigned stock_ = 0;
  unsigned beyondChecks_ = 0;  ///< statements run so far that do more than define and check
  std::set<CheckKey> checks_;
  std::set<CallKey> calls_;
  /// What is shown, by name, with the order in which it was asked for.
  std::map<std::string, std::pair<std::size_t, CatNodeId>> shown_;
  std::size_t nextShown_ = 0;
  std::vector<ClassBinder> binders_;
  std::optional<std::string> calledAs_;
  std::vector<std::filesystem::path> including_;
};

}  // namespace hrfcheck::cat

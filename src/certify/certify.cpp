// The formula is the one that the engines solve, without breaking of symmetry: every execution is looked at,
// so that nobody has to believe that renamed threads behave alike. One solver finds the executions; each
// refutation is found anew by another one, from the clauses that are written, and with its proof.

#include "certify/certify.h"

#include <fmt/format.h>

#include "certify/tables.h"
#include "engine/smt/ask/witness.h"
#include "engine/smt/cadical/cadical_solver.h"
#include "engine/smt/cadical/refute.h"
#include "engine/spinning_runs.h"
#include "util/diagnostic.h"
#include "util/hash.h"
#include "util/invariant.h"

namespace hrfcheck::inline certify {
namespace {

/// Hands clauses to a solver, and keeps those of the formula.
class KeptClauses final : public smt::ClauseSink {
 public:
  explicit KeptClauses(smt::ClauseSink& next) : next_(next) {}

  void variable(smt::Lit variable, const smt::VariableName& name) override {
    variables_ = kept_ ? variable : variables_;
    next_.variable(variable, name);
  }
  void clause(const std::vector<smt::Lit>& literals) override {
    if (kept_) {
      clauses_.push_back(literals);
    }
    next_.clause(literals);
  }
  /// From now on clauses are no part of the formula.
  void close() { kept_ = false; }

  const std::vector<std::vector<smt::Lit>>& clauses() const { return clauses_; }
  smt::Lit variables() const { return variables_; }

 private:
  smt::ClauseSink& next_;
  std::vector<std::vector<smt::Lit>> clauses_;
  smt::Lit variables_ = 0;
  bool kept_ = true;
};

class Certification {
 public:
  Certification(const std::shared_ptr<const Skeleton>& skeleton, const LoadedModel& model,
                const Deadline& deadline)
      : skeleton_(skeleton),
        model_(model),
        deadline_(deadline),
        variables_(variablesOfCertificate(skeleton->program())),
        solver_(deadline_),
        kept_(solver_),
        formula_(kept_, deadline_),
        encoding_(formula_, *skeleton, model.model, variables_,
                  spinningRunsFor(*skeleton, model.model, AnalysisOptions())),
        questions_(questionsOf(encoding_, model.model)),
        witnesses_(encoding_, skeleton, model.model, solver_, deadline_) {}

  Certificate make() {
    kept_.close();
    solver_.completeEncoding();
    formula_.completeEncoding();
    givens();
    const smt::Lit eligible = encoding_.eligible();
    answer("condition-holds", {eligible, encoding_.condition()});
    answer("condition-fails", {eligible, -encoding_.condition()});
    outcomes();
    for (const auto& [name, literal] : questions_.flags) {
      answer(name, {encoding_.raisesFlags(), literal});
    }
    for (const auto& [name, literal] : questions_.incidents) {
      answer(name, {literal});
    }
    writeList();
    return {std::move(files_), std::move(outcomes_)};
  }

 private:
  void givens() {
    std::string cnf = legendText(encoding_, model_.model, questions_);
    cnf += fmt::format("p cnf {} {}\n", kept_.variables(), kept_.clauses().size());
    for (const std::vector<smt::Lit>& clause : kept_.clauses()) {
      cnf += fmt::format("{} 0\n", fmt::join(clause, " "));
    }
    files_["formula.cnf"] = std::move(cnf);
    files_["events.txt"] = eventsText(*skeleton_, variables_);
    files_["test.txt"] = skeleton_->program().source->text();
    for (const SourcePtr& source : model_.sources) {
      files_["model/" + nameOfFile(*source)] = source->text();
    }
  }

  static std::string nameOfFile(const Source& source) {
    return std::filesystem::path(source.name()).filename().string();
  }

  /// @throws OutOfTime where the solver does not answer in time
  bool satisfiable(const std::vector<smt::Lit>& assumptions) {
    const smt::Truth truth = solver_.check(assumptions);
    if (truth == smt::Truth::Unknown) {
      throw OutOfTime();
    }
    return truth == smt::Truth::Sat;
  }

  void answer(const std::string& what, const std::vector<smt::Lit>& assumptions) {
    if (satisfiable(assumptions)) {
      show(what);
    } else {
      std::vector<std::vector<smt::Lit>> clauses;
      for (const smt::Lit literal : assumptions) {
        clauses.push_back({literal});
      }
      disprove(what, clauses);
    }
  }

  /// The execution that the solver has found.
  Execution show(const std::string& what) {
    Execution execution = witnesses_.read().execution;
    std::string text = executionText(execution, model_.model, variables_);
    text += "true";
    for (smt::Lit v = 1; v <= kept_.variables(); ++v) {
      if (solver_.value(v)) {
        text += fmt::format(" {}", v);
      }
    }
    text += "\nend\n";
    claim("shown", what, "execution", "txt", std::move(text));
    return execution;
  }

  void disprove(const std::string& what, const std::vector<std::vector<smt::Lit>>& more) {
    std::vector<std::vector<smt::Lit>> clauses = kept_.clauses();
    clauses.insert(clauses.end(), more.begin(), more.end());
    std::optional<std::string> proof = smt::refute(clauses, deadline_);
    INVARIANT(proof.has_value(), "what has no solution under assumptions has none with them as clauses");
    claim("refuted", what, "proof", "drat", std::move(*proof));
  }

  void claim(const char* how, const std::string& what, const char* kind, const char* ending,
             std::string text) {
    const std::string file = fmt::format("{}-{}.{}", kind, ++count_, ending);
    claims_ += fmt::format("claim {} {} {}\n", how, file, what);
    files_[file] = std::move(text);
  }

  void outcomes() {
    std::vector<std::vector<smt::Lit>> seen{{encoding_.eligible()}};
    const smt::Lit another = formula_.fresh({"another-outcome"});
    while (satisfiable({encoding_.eligible(), another})) {
      if (seen.size() > kMostOutcomes) {
        throw UserError(fmt::format("more than {} final states: too many for a certificate", kMostOutcomes));
      }
      const Execution execution = show(fmt::format("outcome {}", seen.size() - 1));
      std::vector<smt::Lit> other;
      std::vector<Value> values;
      for (std::size_t v = 0; v < skeleton_->program().observed.size(); ++v) {
        values.push_back(execution.finalValue(variables_[v]));
        other.push_back(-encoding_.observed()[v].is(values.back()));
      }
      outcomes_.insert(std::move(values));
      seen.push_back(other);
      other.push_back(-another);
      formula_.clause(std::move(other));
    }
    disprove("another-outcome", seen);
  }

  void writeList() {
    const Program& program = skeleton_->program();
    constexpr const char* kQuantifiers[] = {"exists", "not-exists", "forall"};
    std::string text =
        fmt::format("hrfcheck-certificate 1\ntest {}\nmodel {} model/{}\nquantifier {}\nunroll {}\n",
                    program.name, model_.model.name, nameOfFile(*model_.model.source),
                    kQuantifiers[static_cast<int>(program.quantifier)], skeleton_->unrollBound());
    for (const auto& [name, content] : files_) {
      text += fmt::format("file {:016x} {}\n", fnv1a(content), name);
    }
    files_["certificate.txt"] = text + claims_ + "end\n";
  }

  std::shared_ptr<const Skeleton> skeleton_;
  const LoadedModel& model_;
  Deadline deadline_;
  std::vector<StateVariable> variables_;
  smt::CadicalSolver solver_;
  KeptClauses kept_;
  smt::Formula formula_;
  smt::Encoding encoding_;
  Questions questions_;
  smt::WitnessReader witnesses_;
  std::map<std::string, std::string> files_;
  std::set<std::vector<Value>> outcomes_;
  std::string claims_;
  std::size_t count_ = 0;
};

}  // namespace

Certificate makeCertificate(const std::shared_ptr<const Skeleton>& skeleton, const LoadedModel& model,
                            const Deadline& deadline) {
  return Certification(skeleton, model, deadline).make();
}

}  // namespace hrfcheck::inline certify

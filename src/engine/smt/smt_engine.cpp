// The SMT engine: one context for the engine's life, one solver per test and model.

#include <fmt/format.h>

#include "engine/engine.h"
#include "engine/smt/ask/smt_analysis.h"
#include "engine/spinning_runs.h"

namespace hrfcheck::inline engine {
namespace {

class SmtEngine : public Engine {
 public:
  std::string name() const override { return "smt"; }

  Analysis analyse(const std::shared_ptr<const Skeleton>& skeleton, const Model& model,
                   const AnalysisOptions& options) override {
    if (options.activity != nullptr) {
      options.activity->begin("smt", "clauses");
    }
    if (!context_) {
      context_ = std::make_unique<smt::SolverContext>();
    }
    try {
      bool interrupted = false;
      Analysis analysis = analyseIn(*context_, skeleton, model, options, interrupted);
      if (interrupted) {
        context_.reset();
      }
      return analysis;
    } catch (...) {
      context_.reset();
      throw;
    }
  }

 private:
  static Analysis analyseIn(smt::SolverContext& context, const std::shared_ptr<const Skeleton>& skeleton,
                            const Model& model, const AnalysisOptions& options, bool& interrupted) {
    smt::SatSolver solver(context, options.deadline, options.activity, options.clauseLimit);
    smt::SmtLibDump dump(solver, options.dumpSmt2,
                         fmt::format("test {}, model {}", skeleton->program().name, model.name));
    smt::Formula formula(dump, options.deadline);
    Analysis analysis;
    try {
      const Orbits orbits(skeleton,
                          options.symmetry ? symmetriesOf(*skeleton) : std::vector<SymmetryGroup>());
      smt::Encoding encoding(formula, *skeleton, model, orbits.observed(),
                             spinningRunsFor(*skeleton, model, options));
      analysis = smt::SmtAnalysis(encoding, skeleton, model, orbits, solver, dump, options).ask();
    } catch (const OutOfTime&) {
      analysis.undecided = "time limit";
    } catch (const smt::TooManyClauses&) {
      analysis.undecided = kClauseLimitReached;
    }
    const smt::SolverCounts counts = solver.counts();
    analysis.statistics = {{"variables", counts.variables}, {"clauses", counts.clauses},
                           {"queries", counts.queries},     {"models", counts.models},
                           {"conflicts", counts.conflicts}, {"decisions", counts.decisions}};
    analysis.solverSeconds = counts.seconds;
    interrupted = solver.interrupted();
    return analysis;
  }

  std::unique_ptr<smt::SolverContext> context_;
};

}  // namespace

std::unique_ptr<Engine> makeSmtEngine() {
  return std::make_unique<SmtEngine>();
}

}  // namespace hrfcheck::inline engine

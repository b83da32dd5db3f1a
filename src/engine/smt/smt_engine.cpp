// The SMT engine: one solver per test and model, and one context of Z3 for the engine's life, made when it is
// wanted.

#include <fmt/format.h>

#include "engine/engine.h"
#include "engine/smt/ask/smt_analysis.h"
#include "engine/smt/both_solvers.h"
#include "engine/smt/cadical/cadical_solver.h"
#include "engine/smt/z3/sat_solver.h"
#include "engine/solver_choice.h"
#include "engine/spinning_runs.h"

namespace hrfcheck::inline engine {
namespace {

class SmtEngine : public Engine {
 public:
  explicit SmtEngine(SolverChoice choice) : choice_(choice) {}

  std::string name() const override { return "smt"; }

  Analysis analyse(const PreparedTest& test, const AnalysisOptions& options) override {
    const std::shared_ptr<const EventStructure>& structure = test.structurePtr();
    const Model& model = test.model();
    if (options.activity != nullptr) {
      options.activity->begin("smt", "clauses");
    }
    try {
      bool interrupted = false;
      Analysis analysis = choice_ == SolverChoice::Cadical ? withCadical(structure, model, options)
                          : choice_ == SolverChoice::Z3    ? withZ3(structure, model, options, interrupted)
                                                           : withBoth(structure, model, options, interrupted);
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
  smt::SolverContext& context() {
    if (!context_) {
      context_ = std::make_unique<smt::SolverContext>();
    }
    return *context_;
  }

  // Solvers end before their context may be thrown away.

  Analysis withZ3(const std::shared_ptr<const EventStructure>& structure, const Model& model,
                  const AnalysisOptions& options, bool& interrupted) {
    smt::SatSolver solver(context(), options.deadline, options.activity, options.clauseLimit);
    Analysis analysis = analyseWith(solver, structure, model, options);
    addSearches(analysis, solver.counts());
    interrupted = solver.interrupted();
    return analysis;
  }

  Analysis withBoth(const std::shared_ptr<const EventStructure>& structure, const Model& model,
                    const AnalysisOptions& options, bool& interrupted) {
    const bool mayEnumerate = options.outcomes == OutcomeSearch::All && options.enumerateInSearch;
    smt::BothSolvers solver([this]() -> smt::SolverContext& { return context(); }, options.deadline,
                            mayEnumerate, options.activity, options.clauseLimit);
    Analysis analysis = analyseWith(solver, structure, model, options);
    interrupted = solver.interrupted();
    return analysis;
  }

  static void addSearches(Analysis& analysis, const smt::SolverCounts& counts) {
    analysis.statistics.emplace_back("conflicts", counts.conflicts);
    analysis.statistics.emplace_back("decisions", counts.decisions);
  }

  static Analysis withCadical(const std::shared_ptr<const EventStructure>& structure, const Model& model,
                              const AnalysisOptions& options) {
    smt::CadicalSolver solver(options.deadline, options.activity, options.clauseLimit);
    return analyseWith(solver, structure, model, options);
  }

  static Analysis analyseWith(smt::Solver& solver, const std::shared_ptr<const EventStructure>& structure,
                              const Model& model, const AnalysisOptions& options) {
    smt::SmtLibDump dump(solver, options.dumpSmt2,
                         fmt::format("test {}, model {}", structure->program().name, model.name));
    smt::Formula formula(dump, options.deadline);
    Analysis analysis;
    try {
      const Orbits orbits(structure,
                          options.symmetry ? symmetriesOf(*structure) : std::vector<SymmetryGroup>());
      smt::Encoding encoding(formula, *structure, model, orbits.observed(),
                             spinningRunsFor(*structure, model, options));
      analysis = smt::SmtAnalysis(encoding, structure, model, orbits, solver, dump, options).ask();
    } catch (const OutOfTime&) {
      analysis.undecided = "time limit";
    } catch (const smt::TooManyClauses&) {
      analysis.undecided = kClauseLimitReached;
    }
    const smt::SolverCounts counts = solver.counts();
    analysis.statistics = {{"variables", counts.variables},
                           {"clauses", counts.clauses},
                           {"queries", counts.queries},
                           {"models", counts.models}};
    analysis.solverSeconds = counts.seconds;
    return analysis;
  }

  SolverChoice choice_;
  std::unique_ptr<smt::SolverContext> context_;  ///< of Z3
};

}  // namespace

std::unique_ptr<Engine> makeSmtEngine() {
  return makeSmtEngineWith(SolverChoice::Auto);
}

std::unique_ptr<Engine> makeSmtEngineWith(SolverChoice solver) {
  return std::make_unique<SmtEngine>(solver);
}

}  // namespace hrfcheck::inline engine

#include "check/auto_engine.h"

#include <algorithm>
#include <utility>

#include "check/add_findings.h"
#include "engine/cut_loops.h"
#include "engine/one_state.h"

namespace hrfcheck::inline check {
namespace {

/// Of tests that are larger the solver is asked first: beyond a word, the rows of relations make every
/// candidate more expensive.
constexpr std::size_t kMostEvents = 64;
/// The same of tests that need few candidates for their size.
constexpr std::size_t kMostEventsOfLoops = 128;
/// Formulas that cost the solver more than it takes to try a few candidates, whatever the size of the test.
constexpr std::uint64_t kLargeFormula = 20'000;
/// Candidates that are looked at in the time that such a formula takes at least.
constexpr double kMostExpected = 20'000;
/// Beyond this, a few candidates cost more than that.
constexpr std::size_t kMostEventsTried = 512;

bool isSmall(const EventStructure& structure, const Model& model, const AnalysisOptions& options) {
  const std::size_t size = structure.size();
  if (size <= kMostEvents || oneStateSettles(structure.program(), options)) {
    return true;
  }
  try {
    return size <= kMostEventsOfLoops && onlyCutsLoops(structure, model, options);
  } catch (const OutOfTime&) {
    return false;
  }
}

class AutoEngine : public Engine {
 public:
  AutoEngine(std::uint64_t candidateLimit, SolverChoice solver)
      : candidateLimit_(candidateLimit), solver_(solver) {}

  std::string name() const override { return last_; }

  Analysis analyse(const PreparedTest& test, const AnalysisOptions& options) override {
    if (options.dumpSmt2 != nullptr) {
      return solve({}, test, options);
    }
    Analysis tried;
    const bool small = isSmall(test.structure(), test.model(), options);
    if (!small && options.until && test.structure().size() <= kMostEventsTried) {
      // What the first executions show is found faster than a formula of them all is made.
      tried = enumerate(fewCandidates(test.structure()), test, options);
      if (isLast(tried, options)) {
        return tried;
      }
      tried.expectedCandidates.reset();
    }
    if (small) {
      tried = enumerate(candidateLimit_, test, options);
      if (isLast(tried, options)) {
        return tried;
      }
    }
    // Where the explicit engine is not worth while, nothing is gained by knowing the size of the formula.
    const bool mayTry =
        small ? isWorthWhile(tried, test.structure()) : test.structure().size() <= kMostEventsTried;
    if (!mayTry) {
      return solve(std::move(tried), test, options);
    }
    AnalysisOptions quick = options;
    quick.clauseLimit = kLargeFormula;
    const std::optional<double> expected = tried.expectedCandidates;
    Analysis solved = solve(std::move(tried), test, quick);
    if (solved.undecided != kClauseLimitReached) {
      return solved;
    }
    solved.expectedCandidates = expected;
    return beforeLargeFormula(std::move(solved), small, test, options);
  }

 private:
  static bool isLast(const Analysis& analysis, const AnalysisOptions& options) {
    return !analysis.undecided || analysis.foundUntil || options.deadline.expired();
  }

  /// Candidates that cost as much as the limit's number of small ones.
  std::uint64_t fewCandidates(const EventStructure& structure) const {
    return std::max<std::uint64_t>(1,
                                   candidateLimit_ * kMostEvents / std::max(kMostEvents, structure.size()));
  }

  /// Whether there are so few candidates that a large formula takes longer.
  static bool isWorthWhile(const Analysis& tried, const EventStructure& structure) {
    const double share =
        std::min(1.0, static_cast<double>(kMostEvents) / static_cast<double>(structure.size()));
    return tried.expectedCandidates && *tried.expectedCandidates <= kMostExpected * share;
  }

  /// The explicit engine as far as it is worth while, then the solver whatever it takes.
  /// @param known the explicit engine has told already how long it takes
  Analysis beforeLargeFormula(Analysis earlier, bool known, const PreparedTest& test,
                              const AnalysisOptions& options) {
    if (!known) {
      earlier = enumerate(fewCandidates(test.structure()), test, options);
    }
    if (!isLast(earlier, options) && isWorthWhile(earlier, test.structure())) {
      const double expected = *earlier.expectedCandidates;
      earlier = enumerate(static_cast<std::uint64_t>(2 * expected) + 1, test, options);
    }
    return isLast(earlier, options) ? earlier : solve(std::move(earlier), test, options);
  }

  /// The explicit engine, for so many candidates.
  Analysis enumerate(std::uint64_t candidates, const PreparedTest& test, const AnalysisOptions& options) {
    AnalysisOptions limited = options;
    limited.candidateLimit = candidates;
    limited.mayExceedLimit = true;
    Analysis analysis = run(enumerating_, makeExplicitEngine, test, limited);
    if (analysis.undecided && options.deadline.expired()) {
      analysis.undecided = "time limit";
    }
    return analysis;
  }

  /// The solver, and the explicit engine without a limit where the solver gives up; with what was found
  /// earlier.
  Analysis solve(Analysis earlier, const PreparedTest& test, const AnalysisOptions& options) {
    Analysis analysis = run(
        solving_, [this] { return makeSmtEngineWith(solver_); }, test, options);
    if (analysis.undecided) {
      addFindings(analysis, std::move(earlier));
    }
    if (analysis.undecided == kClauseLimitReached && options.deadline.expired()) {
      analysis.undecided = "time limit";
    }
    if (isLast(analysis, options) || analysis.undecided == kClauseLimitReached) {
      return analysis;
    }
    Analysis enumerated = run(enumerating_, makeExplicitEngine, test, options);
    if (enumerated.undecided) {
      addFindings(enumerated, std::move(analysis));
    }
    return enumerated;
  }

  template <typename Make>
  Analysis run(std::unique_ptr<Engine>& engine, Make&& make, const PreparedTest& test,
               const AnalysisOptions& options) {
    if (!engine) {
      engine = make();
    }
    last_ = engine->name();
    return engine->analyse(test, options);
  }

  std::uint64_t candidateLimit_;
  SolverChoice solver_;
  std::unique_ptr<Engine> enumerating_;
  std::unique_ptr<Engine> solving_;
  std::string last_ = "auto";
};

}  // namespace

std::unique_ptr<Engine> makeAutoEngine(std::uint64_t candidateLimit, SolverChoice solver) {
  return std::make_unique<AutoEngine>(candidateLimit, solver);
}

}  // namespace hrfcheck::inline check

// The formula is the one that the engines solve, without breaking of symmetry: every execution is looked at,
// so that nobody has to believe that renamed threads behave alike. One solver finds the executions; each
// refutation is found anew by another one, from the clauses that are written, and with its proof.

#include "certify/certify.h"

#include <fmt/format.h>

#include <algorithm>

#include "certify/kept_clauses.h"
#include "certify/stated.h"
#include "certify/tables.h"
#include "engine/smt/ask/witness.h"
#include "engine/smt/cadical/cadical_solver.h"
#include "engine/smt/cadical/refute.h"
#include "engine/spinning_runs.h"
#include "util/diagnostic.h"
#include "util/hash.h"
#include "util/invariant.h"
#include "util/utf8.h"
#include "verify/text_lines.h"

namespace hrfcheck::inline certify {
namespace {

class Certification {
 public:
  Certification(const std::shared_ptr<const EventStructure>& structure, Grounds grounds,
                const LoadedModel& model, const CertificateOrigin& origin, const Deadline& deadline)
      : structure_(structure),
        grounds_(std::move(grounds)),
        model_(model),
        origin_(origin),
        deadline_(deadline),
        variables_(variablesOfCertificate(structure->program())),
        solver_(deadline_),
        kept_(&solver_),
        formula_(kept_, deadline_),
        encoding_(formula_, *structure, model.model, variables_,
                  spinningRunsFor(*structure, model.model, AnalysisOptions())),
        questions_(questionsOf(encoding_, model.model)),
        witnesses_(encoding_, structure, model.model, solver_, deadline_) {}

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
    files_["formula.cnf"] = formulaText(encoding_, model_.model, questions_, kept_);
    files_["events.txt"] = eventsText(*structure_, variables_);
    files_["test.txt"] = structure_->program().source->text();
    for (const SourcePtr& source : model_.sources) {
      const std::string name = nameOfFile(source->name());
      if (!isPlainName(name) || !files_.emplace("model/" + name, source->text()).second) {
        throw UserError(
            fmt::format("no certificate: '{}' is not the name of one file of the model alone", name),
            "name the files of the model with letters, digits, '-', '_', '+' and '.'");
      }
    }
  }

  static std::string nameOfFile(const std::string& path) {
    return std::filesystem::path(path).filename().string();
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
    const smt::WitnessReader::Checked found = withFlags(witnesses_.read());
    const Execution& execution = found.execution;
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

  /// A literal of a flag can be true whenever the flag is raised. The solver need not make it so; the
  /// execution of a certificate does.
  smt::WitnessReader::Checked withFlags(smt::WitnessReader::Checked found) {
    std::vector<smt::Lit> wanted;
    bool missing = false;
    for (const RaisedFlag& flag : found.flags) {
      const smt::Lit literal = flagNamed(nameInFile(model_.model.checks[flag.check]));
      wanted.push_back(literal);
      missing = missing || !solver_.value(literal);
    }
    if (!missing) {
      return found;
    }
    const std::vector<smt::Lit> same = choicesMade();
    wanted.insert(wanted.end(), same.begin(), same.end());
    INVARIANT(satisfiable(wanted), "the formula lets an execution raise the flags that it raises");
    return witnesses_.read();
  }

  smt::Lit flagNamed(const std::string& name) const {
    const auto found = std::ranges::find(questions_.flags, "flag " + name,
                                         [](const auto& question) { return question.first; });
    INVARIANT(found != questions_.flags.end(), "every flag of a model is asked about");
    return found->second;
  }

  /// The literals that tell the solver's execution from every other one.
  std::vector<smt::Lit> choicesMade() const {
    std::vector<smt::Lit> literals;
    const auto add = [&](smt::Lit literal) {
      literals.push_back(solver_.value(literal) ? literal : -literal);
    };
    const smt::CandidateFormula& candidate = encoding_.candidate();
    const auto pairs = [&](const smt::PairLiterals& relation) {
      relation.may(candidate.size()).forEach([&](EventId a, EventId b) { add(relation.at(a, b)); });
    };
    for (EventId e = 0; e < candidate.size(); ++e) {
      add(candidate.exec(e));
      for (const auto& [unused, literal] : candidate.code().events[e].values.entries()) {
        add(literal);
      }
    }
    for (const BaseRelation relation : {BaseRelation::Rf, BaseRelation::Co, BaseRelation::SyncBarrier}) {
      pairs(*candidate.dynamicRelation(relation));
    }
    for (const smt::PairLiterals& choice : encoding_.choices()) {
      pairs(choice);
    }
    return literals;
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
      for (std::size_t v = 0; v < structure_->program().observed.size(); ++v) {
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
    const Program& program = structure_->program();
    const std::string model = model_.model.name;
    const std::string modelFile = "model/" + nameOfFile(model_.model.source->name());
    if (modelFile != "model/" + model + ".cat") {
      throw UserError(fmt::format("no certificate: the file of the model {} has another name", model));
    }
    std::string text =
        fmt::format("hrfcheck-certificate 3\ntest {}\nmodel {} {}\nquantifier {}\nunroll {}\n", program.name,
                    model, modelFile, quantifierWord(program.quantifier), structure_->unrollBound());
    text += howRead(program);
    for (const auto& [name, content] : files_) {
      text += fmt::format("file {:016x} {}\n", fnv1a(content), name);
    }
    files_["certificate.txt"] = text + claims_ + "end\n";
  }

  /// What the text of the test does not say.
  std::string howRead(const Program& program) const {
    std::string text = fmt::format("read-as {} {}\n", program.source->fileEnd(),
                                   cleaned(nameOfFile(program.source->name()), Controls::None));
    if (!program.testInFile.empty()) {
      text += fmt::format("test-in-file {}\n", program.testInFile);
    }
    for (const std::string& assumption : grounds_.assumptions) {
      text += fmt::format("assumes {}\n", assumption);
    }
    for (const std::string& considered : grounds_.considered) {
      text += fmt::format("considers {}\n", considered);
    }
    if (program.source->module() != nullptr) {
      text += "compiled\n";
    }
    text += fmt::format("lock-bits {} {}\n", origin_.lockUnit.lockBits, origin_.lockUnit.ordered ? 1 : 0);
    return text + (origin_.version.empty() ? "" : fmt::format("written-by {}\n", origin_.version));
  }

  std::shared_ptr<const EventStructure> structure_;
  Grounds grounds_;
  const LoadedModel& model_;
  const CertificateOrigin& origin_;
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

Certificate makeCertificate(const PreparedTest& test, const LoadedModel& model, const Deadline& deadline,
                            const CertificateOrigin& origin) {
  INVARIANT(&test.model() == &model.model, "a test is certified under the model that it was prepared for");
  return Certification(test.structurePtr(), groundsOf(test), model, origin, deadline).make();
}

std::string whyNotCertified(const EventStructure& structure) {
  return structure.moreValues().empty() && structure.circularValues() != CircularValues::Unknown
             ? ""
             : "values come out of thin air under this model, and a formula cannot cover them all";
}

}  // namespace hrfcheck::inline certify

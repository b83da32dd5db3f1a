// What is believed and what is checked is described in docs/trust.md. Nothing here comes from the encoder,
// the engines or the readers of tests and models: a certificate is read by this folder alone.

#include "verify/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "verify/execution_check.h"
#include "verify/refused.h"

namespace hrfcheck::inline verify {
namespace {

const std::string kCertificate = "certificate.txt";

const std::string& fileOf(const Files& files, const std::string& name) {
  const auto found = files.find(name);
  if (found == files.end()) {
    throw Refused(name, 0, "the file is missing");
  }
  return found->second;
}

void checkDigests(const Files& files, const CertificateIndex& certificate, const Deadline& deadline) {
  for (const auto& [name, digest] : certificate.digests) {
    deadline.check();
    if (digestOf(fileOf(files, name)) != digest) {
      throw Refused(name, 0, "the file is not the one that was written");
    }
  }
  for (const auto& [name, text] : files) {
    if (name != kCertificate && !certificate.digests.contains(name)) {
      throw Refused(name, 0, "the file does not belong to the certificate");
    }
  }
}

/// The names of the flags that a model may raise.
void flagsOf(const std::vector<Statement>& model, std::set<std::string>& names) {
  for (const Statement& s : model) {
    if (s.kind == Statement::Kind::Check && s.role != Statement::Role::Require) {
      names.insert(s.name);
    }
    flagsOf(s.body, names);
  }
}

class Verification {
 public:
  Verification(const Files& files, const Deadline& deadline)
      : files_(files), deadline_(deadline), index_(readCertificate(files, deadline)) {
    checkDigests(files_, index_, deadline_);
    table_ = readEvents(fileOf(files_, "events.txt"), deadline_);
    formula_ = readFormula(fileOf(files_, "formula.cnf"), table_, deadline_);
    fileOf(files_, "test.txt");
    fileOf(files_, index_.modelFile);
    model_ = readModel(index_.modelFile, [&](const std::string& name) { return fileOf(files_, name); });
    flagsOf(model_, flags_);
    for (const auto& [flag, meaning] : formula_.legend.flags) {
      if (!flags_.contains(flag)) {
        throw Refused("formula.cnf", meaning.line, "the legend explains a flag that the model does not have");
      }
    }
  }

  Verified run() {
    claimOnce();
    std::vector<std::pair<const Claim*, Shown>> shown;
    for (const Claim& claim : index_.claims) {
      if (!claim.refuted) {
        shown.emplace_back(&claim, executionOf(claim));
        check(claim, shown.back().second);
      }
    }
    for (const auto& [claim, execution] : shown) {
      contradictsNothing(*claim, execution);
    }
    for (const Claim& claim : index_.claims) {
      if (claim.refuted) {
        refute(claim);
      }
    }
    nothingIsLeftOpen();
    result_.vacuous = whyVacuous();
    result_.index = std::move(index_);
    return std::move(result_);
  }

 private:
  [[noreturn]] static void refuse(const Claim& claim, const std::string& why) {
    throw Refused(kCertificate, claim.line, why);
  }

  void claimOnce() {
    std::set<std::string> files;
    for (const Claim& claim : index_.claims) {
      if (!result_.answers.emplace(claim.what, !claim.refuted).second) {
        refuse(claim, fmt::format("'{}' is claimed twice", claim.what));
      }
      if (!index_.digests.contains(claim.file) || !files.insert(claim.file).second) {
        refuse(claim, fmt::format("'{}' is no file of this claim alone", claim.file));
      }
    }
    for (const auto& [name, unused] : index_.digests) {
      const bool given = name == "test.txt" || name == "events.txt" || name == "formula.cnf" ||
                         name == "module" || name.starts_with("model/");
      if (!given && !files.contains(name)) {
        throw Refused(name, 0, "the file supports no claim");
      }
    }
  }

  Meaning meaning(const Claim& claim, const std::map<std::string, Meaning>& among,
                  const std::string& name) const {
    const auto found = among.find(name);
    if (found == among.end()) {
      refuse(claim, fmt::format("the legend does not explain '{}'", claim.what));
    }
    return found->second;
  }

  Shown executionOf(const Claim& claim) {
    ++result_.executions;
    const ExecutionText execution =
        readExecution(claim.file, fileOf(files_, claim.file), table_, formula_.variables, deadline_);
    Shown shown = checkExecution(execution, table_, model_, deadline_);
    checkLegend(execution, table_, formula_, index_.version > 1, shown, deadline_);
    return shown;
  }

  std::vector<std::int64_t> outcomeOf(const Shown& shown) const {
    return {shown.finals.begin(), shown.finals.begin() + static_cast<std::ptrdiff_t>(table_.observed)};
  }

  /// That an execution shows what is claimed.
  void check(const Claim& claim, const Shown& shown) {
    bool fits = false;
    if (claim.what.starts_with("outcome ")) {
      fits = shown.eligible;
      result_.answers.erase(claim.what);
      if (fits && !result_.outcomes.insert(outcomeOf(shown)).second) {
        refuse(claim, "the final state has been shown already");
      }
    } else if (claim.what == "condition-holds" || claim.what == "condition-fails") {
      fits = shown.eligible && shown.condition == (claim.what == "condition-holds");
    } else if (claim.what.starts_with("flag ")) {
      const auto flag = shown.flags.find(claim.what.substr(5));
      fits = flag != shown.flags.end() && flag->second && shown.raisesFlags;
    } else {
      fits = shown.incidents.contains(claim.what);
    }
    if (!fits) {
      throw Refused(claim.file, 0, fmt::format("the execution does not show '{}'", claim.what));
    }
    result_.claims.push_back(sentence(claim));
  }

  /// That an execution shows nothing that the certificate denies, whatever it was written for.
  void contradictsNothing(const Claim& claim, const Shown& shown) const {
    const auto denied = [&](const std::string& what) {
      const auto answer = result_.answers.find(what);
      if (answer == result_.answers.end() || !answer->second) {
        throw Refused(
            claim.file, 0,
            fmt::format("the execution shows '{}', which the certificate says never happens", what));
      }
    };
    if (shown.eligible) {
      denied(shown.condition ? "condition-holds" : "condition-fails");
      if (!result_.outcomes.contains(outcomeOf(shown))) {
        throw Refused(claim.file, 0,
                      "the execution ends in a final state that the certificate does not list");
      }
    }
    for (const auto& [name, raised] : shown.flags) {
      if (raised && shown.raisesFlags) {
        denied("flag " + name);
      }
    }
    for (const std::string& incident : shown.incidents) {
      denied(incident);
    }
  }

  /// The clauses that say that a claim, which is refuted, holds.
  std::vector<Clause> assumptions(const Claim& claim) const {
    const Legend& legend = formula_.legend;
    if (claim.what == "condition-holds") {
      return {{legend.eligible.literal}, {legend.condition.literal}};
    }
    if (claim.what == "condition-fails") {
      return {{legend.eligible.literal}, {-legend.condition.literal}};
    }
    if (claim.what.starts_with("flag ")) {
      return {{legend.raisesFlags.literal}, {meaning(claim, legend.flags, claim.what.substr(5)).literal}};
    }
    if (claim.what.starts_with("incident ")) {
      return {{meaning(claim, legend.incidents, claim.what).literal}};
    }
    if (claim.what != "another-outcome") {
      refuse(claim, fmt::format("'{}' is nothing that can be refuted", claim.what));
    }
    std::vector<Clause> clauses{{legend.eligible.literal}};
    for (const std::vector<std::int64_t>& outcome : result_.outcomes) {
      Clause other;
      for (std::size_t v = 0; v < outcome.size(); ++v) {
        other.push_back(-legend.finals.at({v, outcome[v]}).literal);
      }
      clauses.push_back(std::move(other));
    }
    return clauses;
  }

  void refute(const Claim& claim) {
    ++result_.proofs;
    RefutationChecker checker(deadline_);
    for (const Clause& clause : formula_.clauses) {
      checker.assume(clause);
    }
    for (const Clause& clause : assumptions(claim)) {
      checker.assume(clause);
    }
    const RefutationChecker::Fault fault = checker.check(fileOf(files_, claim.file));
    if (!fault.why.empty()) {
      throw Refused(claim.file, fault.line, fault.why);
    }
    result_.claims.push_back(sentence(claim));
  }

  void nothingIsLeftOpen() const {
    std::set<std::string> questions = {"condition-holds", "condition-fails", "another-outcome"};
    for (const auto& [what, unused] : formula_.legend.incidents) {
      questions.insert(what);
    }
    for (const std::string& flag : flags_) {
      questions.insert("flag " + flag);
    }
    for (const std::string& question : questions) {
      if (!result_.answers.contains(question)) {
        throw Refused(kCertificate, 0, fmt::format("nothing is claimed of '{}'", question));
      }
    }
  }

  /// A refutation says nothing where there is nothing that it could be about.
  std::string whyVacuous() const {
    if (result_.executions == 0) {
      return "no execution is shown, so nothing is judged";
    }
    const bool flagged = std::any_of(flags_.begin(), flags_.end(), [&](const std::string& flag) {
      return result_.answers.at("flag " + flag);
    });
    return result_.outcomes.empty() && !flagged && !table_.condition.asksNothing()
               ? "no final state is reached, so the condition is vacuous"
               : "";
  }

  /// What is refuted is so as far as loops were unrolled.
  std::string sentence(const Claim& claim) const {
    const bool bounded = std::any_of(index_.claims.begin(), index_.claims.end(), [](const Claim& other) {
      return !other.refuted && other.what.starts_with("incident bound-reached ");
    });
    const char* far = bounded ? " up to the loop bound" : "";
    if (claim.what == "another-outcome") {
      return fmt::format("no final state but these {} can be reached{}", result_.outcomes.size(), far);
    }
    return claim.refuted ? fmt::format("{}: never{} (proof)", claim.what, far)
                         : fmt::format("{}: possible (execution)", claim.what);
  }

  const Files& files_;
  const Deadline& deadline_;
  CertificateIndex index_;
  EventTable table_;
  FormulaText formula_;
  std::vector<Statement> model_;
  std::set<std::string> flags_;
  Verified result_;
};

}  // namespace

Verified verifyCertificate(const Files& files, const Deadline& deadline) {
  return Verification(files, deadline).run();
}

}  // namespace hrfcheck::inline verify

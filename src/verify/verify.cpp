// What is believed and what is checked stands in docs/trust.md. Nothing here comes from the encoder, the
// engines or the readers of tests and models: a certificate is read by this folder alone.

#include "verify/verify.h"

#include <fmt/format.h>

#include <set>

#include "verify/execution_check.h"
#include "verify/refused.h"

namespace hrfcheck::inline verify {
namespace {

const std::string& fileOf(const Files& files, const std::string& name) {
  const auto found = files.find(name);
  if (found == files.end()) {
    throw Refused(fmt::format("the file {} is missing", name));
  }
  return found->second;
}

void checkDigests(const Files& files, const CertificateIndex& certificate) {
  for (const auto& [name, digest] : certificate.digests) {
    if (digestOf(fileOf(files, name)) != digest) {
      throw Refused(fmt::format("the file {} is not the one that was written", name));
    }
  }
  for (const auto& [name, text] : files) {
    if (name != "certificate.txt" && !certificate.digests.contains(name)) {
      throw Refused(fmt::format("the file {} does not belong to the certificate", name));
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
      : files_(files), deadline_(deadline), certificate_(readCertificate(files)) {
    checkDigests(files_, certificate_);
    table_ = readEvents(fileOf(files_, "events.txt"));
    formula_ = readFormula(fileOf(files_, "formula.cnf"));
    model_ = readModel(fileOf(files_, certificate_.modelFile),
                       [&](const std::string& name) { return fileOf(files_, "model/" + name); });
  }

  Verified run() {
    result_.test = certificate_.test;
    result_.model = certificate_.model;
    result_.modelText = fileOf(files_, certificate_.modelFile);
    checkLegend();
    for (const Claim& claim : certificate_.claims) {
      if (!claim.refuted) {
        check(claim, shown(claim));
      }
    }
    for (const Claim& claim : certificate_.claims) {
      if (claim.refuted) {
        refute(claim);
      }
      if (!claimed_.insert(claim.what).second) {
        throw Refused(fmt::format("'{}' is claimed twice", claim.what));
      }
    }
    nothingIsLeftOpen();
    return std::move(result_);
  }

 private:
  Literal literal(const std::string& what) const {
    const auto found = formula_.legend.find(what);
    if (found == formula_.legend.end()) {
      throw Refused(fmt::format("the legend does not explain '{}'", what));
    }
    return found->second;
  }

  /// Everything that the legend explains is something that the verifier understands, of events that there
  /// are and that are of the right kind.
  void checkLegend() const {
    static const std::set<std::string> kPairs = {"rf", "co", "addr", "data", "ctrl", "syncbar"};
    static const std::set<std::string> kOthers = {"happens",  "value",     "location",     "final",
                                                  "eligible", "condition", "raises-flags", "flag",
                                                  "incident", "choice"};
    for (const auto& [what, unused] : formula_.legend) {
      const std::string word = what.substr(0, what.find(' '));
      if (!kPairs.contains(word) && !kOthers.contains(word)) {
        throw Refused(fmt::format("the legend explains '{}', which the verifier does not understand", what));
      }
      std::size_t a = 0;
      std::size_t b = 0;
      // NOLINTNEXTLINE(cert-err34-c) the numbers are looked at
      if (kPairs.contains(word) &&
          (std::sscanf(what.c_str(), "%*s %zu %zu", &a, &b) != 2 || a >= table_.events.size() ||
           b >= table_.events.size() || !fits(word, table_.events[a].kind, table_.events[b].kind))) {
        throw Refused(fmt::format("the legend explains '{}', but these are no such events", what));
      }
    }
  }

  static bool fits(const std::string& relation, const std::string& first, const std::string& second) {
    const auto writes = [](const std::string& kind) { return kind == "write" || kind == "initial"; };
    return relation == "rf"        ? writes(first) && second == "read"
           : relation == "co"      ? writes(first) && second == "write"
           : relation == "syncbar" ? first == "arrive" && second == "depart"
                                   : first == "read";
  }

  Shown shown(const Claim& claim) {
    ++result_.executions;
    const ExecutionText execution =
        readExecution(fileOf(files_, claim.file), table_.events.size(), formula_.variables);
    try {
      Shown shown = checkExecution(execution, table_, formula_, model_, deadline_);
      const auto incident = formula_.legend.find(claim.what);
      if (claim.what.starts_with("incident ") &&
          (incident == formula_.legend.end() || execution.complete ||
           execution.assignment[static_cast<std::size_t>(std::abs(incident->second))] !=
               (incident->second > 0))) {
        throw Refused("the execution does not end like that");
      }
      return shown;
    } catch (const Refused& why) {
      throw Refused(fmt::format("{}: {}", claim.file, why.what()));
    }
  }

  /// That an execution shows what is claimed.
  void check(const Claim& claim, const Shown& shown) {
    bool fits = false;
    if (claim.what.starts_with("outcome ")) {
      fits = shown.eligible;
      if (!outcomes_.insert(shown.outcome).second) {
        throw Refused(fmt::format("{}: the outcome has been shown already", claim.file));
      }
    } else if (claim.what == "condition-holds" || claim.what == "condition-fails") {
      fits = shown.eligible && shown.condition == (claim.what == "condition-holds");
    } else if (claim.what.starts_with("flag ")) {
      const auto flag = shown.flags.find(claim.what.substr(5));
      fits = flag != shown.flags.end() && flag->second && (table_.filter.at(0) == "true" || shown.eligible);
    } else {
      fits = claim.what.starts_with("incident ");
    }
    if (!fits) {
      throw Refused(fmt::format("{}: the execution does not show '{}'", claim.file, claim.what));
    }
    result_.claims.push_back(sentence(claim));
  }

  /// The clauses that say that a claim, which is refuted, holds.
  std::vector<Clause> assumptions(const std::string& what) const {
    if (what == "condition-holds") {
      return {{literal("eligible")}, {literal("condition")}};
    }
    if (what == "condition-fails") {
      return {{literal("eligible")}, {-literal("condition")}};
    }
    if (what.starts_with("flag ")) {
      return {{literal("raises-flags")}, {literal(what)}};
    }
    if (what.starts_with("incident ")) {
      return {{literal(what)}};
    }
    if (what != "another-outcome") {
      throw Refused(fmt::format("'{}' is no claim that can be refuted", what));
    }
    std::vector<Clause> clauses{{literal("eligible")}};
    for (const std::vector<std::int64_t>& outcome : outcomes_) {
      Clause other;
      for (std::size_t v = 0; v < outcome.size(); ++v) {
        other.push_back(-literal(fmt::format("final {} {}", v, outcome[v])));
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
    for (const Clause& clause : assumptions(claim.what)) {
      checker.assume(clause);
    }
    const std::string wrong = checker.check(fileOf(files_, claim.file));
    if (!wrong.empty()) {
      throw Refused(fmt::format("{}: {}", claim.file, wrong));
    }
    result_.claims.push_back(sentence(claim));
  }

  void nothingIsLeftOpen() const {
    std::set<std::string> questions = {"condition-holds", "condition-fails", "another-outcome"};
    for (const auto& [what, unused] : formula_.legend) {
      if (what.starts_with("flag ") || what.starts_with("incident ")) {
        questions.insert(what);
      }
    }
    std::set<std::string> flags;
    flagsOf(model_, flags);
    for (const std::string& flag : flags) {
      questions.insert("flag " + flag);
    }
    for (const std::string& question : questions) {
      if (!claimed_.contains(question)) {
        throw Refused(fmt::format("nothing is claimed of '{}'", question));
      }
    }
  }

  std::string sentence(const Claim& claim) const {
    if (claim.what == "another-outcome") {
      return fmt::format("no final state but these {} can be reached", outcomes_.size());
    }
    return fmt::format("{}: {}", claim.what, claim.refuted ? "never (proof)" : "possible (execution)");
  }

  const Files& files_;
  const Deadline& deadline_;
  CertificateIndex certificate_;
  EventTable table_;
  FormulaText formula_;
  std::vector<Statement> model_;
  std::set<std::vector<std::int64_t>> outcomes_;
  std::set<std::string> claimed_;
  Verified result_;
};

}  // namespace

Verified verifyCertificate(const Files& files, const Deadline& deadline) {
  return Verification(files, deadline).run();
}

}  // namespace hrfcheck::inline verify

#include <fmt/format.h>

#include <new>

#include "cat/library.h"
#include "certify/against_test.h"
#include "cli/certificate_folder.h"
#include "cli/certificate_models.h"
#include "cli/commands/commands.h"
#include "cli/model_folders.h"
#include "cli/output/output.h"
#include "cli/output/version.h"
#include "cli/run_watch.h"
#include "util/diagnostic.h"
#include "util/process/deadline.h"
#include "util/utf8.h"
#include "verify/refused.h"
#include "verify/verify.h"

namespace hrfcheck::inline cli {
namespace {

class VerifyRun {
 public:
  explicit VerifyRun(const VerifyArguments& arguments)
      : arguments_(arguments),
        watch_({arguments.progress, arguments.memory}),
        installed_(makeModelLibrary({}, arguments.timeout, &watch_.stop())),
        models_(installed_, watch_.stop()) {}

  ExitStatus run() {
    watch_.onStuck([this](const std::string& why) {
      undecided(why, certificates_[done_]);
      summary();
      return status_;
    });
    for (const std::string& folder : arguments_.folders) {
      find(folder);
    }
    for (; done_ < certificates_.size() && !watch_.interrupted(); ++done_) {
      verify(certificates_[done_]);
    }
    summary();
    return status_;
  }

 private:
  /// What the verifier finds, and what of it was compared with the test and the installed model.
  struct Result {
    Verified verified;
    CertificateModels::Found model;
    ComparedWithTest compared;
  };

  void worsen(ExitStatus status) { status_ = graver(status_, status); }

  /// One line. What stands in files of a certificate may be anything: no control characters come out.
  void say(const std::string& line) { output_.write(cleaned(line, Controls::None) + "\n"); }

  void find(const std::string& folder) {
    try {
      const std::vector<std::string> more = certificatesIn(folder);
      certificates_.insert(certificates_.end(), more.begin(), more.end());
    } catch (const UserError& error) {
      complain(error.diagnostics());
      worsen(ExitStatus::BadInput);
    }
  }

  /// Whatever is wrong with a certificate, the next one is looked at.
  void verify(const std::string& folder) {
    try {
      tell(worked(folder));
    } catch (const Refused& why) {
      const std::string place = why.place();
      say(fmt::format("refused: {}{}{}: {}", folder, place.empty() ? "" : "/", place, why.what()));
      worsen(ExitStatus::Failed);
    } catch (const OutOfTime&) {
      undecided(watch_.reason("time limit"), folder);
    } catch (const std::bad_alloc&) {
      undecided("memory limit", folder);
    } catch (const std::exception& error) {
      say(fmt::format("undecided (internal error: {}): {}", error.what(), folder));
      worsen(ExitStatus::InternalError);
    }
  }

  void undecided(const std::string& why, const std::string& folder) {
    say(fmt::format("undecided ({}): {}", why, folder));
    worsen(ExitStatus::Undecided);
  }

  Result worked(const std::string& folder) {
    const RunWatch::Work work(watch_, folder);
    const Deadline deadline = Deadline::after(arguments_.timeout, &watch_.stop());
    const Files files = readCertificateFiles(folder, deadline);
    Result result;
    result.verified = verifyCertificate(files, deadline);
    result.model = models_.find(folder, files, result.verified.index, deadline);
    result.compared =
        compareWithTest(files, result.verified.index, *result.model.model, versionNumber(), deadline);
    return result;
  }

  void tell(const Result& result) {
    const Verified& verified = result.verified;
    const bool vacuous = !verified.vacuous.empty();
    ++(vacuous ? vacuous_ : verified_);
    proofs_ += verified.proofs;
    executions_ += verified.executions;
    say(fmt::format("{}: {} under {} ({} proofs, {} executions){}{}", vacuous ? "vacuous" : "verified",
                    verified.index.test, verified.index.model, verified.proofs, verified.executions,
                    vacuous ? ": " : "", verified.vacuous));
    if (vacuous || result.model.bearsName) {
      worsen(ExitStatus::Undecided);  // it is no answer of the model that is meant
    }
    for (const std::string& assumption : verified.index.assumptions) {
      say("  conditional: " + assumption);
    }
    for (const std::string& considered : verified.index.considered) {
      say("  considered " + considered);
    }
    about(result.model.difference, fmt::format("the model is the installed {}", verified.index.model));
    about(because("events not compared with the test", result.compared.eventsNot),
          "the events are those of the test, read again");
    about(because("formula not compared", result.compared.formulaNot),
          "the formula is the one that hrfcheck writes for this test and this text of the model");
    for (const std::string& claim : arguments_.claims ? verified.claims : std::vector<std::string>()) {
      say("  " + claim);
    }
  }

  static std::string because(const std::string& what, const std::string& why) {
    return why.empty() ? "" : fmt::format("{}: {}", what, why);
  }

  /// What is not as one expects is always told.
  void about(const std::string& unexpected, const std::string& expected) {
    if (!unexpected.empty()) {
      say("  " + unexpected);
    } else if (arguments_.claims) {
      say("  " + expected);
    }
  }

  void summary() {
    say(fmt::format("{} of {} certificates verified: {} proofs, {} executions{}", verified_,
                    certificates_.size(), proofs_, executions_,
                    vacuous_ == 0 ? "" : fmt::format(", {} vacuous", vacuous_)));
    if (done_ < certificates_.size()) {
      worsen(ExitStatus::Undecided);
    }
  }

  const VerifyArguments& arguments_;
  RunWatch watch_;
  ModelLibrary installed_;
  CertificateModels models_;
  Output output_{std::nullopt};
  std::vector<std::string> certificates_;
  std::size_t done_ = 0;
  ExitStatus status_ = ExitStatus::Done;
  std::size_t verified_ = 0;
  std::size_t vacuous_ = 0;
  std::size_t proofs_ = 0;
  std::size_t executions_ = 0;
};

}  // namespace

ExitStatus runVerify(const VerifyArguments& arguments) {
  return VerifyRun(arguments).run();
}

}  // namespace hrfcheck::inline cli

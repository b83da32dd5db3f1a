#include <fmt/format.h>

#include "cat/library.h"
#include "cli/certificate_folder.h"
#include "cli/commands/commands.h"
#include "cli/model_folders.h"
#include "cli/output.h"
#include "cli/run_watch.h"
#include "util/deadline.h"
#include "util/diagnostic.h"
#include "verify/refused.h"
#include "verify/verify.h"

namespace hrfcheck::inline cli {
namespace {

class VerifyRun {
 public:
  explicit VerifyRun(const VerifyArguments& arguments)
      : arguments_(arguments),
        watch_({arguments.progress, arguments.memory}),
        installed_(makeModelLibrary({}, arguments.timeout, &watch_.stop())) {}

  ExitStatus run() {
    std::vector<std::string> certificates;
    for (const std::string& folder : arguments_.folders) {
      const std::vector<std::string> more = certificatesIn(folder);
      certificates.insert(certificates.end(), more.begin(), more.end());
    }
    std::size_t done = 0;
    for (; done < certificates.size() && !watch_.interrupted(); ++done) {
      verify(certificates[done]);
    }
    output_.write(fmt::format("{} of {} certificates verified: {} proofs, {} executions\n", verified_,
                              certificates.size(), proofs_, executions_));
    if (done < certificates.size()) {
      worsen(ExitStatus::Undecided);
    }
    return status_;
  }

 private:
  void worsen(ExitStatus status) { status_ = graver(status_, status); }

  void verify(const std::string& folder) {
    try {
      const Verified result = worked(folder);
      ++verified_;
      proofs_ += result.proofs;
      executions_ += result.executions;
      output_.write(fmt::format("verified: {} under {} ({} proofs, {} executions){}\n", result.test,
                                result.model, result.proofs, result.executions, aboutModel(result)));
      for (const std::string& claim : arguments_.claims ? result.claims : std::vector<std::string>()) {
        output_.write(fmt::format("  {}\n", claim));
      }
    } catch (const Refused& why) {
      output_.write(fmt::format("refused: {}: {}\n", folder, why.what()));
      worsen(ExitStatus::Failed);
    } catch (const OutOfTime&) {
      output_.write(fmt::format("undecided ({}): {}\n", watch_.reason("time limit"), folder));
      worsen(ExitStatus::Undecided);
    }
  }

  Verified worked(const std::string& folder) {
    const RunWatch::Work work(watch_, folder);
    return verifyCertificate(readCertificateFiles(folder),
                             Deadline::after(arguments_.timeout, &watch_.stop()));
  }

  /// A certificate brings its model along. Whether that is the one that the reader knows by its name is told.
  std::string aboutModel(const Verified& result) const {
    try {
      const bool same = installed_.load(result.model).source->text() == result.modelText;
      return same ? "" : fmt::format("; its text of {} is not that of the installed model", result.model);
    } catch (const UserError&) {
      return fmt::format("; no model {} is installed", result.model);
    }
  }

  const VerifyArguments& arguments_;
  RunWatch watch_;
  ModelLibrary installed_;
  Output output_{std::nullopt};
  ExitStatus status_ = ExitStatus::Done;
  std::size_t verified_ = 0;
  std::size_t proofs_ = 0;
  std::size_t executions_ = 0;
};

}  // namespace

ExitStatus runVerify(const VerifyArguments& arguments) {
  return VerifyRun(arguments).run();
}

}  // namespace hrfcheck::inline cli

#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"

namespace hrfcheck::inline cli {
namespace {

std::string verifyHelp() {
  return helpFooter(
      {{"hrfcheck check --certify proofs litmus/rsp/*.litmus && hrfcheck verify proofs",
        "write certificates, and check them"},
       {"hrfcheck verify --claims proofs/Fig14-case2",
        "also list what the certificates of one test establish"}},
      "0 every certificate is verified; 1 one is refused; 2 input error; 3 undecided (a limit), or a "
      "certificate is vacuous, or for a model that differs from the installed one of that name.");
}

class VerifyOptionTable final : public ArgumentTable<VerifyArguments> {
 public:
  VerifyOptionTable() : ArgumentTable(runVerify) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* verify = app.add_subcommand("verify", "Check certificates: proofs and executions");
    addValue(*verify, "DIR", parsed_.folders,
             "Folders written by check --certify, or folders that contain such folders", "")
        ->required()
        ->option_text("...");
    verify->add_flag("--claims", parsed_.claims,
                     "List what each certificate establishes, and what it was compared with");
    addValue(*verify, "--timeout", parsed_.timeout, "Time limit for one certificate (default: no limit)",
             "SECONDS")
        ->check(isSeconds);
    addValue(*verify, "--memory", parsed_.memory, "Memory limit in MiB (default 4096; 0: no limit)", "MIB");
    addProgress(*verify, parsed_.progress);
    verify->footer(verifyHelp());
    return verify;
  }
};

}  // namespace

std::unique_ptr<CommandOptions> verifyOptions() {
  return std::make_unique<VerifyOptionTable>();
}

}  // namespace hrfcheck::inline cli

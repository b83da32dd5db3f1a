#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"

namespace hrfcheck::inline cli {
namespace {

constexpr int kHighestPort = 65535;

std::string serveHelp() {
  return helpFooter(
      {{"hrfcheck serve", "a page on this machine, with the installed tests; the address is printed"},
       {"hrfcheck serve --open --corpus litmus --corpus my/tests", "with your own tests, in a browser"},
       {"hrfcheck serve --host 0.0.0.0 --port 8080",
        "for other machines, too; the printed address contains a token that requests need"}},
      "0 ended by Ctrl-C; 2 the port is taken, or a folder cannot be read.");
}

class ServeOptionTable final : public ArgumentTable<ServeArguments> {
 public:
  ServeOptionTable() : ArgumentTable(runServe) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* serve = app.add_subcommand("serve", "Serve a web page to write, check and repair tests");
    addValue(*serve, "--corpus", parsed_.corpus,
             "Folder of tests to choose from (may be repeated; default: the installed tests)", "DIR")
        ->allow_extra_args(false);
    addValue(
        *serve, "--host", parsed_.host,
        "Address to listen on (default 127.0.0.1: this machine alone). For any other, the address of the page "
        "has a token",
        "HOST");
    addValue(*serve, "--port", parsed_.port, "Port to listen on (default 7475; 0: any free port)", "N")
        ->check(CLI::Range(0, kHighestPort));
    serve->add_flag("--open", parsed_.open, "Open the page in the browser");
    addValue(*serve, "--timeout", parsed_.seconds,
             "Time limit for one test under one model (default 10); a request may ask for less", "SECONDS")
        ->check(CLI::Range(0.1, 3600.0));
    addValue(*serve, "--memory", parsed_.memory, "Memory limit of each question, in MiB (default 2048)",
             "MIB")
        ->check(CLI::Range(64, 1 << 20));
    addValue(*serve, "-j,--jobs", parsed_.jobs,
             "Number of questions processed at once (default: one per core)", "N")
        ->check(CLI::Range(1U, 64U));
    serve->footer(serveHelp());
    return serve;
  }
};

}  // namespace

std::unique_ptr<CommandOptions> serveOptions() {
  return std::make_unique<ServeOptionTable>();
}

}  // namespace hrfcheck::inline cli

#include <unistd.h>

#include <algorithm>
#include <thread>

#include "cli/commands/commands.h"
#include "cli/output/version.h"
#include "cli/this_program.h"
#include "lsp/language_server.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {

ExitStatus runLsp(const LspArguments& arguments) {
  constexpr std::size_t kLargestText = 4U << 20U;  // modules of PTX are long
  LspOptions options;
  options.program = {thisProgram()};
  options.version = versionNumber();
  options.models = arguments.models;
  options.includes = arguments.includes;
  options.limits.seconds = arguments.seconds;
  options.limits.memory = arguments.memory;
  options.limits.running =
      arguments.jobs > 0 ? arguments.jobs : std::max(1U, std::thread::hardware_concurrency());
  options.limits.largestText = kLargestText;
  try {
    return serveEditor(options, STDIN_FILENO, STDOUT_FILENO) ? ExitStatus::Done : ExitStatus::Failed;
  } catch (const BrokenStream& broken) {
    throw UserError(broken.what(), "an editor starts this command (docs/editor.md)");
  }
}

}  // namespace hrfcheck::inline cli

#include "cli/commands/commands.h"
#include "cli/output.h"

namespace hrfcheck::inline cli {

ExitStatus runShow(const std::string& text) {
  Output(std::nullopt).write(text);
  return ExitStatus::Done;
}

}  // namespace hrfcheck::inline cli

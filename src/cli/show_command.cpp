#include "cli/commands.h"
#include "cli/output.h"

namespace hrfcheck {

ExitStatus runShow(const std::string& text) {
  Output(std::nullopt).write(text);
  return ExitStatus::Done;
}

}  // namespace hrfcheck

#include "cli/commands.h"
#include "cli/output.h"

namespace hrfcheck {

ExitStatus runShow(const ShowArguments& arguments) {
  Output(std::nullopt).write(arguments.text);
  return ExitStatus::Done;
}

}  // namespace hrfcheck

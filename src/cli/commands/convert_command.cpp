#include <fmt/format.h>

#include "cli/commands/commands.h"
#include "cli/output/output.h"
#include "cli/run_watch.h"
#include "frontend/convert/convert.h"
#include "frontend/test_file.h"

namespace hrfcheck::inline cli {

ExitStatus runConvert(const ConvertArguments& arguments) {
  requireOtherFiles({{"-o", arguments.output}}, {arguments.file});
  RunWatch watch({ProgressMode::Auto, arguments.memory});
  const auto undecided = [&](const std::string& why) {
    complain(
        {{Severity::Warning, {}, fmt::format("undecided ({}): {} was not read", why, arguments.file), ""}});
    return ExitStatus::Undecided;
  };
  watch.onStuck(undecided);
  std::shared_ptr<const Program> program;
  try {
    const RunWatch::Work work(watch, "reading " + arguments.file);
    program =
        readTestFile(arguments.file, arguments.launch, Deadline::after(arguments.timeout, &watch.stop()));
  } catch (const OutOfTime&) {
    return undecided(watch.reason("time limit"));
  }
  complain(program->warnings);
  Output output(arguments.output);
  output.write(convertedLitmus(*program, arguments.target));
  output.commit();
  return ExitStatus::Done;
}

}  // namespace hrfcheck::inline cli

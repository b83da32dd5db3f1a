#include "cli/commands/commands.h"
#include "cli/output.h"
#include "frontend/convert/convert.h"
#include "frontend/test_file.h"

namespace hrfcheck::inline cli {

ExitStatus runConvert(const ConvertArguments& arguments) {
  requireOtherFiles({{"-o", arguments.output}}, {arguments.file});
  const auto program = readTestFile(arguments.file, arguments.launch);
  complain(program->warnings);
  Output output(arguments.output);
  output.write(convertedLitmus(*program, arguments.target));
  output.commit();
  return ExitStatus::Done;
}

}  // namespace hrfcheck::inline cli

// In the place of commands/serve_command.cpp, in a program that is linked statically (cmake/Static.cmake).

#include "cli/commands/commands.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {

ExitStatus runServe(const ServeArguments& /*arguments*/) {
  throw UserError("this build of hrfcheck has no server",
                  "the Debian package and builds from source have one (packaging/README.md)");
}

}  // namespace hrfcheck::inline cli

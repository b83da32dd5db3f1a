#include "cli/run.h"

#include <cstdio>
#include <exception>
#include <new>

#include "cli/command_line.h"
#include "cli/output/output.h"
#include "cli/output/usage_error.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline cli {

ExitStatus run(int argc, const char* const* argv) {
  try {
    return parseCommandLine(argc, argv)();
  } catch (const UsageError& error) {
    complain(error.diagnostics());
    return ExitStatus::BadUsage;
  } catch (const UserError& error) {
    complain(error.diagnostics());
    return ExitStatus::BadInput;
  } catch (const OutOfTime&) {
    complain({{Severity::Warning, {}, "undecided (time limit)", ""}});
    return ExitStatus::Undecided;
  } catch (const std::bad_alloc&) {
    complain({{Severity::Error, {}, "out of memory", "a smaller test, or a smaller --unroll"}});
    return ExitStatus::InternalError;
  } catch (const std::exception& error) {
    std::fprintf(
        stderr,
        "hrfcheck: internal error: %s\n"
        "This is a bug in hrfcheck, not an error in your input. Please report it with the command line and the "
        "files.\n",
        error.what());
    return ExitStatus::InternalError;
  }
}

}  // namespace hrfcheck::inline cli

#include "cli/output/version.h"

#include "engine/engine.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

std::string solverText() {
  try {
    return "Z3 " + smtSolverVersion();
  } catch (const UserError&) {
    return "Z3 not found";
  }
}

}  // namespace

std::string versionNumber() {
  return HRFCHECK_VERSION;
}

std::string versionText() {
  return "hrfcheck " + versionNumber() + " (" + solverText() + ")";
}

}  // namespace hrfcheck::inline cli

#include "cli/version.h"

#include "engine/engine.h"
#include "util/diagnostic.h"

namespace hrfcheck {
namespace {

std::string solverText() {
  try {
    return "Z3 " + smtSolverVersion();
  } catch (const UserError&) {
    return "Z3 not found";
  }
}

}  // namespace

std::string versionText() {
  return std::string("hrfcheck ") + HRFCHECK_VERSION + " (" + solverText() + ")";
}

}  // namespace hrfcheck

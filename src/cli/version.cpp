#include "cli/version.h"

#include "engine/engine.h"

namespace hrfcheck {

std::string versionText() {
  return std::string("hrfcheck ") + HRFCHECK_VERSION + " (Z3 " + smtSolverVersion() + ")";
}

}  // namespace hrfcheck

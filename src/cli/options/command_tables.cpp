#include "cli/options/option_groups.h"

namespace hrfcheck::inline cli {

std::vector<std::unique_ptr<CommandOptions> (*)()> commandTables() {
  return {checkOptions,      batchOptions,  compareOptions, explainOptions, graphOptions,
          repairOptions,     narrowOptions, triageOptions,  verifyOptions,  progressOptions,
          simulateOptions,   priceOptions,  observeOptions, suiteOptions,   synthOptions,
          serveOptions,      lspOptions,    convertOptions, modelsOptions,  dialectsOptions,
          completionOptions, manualOptions};
}

}  // namespace hrfcheck::inline cli

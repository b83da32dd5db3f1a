#pragma once

#include <memory>
#include <string>
#include <vector>

#include "report/termination/progress_report.h"
#include "support/verdicts.h"
#include "termination/termination.h"

namespace hrfcheck::test {

inline constexpr const char* kMutex = R"(HSA mutex
{ lock=0; }
 P0-P1                          ;
 TRY: cas.sc.cmp r0, lock, 0, 1 ;
 bne r0, 0, TRY                 ;
 st.sc.cmp lock, 0              ;
terminates hsa=N obe=Y weak=N
)";

inline constexpr const char* kSkipped = R"(HSA skipped
{ x=0; }
 P0-P1@wg 0          ;
 beq %tid, 1, END    ;
 barrier.wg          ;
 END: st.sc.wg x, 1  ;
forall (x=1)
)";

inline ProgressReport reportOf(const std::string& text, std::vector<std::string> schedulers = {},
                               std::size_t mostStates = 1000) {
  const std::shared_ptr<const Program> program = programOf(text);
  ProgressOptions options;
  options.mostStates = mostStates;
  if (schedulers.empty()) {
    schedulers = {"unfair", "hsa", "obe", "hsa+obe", "lobe", "weak"};
  }
  for (const std::string& scheduler : schedulers) {
    options.schedulers.push_back(parseSchedulerSpec(scheduler, program->scopes.levels(), {}));
  }
  return {analyseProgress(program, options), {}, 0};
}

}  // namespace hrfcheck::test

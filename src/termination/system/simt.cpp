#include "termination/system/simt.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "program/agents/lane_meetings.h"
#include "program/ir/scope_levels.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline termination {
namespace {

/// The level of work-groups.
std::uint32_t groupLevelOf(const Program& program) {
  return std::min(hasWavefronts(program.scopes) ? kGroupLevel : kGroupLevel - 1,
                  outermostLevel(program.scopes));
}

}  // namespace

SimtSetup simtSetup(const std::shared_ptr<const Program>& written, const SimtOptions& options) {
  if (options.lockBits != 0 && !std::has_single_bit(options.lockBits)) {
    throw UserError(
        fmt::format("{} lock bits: the number is a power of two, or 0 for one bit a word", options.lockBits));
  }
  const std::shared_ptr<const Program> program = withMeetings(written);
  SimtSetup setup;
  setup.program = options.sameWavefront ? inOneWavefront(*program) : program;
  setup.wavefronts = options.sameWavefront ? oneWavefrontOf(*setup.program) : wavefrontsOf(*setup.program);
  if (options.mode == SimtMode::Stack) {
    if (auto joined = withJoinedCode(*setup.program, setup.wavefronts)) {
      if (program->launched()) {
        // Behind a branch around all that a lane does, nobody meets any more where the kernel's lanes do.
        throw UserError(
            "the kernel is written out for each lane, and lanes of a wavefront do different things: where they "
            "part and reconverge is not known",
            "choose --simt its");
      }
      setup.program = std::move(joined);
    }
  }
  setup.agents = agentsFor(*setup.program, options.mode, setup.wavefronts);
  setup.rules.lockBits = options.lockBits;
  setup.rules.collective = options.collective;
  setup.rules.wavefrontOwns = options.wavefrontOwns;
  if (options.mode != SimtMode::None) {
    setup.rules.lanesVote = options.mode == SimtMode::Its;
    setup.rules.ended = EndedAgents::LetGo;
    setup.rules.fairWithin = groupLevelOf(*program);
  }
  if (options.strictBarriers) {
    setup.rules.ended = EndedAgents::WaitedFor;
  }
  return setup;
}

}  // namespace hrfcheck::inline termination

#pragma once

#include <memory>

#include "program/agents/agents.h"
#include "program/agents/wavefronts.h"
#include "program/ir/program.h"
#include "termination/system/simt_rules.h"

namespace hrfcheck::inline termination {

/// How threads are lanes of wavefronts, and what the lock unit is like, as asked.
struct SimtOptions {
  SimtMode mode = SimtMode::None;
  std::uint32_t lockBits = 1024;  ///< SimtRules::lockBits
  bool collective = false;        ///< SimtRules::collective
  bool wavefrontOwns = false;     ///< SimtRules::wavefrontOwns
  bool strictBarriers = false;    ///< barriers wait for agents that have ended, whatever the language says
  bool sameWavefront = false;     ///< every thread is a lane of one wavefront, wherever the test places it
};

/// What runs, and how.
struct SimtSetup {
  std::shared_ptr<const Program> program;  ///< as wavefronts run it
  Wavefronts wavefronts;
  std::shared_ptr<const Agents> agents;
  SimtRules rules;
};

/// @throws UserError where wavefronts cannot run the program (agentsFor), and for a number of lock bits that
/// is no power of two
SimtSetup simtSetup(const std::shared_ptr<const Program>& program, const SimtOptions& options);

}  // namespace hrfcheck::inline termination

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "program/agents/wavefronts.h"
#include "program/flow/control_flow.h"
#include "program/ir/program.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline termination {

/// Instructions of a thread, and its end: by number.
using Places = std::vector<bool>;

/// The control flow of a thread.
class FlowOf {
 public:
  explicit FlowOf(const Thread& thread);

  std::uint32_t end() const { return static_cast<std::uint32_t>(exits_.size()); }
  const Exits& exits(std::uint32_t instruction) const { return exits_[instruction]; }
  /// What can be reached from a place, which counts, without coming to `without`.
  Places reach(std::uint32_t from, std::optional<std::uint32_t> without = std::nullopt) const;
  /// The loops among some places: strongly connected ones with a way round, largest ones only.
  std::vector<Places> loopsIn(const Places& places) const;

 private:
  std::vector<Exits> exits_;
};

/// The lanes of a wave, which are executed together, and the control flow that they share.
struct WavefrontCode {
  std::vector<ThreadId> lanes;  ///< two or more
  FlowOf flow;
  std::vector<std::uint32_t> meetings;  ///< by instruction, its immediate post-dominator
};

/// The waves of a program that have several lanes.
/// @param program one that these wavefronts can run (simtSetup)
std::vector<WavefrontCode> wavefrontCodesOf(const Program& program, const Wavefronts& wavefronts);

/// The branches at which some lanes of a wave may go one way and others the other, ascending: their
/// conditions depend on what lanes read (each for itself, and others may write in between), on constants that
/// differ from lane to lane, or on registers written where lanes have parted. No branch is left out; one that
/// is there need not ever part them. Of lanes whose code differs in more than constants, all branches.
/// @throws OutOfTime when the deadline of `look` expires
std::vector<std::uint32_t> dividingBranches(const Program& program, const WavefrontCode& code,
                                            PacedLook& look);

}  // namespace hrfcheck::inline termination

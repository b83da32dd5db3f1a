#include "program/agents/wavefronts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "program/agents/same_instructions.h"
#include "program/agents/thread_agent.h"
#include "program/agents/wavefront_agent.h"
#include "program/ir/operation_parts.h"
#include "program/ir/scope_levels.h"
#include "util/diagnostic.h"
#include "util/overloaded.h"

namespace hrfcheck::inline program {
namespace {

/// Puts the codes of the threads of a wavefront one after the other.
class CodeJoiner {
 public:
  CodeJoiner(const Program& program, const std::vector<ThreadId>& lanes) : program_(program), lanes_(lanes) {
    for (const ThreadId lane : lanes) {
      auto known = std::ranges::find_if(classes_, [&](ThreadId first) {
        return haveSameInstructions(program.threads[first], program.threads[lane]);
      });
      if (known == classes_.end()) {
        known = classes_.insert(classes_.end(), lane);
      }
      classOf_.push_back(static_cast<std::size_t>(known - classes_.begin()));
    }
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      begins_.push_back(size_);
      size_ += static_cast<std::uint32_t>(codeOf(c).size()) + (c + 1 < classes_.size() ? 2 : 0);
    }
  }

  std::vector<Instruction> codeFor(std::size_t lane) const {
    std::vector<Instruction> code;
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      const bool last = c + 1 == classes_.size();
      const std::uint32_t first = begins_[c] + (last ? 0 : 1);
      const bool own = classOf_[lane] == c;
      const std::vector<Instruction>& from = own ? program_.threads[lanes_[lane]].instructions : codeOf(c);
      const Place place = program_.threads[classes_[c]].instructions.empty()
                              ? Place{}
                              : program_.threads[classes_[c]].instructions.front().place;
      if (!last) {
        code.push_back({BranchOp{constant(own ? 0 : 1), begins_[c + 1]}, std::nullopt, place,
                        fmt::format("if not {} goto {}", namesOf(c), begins_[c + 1])});
      }
      for (const Instruction& instruction : from) {
        code.push_back(moved(instruction, first, first + static_cast<std::uint32_t>(from.size()), own));
      }
      if (!last) {
        code.push_back({JumpOp{size_}, std::nullopt, place, fmt::format("goto {}", size_)});
      }
    }
    return code;
  }

 private:
  const std::vector<Instruction>& codeOf(std::size_t c) const {
    return program_.threads[classes_[c]].instructions;
  }

  std::string namesOf(std::size_t c) const {
    std::string names;
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
      if (classOf_[lane] == c) {
        names += (names.empty() ? "" : " ") + program_.threads[lanes_[lane]].name;
      }
    }
    return names;
  }

  /// At its new place; what other lanes than its own never execute keeps its control flow only.
  Instruction moved(Instruction instruction, std::uint32_t by, std::uint32_t end, bool own) const {
    const bool always = own || !instruction.predicate;
    Operation& operation = instruction.operation;
    std::uint32_t target = size_;
    forEachLabel(operation, [&](std::uint32_t& label) {
      label = label + by == end ? size_ : label + by;
      target = label;
    });
    const bool jumps = std::holds_alternative<JumpOp>(operation) || std::holds_alternative<ExitOp>(operation);
    if (std::holds_alternative<BranchOp>(operation) ? !own : jumps && !always) {
      operation = BranchOp{constant(0), target};
    } else if (!own && !jumps && !std::holds_alternative<ReconvergenceOp>(operation)) {
      operation = NopOp{};
    }
    if (!own) {
      instruction.predicate.reset();
    }
    return instruction;
  }

  const Program& program_;
  const std::vector<ThreadId>& lanes_;
  std::vector<ThreadId> classes_;  ///< the first lane of each code
  std::vector<std::size_t> classOf_;
  std::vector<std::uint32_t> begins_;
  std::uint32_t size_ = 0;
};

/// Threads run in wavefronts, which are no scope of the dialect: PTX's warps.
bool hasUnplacedWavefronts(const Program& program) {
  return program.dialect == "PTX";
}

bool votes(const Thread& thread) {
  return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
    return std::holds_alternative<VoteOp>(instruction.operation);
  });
}

bool meetsByRegister(const Program& program, const std::vector<ThreadId>& lanes) {
  return std::ranges::any_of(lanes, [&](ThreadId lane) {
    return std::ranges::any_of(program.threads[lane].instructions, [](const Instruction& instruction) {
      const auto* barrier = std::get_if<BarrierOp>(&instruction.operation);
      return barrier != nullptr && barrier->isNamedByRegister();
    });
  });
}

}  // namespace

Wavefronts wavefrontsOf(const Program& program) {
  Wavefronts result;
  for (const ScopeInstance& scope : program.scopes.instances()) {
    if (scope.level == (hasWavefronts(program.scopes) ? kWaveLevel : kThreadLevel)) {
      result.push_back(scope.agents);
      std::ranges::sort(result.back());
    }
  }
  return result;
}

Wavefronts oneWavefrontOf(const Program& program) {
  std::vector<ThreadId> all(program.threads.size());
  std::iota(all.begin(), all.end(), 0);
  return {all};
}

std::shared_ptr<const Program> inOneWavefront(const Program& program) {
  if (!hasWavefronts(program.scopes) && !hasUnplacedWavefronts(program)) {
    throw UserError(fmt::format("tests of dialect {} have no wavefronts", program.dialect));
  }
  const std::vector<std::string>& levels = program.scopes.levels();
  std::vector<std::vector<std::uint32_t>> ids;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    ids.emplace_back(levels.size(), 0);
    ids.back().front() = t;
  }
  auto result = std::make_shared<Program>(program);
  result->scopes = ScopeTree(levels, ids);
  return result;
}

std::shared_ptr<const Program> withJoinedCode(const Program& program, const Wavefronts& wavefronts) {
  std::shared_ptr<Program> result;
  for (const std::vector<ThreadId>& lanes : wavefronts) {
    const bool alike = std::ranges::all_of(lanes, [&](ThreadId lane) {
      return haveSameInstructions(program.threads[lanes.front()], program.threads[lane]);
    });
    if (alike) {
      continue;
    }
    if (!result) {
      result = std::make_shared<Program>(program);
    }
    const CodeJoiner joiner(program, lanes);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      result->threads[lanes[lane]].instructions = joiner.codeFor(lane);
    }
  }
  return result;
}

std::shared_ptr<const Agents> agentsFor(const Program& program, SimtMode mode, const Wavefronts& wavefronts) {
  if (mode != SimtMode::Stack) {
    return std::make_shared<const Agents>(Agents::threadsOf(program, CodeRunner::Fences::Pass));
  }
  std::vector<std::shared_ptr<const Agent>> agents;
  for (const std::vector<ThreadId>& lanes : wavefronts) {
    if (lanes.size() == 1 && !votes(program.threads[lanes.front()])) {
      agents.push_back(std::make_shared<ThreadAgent>(program, lanes.front(), CodeRunner::Fences::Pass));
      continue;
    }
    if (lanes.size() > kMostLanes) {
      throw UserError(fmt::format("a wavefront has up to {} lanes; that of {} has {}", kMostLanes,
                                  program.threads[lanes.front()].name, lanes.size()));
    }
    if (meetsByRegister(program, lanes)) {
      throw UserError(
          "barriers that are named by registers are supported only for threads that are not lanes",
          "choose --simt none");
    }
    agents.push_back(std::make_shared<WavefrontAgent>(program, lanes));
  }
  return std::make_shared<const Agents>(program, std::move(agents));
}

}  // namespace hrfcheck::inline program

#include "program/agents/lane_meetings.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string_view>

#include "program/flow/lane_exchanges.h"
#include "program/ir/scope_levels.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline program {
namespace {

constexpr std::string_view kMeets = "meets ";

/// The id of the barrier that a mark stands for.
std::optional<Value> meetingAt(const Instruction& instruction) {
  for (const std::string_view mark : instruction.marks) {
    if (mark.starts_with(kMeets)) {
      return std::stoll(std::string(mark.substr(kMeets.size())));
    }
  }
  return std::nullopt;
}

bool comesTo(const Thread& thread, Value id) {
  return std::ranges::any_of(thread.instructions,
                             [&](const Instruction& instruction) { return meetingAt(instruction) == id; });
}

/// Where all threads of a wave are named, who has ended is not waited for. Of some (beside asynchronous
/// agents, all lanes are only some of the wave's threads) those meet who come at all.
/// @throws UserError where a lane is named that does not
BarrierOp barrierOf(const Program& program, ThreadId thread, const Instruction& instruction, Value id) {
  std::vector<ThreadId> wave =
      program.scopes.instances()[program.scopes.instanceOf(thread, kWaveLevel)].agents;
  std::ranges::sort(wave);
  const auto named = static_cast<std::uint32_t>(id);
  BarrierOp barrier{kWaveLevel, id};
  barrier.order.reset();
  barrier.amongNamed = std::popcount(named) != static_cast<int>(wave.size());
  for (std::size_t lane = 0; barrier.amongNamed && lane < wave.size() && lane < 32; ++lane) {
    if ((named >> lane & 1U) != 0 && !comesTo(program.threads[wave[lane]], id)) {
      throw UserError(
          instruction.place,
          "a lane is named here that never arrives: that the others wait until it has ended is not "
          "supported");
    }
  }
  return barrier;
}

/// The program with another operation in place of each meeting; the same one where it has none.
template <typename Made>
std::shared_ptr<const Program> replaced(const std::shared_ptr<const Program>& program, const Made& made) {
  std::shared_ptr<Program> result;
  for (ThreadId t = 0; t < program->threads.size(); ++t) {
    for (std::size_t i = 0; i < program->threads[t].instructions.size(); ++i) {
      const Instruction& instruction = program->threads[t].instructions[i];
      if (const auto id = meetingAt(instruction)) {
        result = result == nullptr ? std::make_shared<Program>(*program) : result;
        result->threads[t].instructions[i].operation = made(t, instruction, *id);
      }
    }
  }
  return result == nullptr ? program : result;
}

}  // namespace

void hideMeeting(Instruction& instruction) {
  instruction.marks.push_back(
      fmt::format("{}{}", kMeets, std::get<BarrierOp>(instruction.operation).id.value));
  if (!handsOver(instruction)) {
    instruction.operation = NopOp{};
  }
}

std::shared_ptr<const Program> withMeetings(const std::shared_ptr<const Program>& program) {
  return replaced(program, [&](ThreadId thread, const Instruction& instruction, Value id) -> Operation {
    return barrierOf(*program, thread, instruction, id);
  });
}

std::shared_ptr<const Program> withoutMeetings(const std::shared_ptr<const Program>& program) {
  return replaced(program, [](ThreadId, const Instruction& instruction, Value id) -> Operation {
    if (!handsOver(instruction)) {
      return NopOp{};
    }
    BarrierOp barrier{kWaveLevel, id};
    barrier.order.reset();
    barrier.amongNamed = true;
    return barrier;
  });
}

}  // namespace hrfcheck::inline program

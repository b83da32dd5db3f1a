#include "termination/system/state_text.h"

#include <fmt/format.h>

#include "termination/system/interleaving.h"

namespace hrfcheck::inline termination {

std::string StateText::line() const {
  std::string text = memory;
  for (const Agent& agent : agents) {
    for (const Lane& lane : agent.lanes) {
      const std::string all = fmt::format("{} {}{}{}", lane.thread, lane.place,
                                          lane.registers.empty() ? "" : " ", lane.registers);
      text += (text.empty() ? "" : "; ") + (lane.masked ? "(" + all + ")" : all);
    }
    text += (agent.remark.empty() ? "" : " ") + agent.remark;
  }
  return text;
}

StateText Interleaving::textOf(StateId s) const {
  StateText text;
  for (LocationId l = 0; l < program_->locations.size(); ++l) {
    text.memory += fmt::format("{}{}={}", text.memory.empty() ? "" : " ", program_->locations[l].name,
                               program_->valueText(values_[words(s)[l]]));
  }
  for (const std::uint32_t bit : locks_.bitWords()) {
    if (const auto holder = locks_.holder(words(s)[lockWord(bit)])) {
      text.memory +=
          fmt::format(" {}:{}", program_->locations[holder->word].name, program_->threads[holder->lane].name);
    }
  }
  for (AgentId a = 0; a < agents_->size(); ++a) {
    const PlaceId number = words(s)[agentWord(a)];
    const AgentPlace& at = (*places_[a])[number];
    StateText::Agent agent;
    for (std::size_t lane = 0; lane < at.state.lanes.size(); ++lane) {
      const LocalState& here = at.state.lanes[lane];
      const Thread& thread = program_->threads[(*agents_)[a].lanes()[lane]];
      StateText::Lane words{.thread = thread.name, .place = {}, .registers = {}};
      words.ended = here.at >= thread.instructions.size();
      words.place = words.ended ? "done" : fmt::format("@{}", here.at);
      words.masked =
          at.state.lanes.size() > 1 && !words.ended && (places_[a]->active(number) >> lane & 1U) == 0;
      for (RegisterId reg = 0; reg < thread.registers.size(); ++reg) {
        if (places_[a]->live(number, lane, reg)) {
          words.registers += fmt::format("{}{}={}", words.registers.empty() ? "" : " ", thread.registers[reg],
                                         program_->valueText(here.registers[reg]));
        }
      }
      agent.lanes.push_back(std::move(words));
    }
    agent.remark = at.waits ? "waits" : at.diverges() ? "for ever" : "";
    text.agents.push_back(std::move(agent));
  }
  return text;
}

}  // namespace hrfcheck::inline termination

// A chain is told in steps, and each is looked up in the order of the model. That each step is ordered does
// not mean that the whole is: HRF0 and HRF-direct close their order for each scope by itself. So the order is
// also asked how far it leads from the start of the chain; the step at which it ends is the one that is not
// combined, and from there one starts anew. If every step were ordered and combined, the ends would be.

#include "check/explain/race_chain.h"

#include <fmt/format.h>

#include "check/races/link_reason.h"

namespace hrfcheck::inline check {
namespace {

using StepKind = RaceStep::Kind;
using Status = RaceStep::Status;

class ChainBuilder {
 public:
  ChainBuilder(WitnessOrder& order, EventId from, EventId to)
      : order_(order), say_(order.witness(), from, to), reached_(from), segment_(from) {}

  void add(const SyncLink& link) {
    programOrderTo(link.from);
    RaceStep step{link.from, link.to, kindOf(link), Status::Ordered, whatOf(link), ""};
    const bool ordered =
        order_.known() ? order_.orders(link.from, link.to) : link.quality <= LinkQuality::OrderedSoHow;
    if (!ordered) {
      step.status = Status::Missing;
      step.why = linkReason(order_, say_, link).text;
    }
    push(std::move(step));
  }

  void programOrderTo(EventId event) {
    if (event == reached_) {
      return;
    }
    RaceStep step{reached_, event, StepKind::ProgramOrder, Status::Ordered, "program order", ""};
    if (order_.known() && !order_.orders(reached_, event)) {
      step.status = Status::Missing;
      step.why = unordered(reached_, event);
    }
    push(std::move(step));
  }

  std::vector<RaceStep> take() { return std::move(steps_); }

 private:
  void push(RaceStep step) {
    if (step.status == Status::Missing) {
      segment_ = step.to;
    } else if (order_.known() && segment_ != step.from && !order_.orders(segment_, step.to)) {
      step.status = Status::NotCombined;
      step.why = notCombined(step);
      segment_ = step.from;
    }
    reached_ = step.to;
    steps_.push_back(std::move(step));
  }

  std::string whatOf(const SyncLink& link) const {
    return link.quality == LinkQuality::OrderedSoHow ? "by " + order_.name()
                                                     : say_.link(link) + promotions(link);
  }

  StepKind kindOf(const SyncLink& link) const {
    if (link.quality == LinkQuality::OrderedSoHow) {
      return StepKind::Other;
    }
    if (link.read == kNoEvent) {
      return StepKind::Barrier;
    }
    return isRelease(say_.event(link.from)) && say_.acquires(link.to) ? StepKind::Synchronizes
                                                                      : StepKind::ReadsFrom;
  }

  /// Program order that is no part of the model's order.
  std::string unordered(EventId from, EventId to) const {
    const Execution& witness = order_.witness();
    const auto local = [&](EventId e) {
      const LocationId location = witness.location[e];
      return location != kNoLocation &&
             witness.structure->program().locations[location].space == AddressSpace::Local;
    };
    if (const std::string region = say_.regionNotNamed(from, to); !region.empty()) {
      return region;
    }
    return local(from) != local(to)
               ? fmt::format("{} does not order accesses of local and global memory by program order",
                             order_.model().name)
               : fmt::format("{} does not order {} and {} by program order", order_.model().name,
                             say_.instruction(from), say_.instruction(to));
  }

  /// Names the scope of the last step before it that synchronizes at another one.
  std::string notCombined(const RaceStep& step) const {
    for (auto before = steps_.rbegin(); before != steps_.rend(); ++before) {
      const bool scoped = before->kind != StepKind::ProgramOrder && step.kind != StepKind::ProgramOrder;
      if (scoped && say_.event(before->from).scope != say_.event(step.from).scope) {
        return fmt::format("{} does not combine {} with {} of the steps before", order_.model().name,
                           say_.scope(step.from), say_.scope(before->from));
      }
    }
    if (step.kind == StepKind::ProgramOrder && orderIn(order_.witness(), step.from) == Order::Consume) {
      return fmt::format("{} only consumes, and {} does not depend on the value that it reads",
                         say_.instruction(step.from), say_.instruction(step.to));
    }
    return fmt::format("{} orders this step, but does not combine it with the steps before",
                       order_.model().name);
  }

  /// " (the release promoted by P1:0)" where scopes do not fit as written, and promotion makes up for it.
  std::string promotions(const SyncLink& link) const {
    const Relation* promotes =
        order_.remote() == RemoteMeaning::Promotes ? order_.definition("promotes") : nullptr;
    if (promotes == nullptr || link.quality != LinkQuality::Ordered || link.read == kNoEvent) {
      return "";
    }
    std::string text;
    const Relation& covers = order_.witness().structure->covers();
    const auto add = [&](EventId side, EventId other, const char* role) {
      if (covers.contains(side, other)) {
        return;
      }
      for (const EventId by : promotes->successors(side).members()) {
        if (covers.contains(by, other)) {
          text += fmt::format("{}the {} promoted to {} by {}", text.empty() ? "" : ", ", role, say_.scope(by),
                              say_.instruction(by));
          return;
        }
      }
    };
    add(link.from, link.to, "release");
    add(link.to, link.from, "acquire");
    return text.empty() ? "" : " (" + text + ")";
  }

  WitnessOrder& order_;
  RaceWording say_;
  std::vector<RaceStep> steps_;
  EventId reached_;
  EventId segment_;  ///< from where the model's order leads to `reached_`, as far as it goes
};

}  // namespace

std::vector<RaceStep> chainOf(WitnessOrder& order, EventId from, EventId to,
                              const std::vector<SyncLink>& path) {
  ChainBuilder builder(order, from, to);
  for (const SyncLink& link : path) {
    builder.add(link);
  }
  builder.programOrderTo(to);
  return builder.take();
}

const RaceStep* firstMissing(const std::vector<RaceStep>& chain) {
  for (const RaceStep& step : chain) {
    if (step.status != RaceStep::Status::Ordered) {
      return &step;
    }
  }
  return nullptr;
}

}  // namespace hrfcheck::inline check

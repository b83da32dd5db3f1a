#include "batch/synth/lane_inputs.h"

#include "batch/synth/test_program.h"
#include "util/invariant.h"

namespace hrfcheck::inline batch {

LaneInputs::LaneInputs(const SynthShape& shape, const AnnotationTable& table, const SynthBounds& bounds)
    : shape_(shape), table_(table) {
  for (std::uint32_t l = 0; l < shape.locations; ++l) {
    events_.push_back({kInitialStep, 0, l, true});
  }
  std::vector<StepAnnotation> some;
  for (std::uint32_t s = 0; s < shape.steps.size(); ++s) {
    const SynthStep& step = shape.steps[s];
    firstEvent_.push_back(static_cast<EventId>(events_.size()));
    const bool access = step.kind != SynthKind::Fence;
    for (unsigned half = 0; half < (step.reads() && step.writes() ? 2U : 1U); ++half) {
      events_.push_back({s, half, step.location, access});
    }
    const std::vector<StepAnnotation> annotations = annotationsOf(step.kind, bounds);
    some.push_back(annotations.front());
    choices_.push_back(static_cast<std::uint32_t>(annotations.size()));
    masks_.emplace_back(annotations.size());
    programs_ *= annotations.size();
  }
  skeleton_ = std::make_shared<const Skeleton>(programOf(shape, some));
  INVARIANT(skeleton_->size() == events_.size(), "events come in the order of the steps");
  INVARIANT(events_.size() <= kMostLaneEvents, "a row has a bit for each event");
}

std::vector<std::uint32_t> LaneInputs::numbersOf(std::uint64_t program) const {
  std::vector<std::uint32_t> numbers(choices_.size());
  for (std::size_t s = choices_.size(); s-- > 0;) {
    numbers[s] = static_cast<std::uint32_t>(program % choices_[s]);
    program /= choices_[s];
  }
  return numbers;
}

void LaneInputs::start(std::uint64_t first) {
  first_ = first;
  const auto count = std::min<std::uint64_t>(Lanes::kCount, programs_ - first);
  lanes_ = Lanes::first(count);
  for (std::vector<Lanes>& ofStep : masks_) {
    std::ranges::fill(ofStep, Lanes{});
  }
  std::vector<std::uint32_t> numbers = numbersOf(first);
  for (std::size_t lane = 0; lane < count; ++lane) {
    for (std::size_t s = 0; s < numbers.size(); ++s) {
      masks_[s][numbers[s]].insert(lane);
    }
    for (std::size_t s = numbers.size(); s-- > 0;) {
      if (++numbers[s] < choices_[s]) {
        break;
      }
      numbers[s] = 0;
    }
  }
}

void LaneInputs::givenRelation(LaneValue& out, std::string_view name) const {
  out.reset(events(), true);
  if (const Relation* relation = skeleton_->staticRelation(name)) {
    relation->forEach([&](EventId a, EventId b) { out.setRow(a, out.row(a) | (std::uint32_t{1} << b)); });
  }
}

void LaneInputs::location(LaneValue& out) const {
  out.reset(events(), true);
  for (std::size_t x = 0; x < events(); ++x) {
    std::uint32_t row = 0;
    for (std::size_t y = 0; y < events(); ++y) {
      const bool same = events_[x].access && events_[y].access && events_[x].location == events_[y].location;
      row |= same ? std::uint32_t{1} << y : 0;
    }
    out.setRow(x, row);
  }
}

EventId LaneInputs::counterpart(const LaneEvent& event, std::size_t annotation, unsigned copy) const {
  if (event.step == kInitialStep) {
    return table_.initialWrite();
  }
  return table_.eventOf(shape_.threadOf(event.step), shape_.steps[event.step].kind, annotation, copy,
                        event.half);
}

Lanes LaneInputs::lanesIn(const EventSet& set, const LaneEvent& event) const {
  if (event.step == kInitialStep) {
    return set.contains(table_.initialWrite()) ? Lanes::all() : Lanes{};
  }
  Lanes lanes;
  bool always = true;
  for (std::size_t a = 0; a < choices_[event.step]; ++a) {
    if (set.contains(counterpart(event, a, 0))) {
      lanes |= masks_[event.step][a];
    } else {
      always = false;
    }
  }
  return always ? Lanes::all() : lanes;
}

void LaneInputs::tag(LaneValue& out, std::string_view name) const {
  out.reset(events(), false);
  const EventSet* set = table_.set(name);
  bool plain = true;
  for (std::size_t e = 0; set != nullptr && e < events(); ++e) {
    const Lanes lanes = lanesIn(*set, events_[e]);
    plain = plain && (lanes.none() || lanes == Lanes::all());
    if (!lanes.none()) {
      out.set(0, e, lanes);
    }
  }
  if (plain) {
    const std::uint32_t members = out.row(0);
    out.reset(events(), true);
    out.setRow(0, members);
  }
}

void LaneInputs::addPairs(LaneValue& out, const Relation& relation, std::size_t x, std::size_t y) const {
  static const std::vector<Lanes> kAlways{Lanes::all()};
  const LaneEvent& first = events_[x];
  const LaneEvent& second = events_[y];
  const auto masksOf = [&](const LaneEvent& event) -> const std::vector<Lanes>& {
    return event.step == kInitialStep ? kAlways : masks_[event.step];
  };
  const bool oneStep = first.step == second.step && first.step != kInitialStep;
  for (std::size_t a = 0; a < masksOf(first).size(); ++a) {
    if (masksOf(first)[a].none()) {
      continue;
    }
    const EventId from = counterpart(first, a, 0);
    for (std::size_t b = oneStep ? a : 0; b < (oneStep ? a + 1 : masksOf(second).size()); ++b) {
      const Lanes lanes = masksOf(first)[a] & masksOf(second)[b];
      if (!lanes.none() && relation.contains(from, counterpart(second, b, oneStep ? 0 : 1))) {
        out.add(x, y, lanes);
      }
    }
  }
}

void LaneInputs::annotatedRelation(LaneValue& out, std::string_view name) const {
  out.reset(events(), false);
  const Relation* relation = table_.relation(name);
  for (std::size_t x = 0; relation != nullptr && x < events(); ++x) {
    for (std::size_t y = 0; y < events(); ++y) {
      addPairs(out, *relation, x, y);
    }
  }
}

EventId LaneInputs::writeOf(std::uint32_t step, std::uint32_t location) const {
  return step == kInitialStep ? location : firstEvent_[step] + (shape_.steps[step].reads() ? 1 : 0);
}

std::vector<std::uint32_t> LaneInputs::readsFrom(const SynthObservation& observation) const {
  std::vector<std::uint32_t> rows(events(), 0);
  for (std::uint32_t s = 0; s < shape_.steps.size(); ++s) {
    if (shape_.steps[s].reads()) {
      rows[writeOf(observation.reads[s], shape_.steps[s].location)] |= std::uint32_t{1} << firstEvent_[s];
    }
  }
  return rows;
}

std::vector<std::uint32_t> LaneInputs::coherence(const SynthCoherence& co) const {
  std::vector<std::uint32_t> rows(events(), 0);
  for (std::uint32_t l = 0; l < shape_.locations; ++l) {
    std::vector<EventId> before{l};
    for (const std::uint32_t step : co[l]) {
      const EventId write = writeOf(step, l);
      for (const EventId earlier : before) {
        rows[earlier] |= std::uint32_t{1} << write;
      }
      before.push_back(write);
    }
  }
  return rows;
}

}  // namespace hrfcheck::inline batch

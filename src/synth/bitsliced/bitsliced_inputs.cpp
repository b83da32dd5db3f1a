#include "synth/bitsliced/bitsliced_inputs.h"

#include "synth/programs/test_program.h"
#include "util/invariant.h"

namespace hrfcheck::inline synth {

BitslicedInputs::BitslicedInputs(const SynthShape& shape, const AnnotationTable& table,
                                 const SynthBounds& bounds)
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
  present_.resize(masks_.size());
  findCounterparts();
  structure_ = std::make_shared<const EventStructure>(programOf(shape, some));
  INVARIANT(structure_->size() == events_.size(), "events come in the order of the steps");
  INVARIANT(std::ranges::all_of(choices_, [](std::uint32_t count) { return count <= 64; }),
            "annotations of a step are bits of a word");
  INVARIANT(events_.size() <= kMostBitslicedEvents, "a row has a bit for each event");
}

void BitslicedInputs::findCounterparts() {
  for (BitslicedEvent& event : events_) {
    for (unsigned copy = 0; copy < 2; ++copy) {
      if (event.step == kInitialStep) {
        event.counterparts[copy] = {table_.initialWrite()};
        continue;
      }
      for (std::size_t a = 0; a < choices_[event.step]; ++a) {
        event.counterparts[copy].push_back(
            table_.eventOf(shape_.threadOf(event.step), shape_.steps[event.step].kind, a, copy, event.half));
      }
    }
  }
}

std::vector<std::uint32_t> BitslicedInputs::numbersOf(std::uint64_t program) const {
  std::vector<std::uint32_t> numbers(choices_.size());
  for (std::size_t s = choices_.size(); s-- > 0;) {
    numbers[s] = static_cast<std::uint32_t>(program % choices_[s]);
    program /= choices_[s];
  }
  return numbers;
}

void BitslicedInputs::start(std::uint64_t first) {
  first_ = first;
  const auto count = std::min<std::uint64_t>(Bitslice::kCount, programs_ - first);
  lanes_ = Bitslice::first(count);
  for (std::vector<Bitslice>& ofStep : masks_) {
    std::ranges::fill(ofStep, Bitslice{});
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
  for (std::size_t s = 0; s < masks_.size(); ++s) {
    present_[s].clear();
    for (std::uint32_t a = 0; a < masks_[s].size(); ++a) {
      if (!masks_[s][a].none()) {
        present_[s].push_back(a);
      }
    }
  }
}

void BitslicedInputs::givenRelation(BitslicedValue& out, std::string_view name) const {
  out.reset(events(), true);
  if (const Relation* relation = structure_->staticRelation(name)) {
    relation->forEach([&](EventId a, EventId b) { out.setRow(a, out.row(a) | (std::uint32_t{1} << b)); });
  }
}

void BitslicedInputs::location(BitslicedValue& out) const {
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

Bitslice BitslicedInputs::lanesIn(const EventSet& set, const BitslicedEvent& event) const {
  if (event.step == kInitialStep) {
    return set.contains(table_.initialWrite()) ? Bitslice::all() : Bitslice{};
  }
  Bitslice lanes;
  bool always = true;
  for (std::size_t a = 0; a < choices_[event.step]; ++a) {
    if (set.contains(event.counterparts[0][a])) {
      lanes |= masks_[event.step][a];
    } else {
      always = false;
    }
  }
  return always ? Bitslice::all() : lanes;
}

void BitslicedInputs::tag(BitslicedValue& out, std::string_view name) const {
  out.reset(events(), false);
  const EventSet* set = table_.set(name);
  bool plain = true;
  for (std::size_t e = 0; set != nullptr && e < events(); ++e) {
    const Bitslice lanes = lanesIn(*set, events_[e]);
    plain = plain && (lanes.none() || lanes == Bitslice::all());
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

std::vector<std::uint64_t> BitslicedInputs::relatedAnnotations(const Relation& relation,
                                                               const BitslicedEvent& first,
                                                               const BitslicedEvent& second) {
  const bool oneStep = first.step == second.step && first.step != kInitialStep;
  const std::vector<EventId>& from = first.counterparts[0];
  const std::vector<EventId>& to = second.counterparts[oneStep ? 0 : 1];
  std::vector<std::uint64_t> rows(from.size(), 0);
  for (std::size_t a = 0; a < from.size(); ++a) {
    for (std::size_t b = oneStep ? a : 0; b < (oneStep ? a + 1 : to.size()); ++b) {
      rows[a] |= relation.contains(from[a], to[b]) ? std::uint64_t{1} << b : 0;
    }
  }
  return rows;
}

const BitslicedInputs::RelatedAnnotations& BitslicedInputs::relatedAnnotations(std::string_view name) const {
  if (const auto known = related_.find(name); known != related_.end()) {
    return known->second;
  }
  RelatedAnnotations& related = related_[std::string(name)];
  const Relation* relation = table_.relation(name);
  for (std::size_t x = 0; relation != nullptr && x < events(); ++x) {
    for (std::size_t y = 0; y < events(); ++y) {
      related.push_back(relatedAnnotations(*relation, events_[x], events_[y]));
    }
  }
  return related;
}

Bitslice BitslicedInputs::lanesWith(const BitslicedEvent& event, std::uint64_t annotations) const {
  Bitslice lanes;
  for (const std::uint32_t a : present_[event.step]) {
    if (((annotations >> a) & 1) != 0) {
      lanes |= masks_[event.step][a];
    }
  }
  return lanes;
}

void BitslicedInputs::annotatedRelation(BitslicedValue& out, std::string_view name) const {
  out.reset(events(), false);
  const RelatedAnnotations& related = relatedAnnotations(name);
  for (std::size_t pair = 0; pair < related.size(); ++pair) {
    const std::size_t x = pair / events();
    const std::size_t y = pair % events();
    const Bitslice lanes = lanesOf(related[pair], events_[x], events_[y]);
    if (!lanes.none()) {
      out.set(x, y, lanes);
    }
  }
}

Bitslice BitslicedInputs::lanesOf(const std::vector<std::uint64_t>& rows, const BitslicedEvent& first,
                                  const BitslicedEvent& second) const {
  const auto seconds = [&](std::uint64_t row) {
    return second.step != kInitialStep ? lanesWith(second, row) : row != 0 ? Bitslice::all() : Bitslice{};
  };
  if (first.step == kInitialStep) {
    return seconds(rows[0]);
  }
  Bitslice lanes;
  std::uint64_t lastRow = 0;
  Bitslice lastSeconds;
  for (const std::uint32_t a : present_[first.step]) {
    if (rows[a] != lastRow) {
      lastRow = rows[a];
      lastSeconds = seconds(lastRow);
    }
    lanes |= masks_[first.step][a] & lastSeconds;
  }
  return lanes;
}

EventId BitslicedInputs::writeOf(std::uint32_t step, std::uint32_t location) const {
  return step == kInitialStep ? location : firstEvent_[step] + (shape_.steps[step].reads() ? 1 : 0);
}

std::vector<std::uint32_t> BitslicedInputs::readsFrom(const SynthObservation& observation) const {
  std::vector<std::uint32_t> rows(events(), 0);
  for (std::uint32_t s = 0; s < shape_.steps.size(); ++s) {
    if (shape_.steps[s].reads()) {
      rows[writeOf(observation.reads[s], shape_.steps[s].location)] |= std::uint32_t{1} << firstEvent_[s];
    }
  }
  return rows;
}

std::vector<std::uint32_t> BitslicedInputs::coherence(const SynthCoherence& co) const {
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

}  // namespace hrfcheck::inline synth

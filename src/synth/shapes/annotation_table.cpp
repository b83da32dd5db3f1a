#include "synth/shapes/annotation_table.h"

#include <array>

#include "synth/programs/test_program.h"

namespace hrfcheck::inline synth {
namespace {

constexpr std::array kKinds{SynthKind::Load, SynthKind::Store, SynthKind::Exchange, SynthKind::Fence};

EventId eventsOf(SynthKind kind) {
  return kind == SynthKind::Exchange ? 2 : 1;
}

}  // namespace

AnnotationTable::AnnotationTable(const ThreadShape& threads, const SynthBounds& bounds) {
  SynthShape everything{threads, {}, 1, {}};
  std::vector<StepAnnotation> annotations;
  EventId next = 1;  // after the initial write
  for (std::uint32_t& size : everything.threads.sizes) {
    size = 0;
    auto& ofThread = first_.emplace_back();
    for (const SynthKind kind : kKinds) {
      auto& ofKind = ofThread.emplace_back();
      for (const StepAnnotation& annotation : annotationsOf(kind, bounds)) {
        ofKind.push_back(next);
        next += 2 * eventsOf(kind);
        size += 2;
        everything.steps.insert(everything.steps.end(), 2, SynthStep{kind, 0});
        annotations.insert(annotations.end(), 2, annotation);
      }
    }
  }
  structure_ = std::make_shared<const EventStructure>(programOf(everything, annotations), 1, RoundBounds::All,
                                                      Deadline{}, ReadValues::LeftOut);
  INVARIANT(structure_->initialWrites() != 1 || structure_->size() == next,
            "events come in the order of the steps");
}

EventId AnnotationTable::eventOf(ThreadId thread, SynthKind kind, std::size_t annotation, unsigned copy,
                                 unsigned half) const {
  const std::vector<EventId>& ofKind = first_[thread][static_cast<std::size_t>(kind)];
  return ofKind[annotation] + copy * eventsOf(kind) + half;
}

const EventSet* AnnotationTable::set(std::string_view tag) const {
  const auto found = structure_->tags().find(std::string(tag));
  return found == structure_->tags().end() ? nullptr : &found->second;
}

}  // namespace hrfcheck::inline synth

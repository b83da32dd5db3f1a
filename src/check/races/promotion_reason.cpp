// Orr et al. (ASPLOS 2015, Fig. 13): a remote acquire promotes the last release before it, a remote release
// the next acquire after it, in the order of the accesses of the location. Which one that is in an execution
// the model says itself, by its definitions `lastrel` (release, remote acquire) and `nextacq` (remote
// release, acquire); nothing is computed here a second time. A pair that is not promoted has one of these
// reasons: the remote operation promotes another one; it comes on the wrong side, and there is none that it
// could promote; or one of the two is of a kind that neither promotes nor is promoted.

#include "check/races/promotion_reason.h"

#include <fmt/format.h>

namespace hrfcheck::inline check {
namespace {

/// One direction of promotion: the remote operation and the kind of operation that it promotes.
struct Direction {
  EventId remote, other;
  bool remoteAcquires;
};

const char* promoted(const Direction& d) {
  return d.remoteAcquires ? "release" : "acquire";
}

/// What the remote operation promotes in this execution: at most one.
EventId promotedBy(WitnessOrder& order, const Direction& d) {
  const Relation& relation = *order.definition(d.remoteAcquires ? "lastrel" : "nextacq");
  EventId found = kNoEvent;
  relation.forEach([&](EventId a, EventId b) {
    if ((d.remoteAcquires ? b : a) == d.remote) {
      found = d.remoteAcquires ? a : b;
    }
  });
  return found;
}

std::optional<LinkReason> wrongKind(const RaceWording& say, const Direction& d) {
  const std::string remote = say.instruction(d.remote);
  const std::string other = say.instruction(d.other);
  const auto unpromoted = [](std::string text) {
    return LinkReason{UnorderedReason::UnpromotedRelease, std::move(text)};
  };
  if (say.event(d.remote).kind == EventKind::Fence) {
    return unpromoted(fmt::format("the remote {} is a fence, and fences promote nothing", remote));
  }
  if (say.event(d.other).kind == EventKind::Fence) {
    return unpromoted(fmt::format("{} is a fence, and the remote {} promotes no fences", other, remote));
  }
  const bool serves = d.remoteAcquires ? isRelease(say.event(d.other)) : say.acquires(d.other);
  if (!serves) {
    return unpromoted(
        fmt::format("the remote {} promotes only {}s, and {} is not one", remote, promoted(d), other));
  }
  return std::nullopt;
}

LinkReason another(const RaceWording& say, const Direction& d, EventId one, bool wrongSide) {
  const std::string side = d.remoteAcquires ? "the last release before it" : "the next acquire after it";
  const std::string but = wrongSide ? fmt::format(" ({} comes {} it)", say.instruction(d.other),
                                                  d.remoteAcquires ? "after" : "before")
                                    : "";
  return {d.remoteAcquires ? UnorderedReason::OnlyLastRelease : UnorderedReason::OnlyNextAcquire,
          fmt::format("the remote {} promotes only {}, which is {}, not {}{}", say.instruction(d.remote),
                      side, say.instruction(one), say.instruction(d.other), but)};
}

LinkReason nothing(const RaceWording& say, const Direction& d) {
  return {
      UnorderedReason::NothingToPromote,
      fmt::format("the remote {} comes {} the {} {}: there is no {} to promote", say.instruction(d.remote),
                  d.remoteAcquires ? "before" : "after", promoted(d), say.instruction(d.other), promoted(d))};
}

/// Of the two, which is remote and contains the other, and what it would promote.
Direction directionOf(WitnessOrder& order, const RaceWording& say, EventId release, EventId acquire) {
  const EventStructure& structure = *order.witness().structure;
  const bool acquirer = say.event(acquire).remote && structure.covers().contains(acquire, release);
  const EventId remote = acquirer ? acquire : release;
  const EventId other = acquirer ? release : acquire;
  if (say.acquires(remote) != isRelease(say.event(remote))) {
    return {remote, other, say.acquires(remote)};
  }
  // The half of a read-modify-write that neither acquires nor releases: as its other half.
  return {
      remote, other,
      say.event(remote).order == Order::Acquire || (say.event(remote).order != Order::Release && acquirer)};
}

}  // namespace

std::optional<LinkReason> promotionReason(WitnessOrder& order, const RaceWording& say, EventId release,
                                          EventId acquire) {
  const Direction d = directionOf(order, say, release, acquire);
  if (auto reason = wrongKind(say, d)) {
    return reason;
  }
  const EventId one = promotedBy(order, d);
  if (one == kNoEvent) {
    return nothing(say, d);
  }
  if (one == d.other) {
    return std::nullopt;
  }
  const Relation* coha = order.definition("coha");
  const bool wrongSide = coha != nullptr && (d.remoteAcquires ? coha->contains(d.remote, d.other)
                                                              : coha->contains(d.other, d.remote));
  return another(say, d, one, wrongSide);
}

std::string wrongKindNearby(WitnessOrder& order, const RaceWording& say, EventId release, EventId acquire) {
  const Execution& witness = order.witness();
  const EventStructure& structure = *witness.structure;
  const Relation* coha = order.definition("coha");
  const bool releaseFits = structure.covers().contains(release, acquire);
  const bool acquireFits = structure.covers().contains(acquire, release);
  if (coha == nullptr || releaseFits == acquireFits || !coha->contains(release, acquire)) {
    return "";
  }
  std::string text;
  witness.happened.forEach([&](EventId z) {
    const Event& event = say.event(z);
    const InstructionRef where = structure.instructionOf(z);
    const bool third = event.remote && where != structure.instructionOf(release) &&
                       where != structure.instructionOf(acquire);
    const bool reaches = structure.covers().contains(z, release) && structure.covers().contains(z, acquire);
    // What is at fault is the release: only a remote acquire would promote it; and the other way round.
    const bool here = releaseFits ? say.acquires(z) && event.order != Order::AcquireRelease &&
                                        event.order != Order::SeqCst && coha->contains(z, acquire)
                                  : isRelease(event) && event.order != Order::AcquireRelease &&
                                        event.order != Order::SeqCst && coha->contains(release, z);
    if (text.empty() && third && reaches && here) {
      text = fmt::format("the remote {} promotes no {}", say.instruction(z),
                         releaseFits ? "acquire" : "release");
    }
  });
  return text;
}

}  // namespace hrfcheck::inline check

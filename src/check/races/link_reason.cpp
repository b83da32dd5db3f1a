// The reason why a link of a chain orders nothing, in the terms of scoped models. Whether scopes are to blame
// is not guessed from the scopes alone, since a model may not look at them, or may want more than them: the
// same execution is asked again with both sides at a scope that contains both agents. If the model orders
// them then, it was the scopes.

#include "check/races/link_reason.h"

#include <fmt/format.h>

#include "check/races/promotion_reason.h"

namespace hrfcheck::inline check {
namespace {

LinkReason notContained(WitnessOrder& order, const RaceWording& say, EventId from, EventId to) {
  const std::string text = say.notContained(from, to);
  if (order.remote() == RemoteMeaning::None) {
    return {UnorderedReason::ScopeDoesNotContain, text};
  }
  if (order.remote() == RemoteMeaning::Promotes) {
    const std::string nearby = wrongKindNearby(order, say, from, to);
    if (!nearby.empty()) {
      return {UnorderedReason::UnpromotedRelease, text + ", and " + nearby};
    }
  }
  const Relation& covers = order.witness().structure->covers();
  if (!covers.contains(from, to) && !covers.contains(to, from)) {
    for (const EventId e : {to, from}) {
      if (say.event(e).remote) {
        return {UnorderedReason::UnpromotedRelease,
                fmt::format("{}: the scope of the remote {} is too small", text, say.instruction(e))};
      }
    }
  }
  return {UnorderedReason::ScopeDoesNotContain, text};
}

/// OpenCL's regions: a fence or barrier orders the memory that it names.
std::string regionReason(const RaceWording& say, const SyncLink& link) {
  for (const auto& [fence, access] : {std::pair(link.from, link.write), std::pair(link.to, link.read)}) {
    if (access != kNoEvent && access != fence) {
      if (std::string region = say.regionNotNamed(access, fence); !region.empty()) {
        return region;
      }
    }
  }
  return say.noCommonRegion(link);
}

/// A fence that works through an access whose own scope leaves the other agent out.
std::string accessReason(const WitnessOrder& order, const RaceWording& say, const SyncLink& link) {
  for (const auto& [access, other] : {std::pair(link.write, link.to), std::pair(link.read, link.from)}) {
    const bool scoped = access != kNoEvent && say.event(access).scope != kNoScope;
    if (scoped && !order.witness().structure->covers().contains(access, other)) {
      return fmt::format("{} is at {}, which does not contain {}", say.instruction(access), say.scope(access),
                         say.thread(other));
    }
  }
  return "";
}

/// Where nothing better is known.
std::string unexplained(const WitnessOrder& order, const RaceWording& say, const SyncLink& link) {
  const std::string& model = order.model().name;
  if (link.read == link.to && link.read != kNoEvent && orderIn(order.witness(), link.to) == Order::Consume) {
    return fmt::format("{} only consumes, which {} does not treat as an acquire", say.instruction(link.to),
                       model);
  }
  return link.read == kNoEvent
             ? fmt::format("{} does not use the barriers {} and {} for ordering", model,
                           say.instruction(link.from), say.instruction(link.to))
             : fmt::format("{} and {} communicate, but {} derives no order from this in this execution",
                           say.instruction(link.from), say.instruction(link.to), model);
}

/// Reasons that have nothing to do with the scopes of the two.
LinkReason otherReason(const WitnessOrder& order, const RaceWording& say, const SyncLink& link) {
  if (link.read != kNoEvent) {
    const EventId source = order.witness().readsFrom[link.read];
    if (source != link.write) {
      return {UnorderedReason::NoSynchronization,
              fmt::format("{} reads from {}, not from {}", say.instruction(link.read),
                          say.instruction(source), say.instruction(link.write))};
    }
    if (std::string weak = say.tooWeak(link); !weak.empty()) {
      return {UnorderedReason::OrderTooWeak, std::move(weak)};
    }
  }
  if (std::string region = regionReason(say, link); !region.empty()) {
    return {UnorderedReason::OrderTooWeak, std::move(region)};
  }
  if (std::string access = accessReason(order, say, link); !access.empty()) {
    return {UnorderedReason::ScopeDoesNotContain, std::move(access)};
  }
  return {UnorderedReason::OrderTooWeak, unexplained(order, say, link)};
}

bool scopesAreToBlame(const WitnessOrder& order, const RaceWording& say, const SyncLink& link) {
  const bool barriers = isBarrierHalf(say.event(link.from).kind) || isBarrierHalf(say.event(link.to).kind);
  return !order.known() || barriers || order.ordersAtCommonScope(link.from, link.to);
}

}  // namespace

std::optional<LinkReason> scopeReason(WitnessOrder& order, const RaceWording& say, EventId from, EventId to) {
  switch (scopeQuality(*order.witness().structure, from, to, order.remote())) {
    case LinkQuality::Unpromoted:
      if (auto reason = promotionReason(order, say, from, to)) {
        reason->text = say.notContained(from, to) + ", and " + reason->text;
        return reason;
      }
      return std::nullopt;
    case LinkQuality::NotContained:
      return notContained(order, say, from, to);
    case LinkQuality::Inclusive:
      return LinkReason{
          UnorderedReason::ScopesDiffer,
          fmt::format("{} and {}: each scope contains the other's agent, but {} requires equal scopes",
                      say.scopedAct(from, LinkEnd::From), say.scopedAct(to, LinkEnd::To),
                      order.model().name)};
    case LinkQuality::Ordered:
    case LinkQuality::OrderedSoHow:
    case LinkQuality::Barrier:
    case LinkQuality::ScopesFit:
    case LinkQuality::WeakAtomic:
    case LinkQuality::Ordinary:
    case LinkQuality::OtherBarrier:
      return std::nullopt;
  }
  return std::nullopt;
}

LinkReason linkReason(WitnessOrder& order, const RaceWording& say, const SyncLink& link) {
  const bool scoped = link.quality == LinkQuality::Inclusive || link.quality == LinkQuality::Unpromoted ||
                      link.quality == LinkQuality::NotContained || link.quality == LinkQuality::OtherBarrier;
  if (scoped && scopesAreToBlame(order, say, link)) {
    if (auto reason = scopeReason(order, say, link.from, link.to)) {
      return std::move(*reason);
    }
  }
  return otherReason(order, say, link);
}

}  // namespace hrfcheck::inline check

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "cat/model/model.h"

namespace hrfcheck::cat {

/// The kinds of events that licences tell apart.
enum class KindOfEvent : std::uint8_t { InitialWrite, Read, Write, Fence, BarrierHalf };
inline constexpr std::size_t kKinds = 5;
constexpr std::size_t indexOf(KindOfEvent kind) {
  return static_cast<std::size_t>(kind);
}

/// Something for each kind.
template <typename T>
using ByKind = std::array<T, kKinds>;
/// Something for each pair of kinds, the first event's kind first.
template <typename T>
using ByKinds = ByKind<ByKind<T>>;

/// Of what a tag says about events of a kind.
enum class Membership : std::uint8_t { None, Some, All };

/// Which events a set with this tag has; Some where it depends on the dialect or on what the test says.
ByKind<Membership> membersOf(const TagNode& tag);

/// What is known of a base relation in every execution.
struct BaseFacts {
  ByKinds<bool> relates{};  ///< kinds of events that it may relate
  bool transitive = false;
  bool inOneInstruction =
      false;  ///< it relates an event to itself and to the other half of a read-modify-write
};

BaseFacts factsOf(const BaseNode& base);

}  // namespace hrfcheck::cat

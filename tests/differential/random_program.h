#pragma once

#include <cstdint>
#include <string>

namespace hrfcheck {

/// What random tests are made of. Profiles narrow the choices, so that the properties that hold only of some
/// programs get programs to hold of.
enum class Profile {
  Anything,     ///< all orders and scopes, RMWs, branches, fences, remote operations
  NoRemote,     ///< the same without remote operations
  SeqCstOnly,   ///< only sc atomics and ordinary accesses, all scopes
  SystemScope,  ///< only sc atomics at sys scope and ordinary accesses
  RemoteHeavy,  ///< message passing and locks built on remote operations
  Barriers      ///< some barriers as well
};
inline constexpr unsigned kProfiles = 6;

const char* nameOf(Profile profile);

/// A random test in the HSA dialect: 2 to 4 threads, at most `maxAccesses` memory instructions and fences
/// in all. The same seed gives the same text everywhere.
std::string randomLitmus(std::uint64_t seed, Profile profile, unsigned maxAccesses);

}  // namespace hrfcheck

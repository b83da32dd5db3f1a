#include "cat/licence/by_hand.h"

#include <algorithm>
#include <array>
#include <string>

#include "cat/licence/definitions_digest.h"

namespace hrfcheck::cat {
namespace {

constexpr SettledAccesses kNone = SettledAccesses::None;
constexpr SettledAccesses kOrdinary =
    SettledAccesses::Ordinary;  // where releases reach acquires of other locations
constexpr SettledAccesses kRelaxed = SettledAccesses::Relaxed;

/// Own locations and continuation (Licence::OwnLocations, Continuation): of all of them. A test says which
/// digest a model has, where it is not the one in its row. Who changes the definitions of a model looks at
/// the proofs, too.
constexpr std::array kProved{
    ProvedByHand{"c11", "fa5795dcf47b6747", true, true, true, false, kRelaxed},
    ProvedByHand{"c11-partialsc", "8717e72ec24bbad5", false, true, true, false, kRelaxed},
    ProvedByHand{"drf0", "0300017d82026c8d", true, false, false, true, kRelaxed},
    ProvedByHand{"hrf-direct", "72f458a130c29043", true, false, false, true, kRelaxed},
    ProvedByHand{"hrf-direct-relaxed", "40bacf3d351cd685", true, false, false, true, kRelaxed},
    ProvedByHand{"hrf-indirect", "f59977f7d0bf821a", true, false, false, true, kRelaxed},
    ProvedByHand{"hrf-indirect-relaxed", "7155ab074d00f85f", true, false, false, true, kRelaxed},
    ProvedByHand{"hrf0", "a3b38bd03582cd5d", true, false, false, true, kRelaxed},
    ProvedByHand{"hsa", "ed308e8531f0135a", true, false, false, true, kRelaxed},
    ProvedByHand{"opencl", "71b821b018225469", true, true, true, false, kRelaxed},
    ProvedByHand{"opencl-rsp", "59c4d9b39f57af2a", true, true, true, false, kRelaxed},
    ProvedByHand{"ptx", "4486b541069c6dcb", true, false, false, true, kRelaxed},
    ProvedByHand{"ptx-9-local", "796fd3d7dc9d5ffa", true, false, false, true, kNone},
    ProvedByHand{"ptx-v7.5", "ffd76c3f81b7c33c", true, false, false, true, kNone},
    ProvedByHand{"rc11", "0d010a23f431a80b", true, false, false, false, kNone},
    ProvedByHand{"rsp", "9292ecff9d7f543f", true, true, false, false, kRelaxed},
    ProvedByHand{"rsp-incl", "07bac7d1ad5d783b", true, false, false, true, kNone},
    ProvedByHand{"rsp-literal", "5dff8b7343ee597f", true, true, false, false, kRelaxed},
    ProvedByHand{"hrf-direct-anyloc", "eb42540113258fb1", false, false, false, true, kOrdinary},
    ProvedByHand{"hrf-direct-relaxed-def31", "d1a7ccd0534c4751", false, false, false, true, kNone},
    ProvedByHand{"hrf-indirect-anyloc", "94d1942f0060982b", false, false, false, true, kOrdinary},
    ProvedByHand{"hrf-indirect-relaxed-def31", "27a35cd5722442d4", false, false, false, true, kNone},
    ProvedByHand{"hrf0-literal", "e4734fb638a0bedc", false, false, false, true, kNone},
    ProvedByHand{"hsa-literal", "e5dfb5c728e535f3", false, false, false, true, kNone},
    ProvedByHand{"ptx-v6.0", "05914e3ded7ec569", false, false, false, true, kRelaxed},
    ProvedByHand{"vulkan", "bc4448b88f75df36", true, false, false, false, kNone},
    ProvedByHand{"vulkan-nochains", "140d87991357d294", true, false, false, false, kNone},
    ProvedByHand{"amdgpu", "bd43e207f5754f34", false, false, false, false, kNone},
    ProvedByHand{"amdgpu-literal", "6ddba3ec2a718908", false, false, false, false, kNone},
    ProvedByHand{"sc", "afb5c64a0cd3a4ce", true, false, false, true, kRelaxed},
};

}  // namespace

std::span<const ProvedByHand> provedByHand() {
  return kProved;
}

const ProvedByHand* provedOf(const Model& model) {
  const std::string digest = definitionsDigest(model);
  const auto row = std::ranges::find(kProved, std::string_view(digest), &ProvedByHand::digest);
  return row == kProved.end() ? nullptr : &*row;
}

}  // namespace hrfcheck::cat

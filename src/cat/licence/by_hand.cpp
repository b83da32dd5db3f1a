#include "cat/licence/by_hand.h"

#include <algorithm>
#include <array>
#include <string>

#include "cat/licence/definitions_digest.h"

namespace hrfcheck::cat {
namespace {

/// Own locations and continuation (Licence::OwnLocations, Continuation): of all of them. A test says which
/// digest a model has, where it is not the one in its row. Who changes the definitions of a model looks at
/// the proofs, too.
constexpr std::array kProved{
    ProvedByHand{"c11", "fa5795dcf47b6747", true, true, true},
    ProvedByHand{"c11-partialsc", "8717e72ec24bbad5", false, true, true},
    ProvedByHand{"drf0", "03e3433fb5b33aee", true, false, false},
    ProvedByHand{"hrf-direct", "96685efeea9df246", true, false, false},
    ProvedByHand{"hrf-direct-relaxed", "40bacf3d351cd685", true, false, false},
    ProvedByHand{"hrf-indirect", "ae142909f4993d53", true, false, false},
    ProvedByHand{"hrf-indirect-relaxed", "7155ab074d00f85f", true, false, false},
    ProvedByHand{"hrf0", "b5de18b4b8b20274", true, false, false},
    ProvedByHand{"hsa", "ed308e8531f0135a", true, false, false},
    ProvedByHand{"opencl", "71b821b018225469", true, true, true},
    ProvedByHand{"opencl-rsp", "59c4d9b39f57af2a", true, true, true},
    ProvedByHand{"ptx", "bc89fbc9c29411d7", true, false, false},
    ProvedByHand{"rc11", "0d010a23f431a80b", true, false, false},
    ProvedByHand{"rsp", "9292ecff9d7f543f", true, true, false},
    ProvedByHand{"rsp-incl", "07bac7d1ad5d783b", true, false, false},
    ProvedByHand{"rsp-literal", "5dff8b7343ee597f", true, true, false},
    ProvedByHand{"hrf-direct-anyloc", "db0b1765eae6efe0", false, false, false},
    ProvedByHand{"hrf-direct-relaxed-def31", "d1a7ccd0534c4751", false, false, false},
    ProvedByHand{"hrf-indirect-anyloc", "fff80be56e1e2da6", false, false, false},
    ProvedByHand{"hrf-indirect-relaxed-def31", "27a35cd5722442d4", false, false, false},
    ProvedByHand{"hrf0-literal", "87959613478b2a75", false, false, false},
    ProvedByHand{"hsa-literal", "e5dfb5c728e535f3", false, false, false},
    ProvedByHand{"ptx-v6.0", "5580f2a573c518f9", false, false, false},
    ProvedByHand{"vulkan", "bc4448b88f75df36", false, false, false},
    ProvedByHand{"vulkan-nochains", "140d87991357d294", false, false, false},
    ProvedByHand{"sc", "f236a5c8c813806a", true, false, false},
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

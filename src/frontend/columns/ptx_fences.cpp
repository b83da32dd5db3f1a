#include "frontend/columns/ptx_fences.h"

#include <algorithm>
#include <array>
#include <string>

#include "frontend/columns/dialects.h"
#include "frontend/columns/ptx_table.h"
#include "program/ir/ptx_marks.h"

// Source: PTX ISA 9.4, `membar`, `fence`.

namespace hrfcheck::frontend::ptx {
namespace {

/// A fence whose words are given, all of them.
struct FixedFence {
  std::string_view words;  ///< behind `fence`
  std::optional<Order> order;
  std::array<const char*, 3> marks;  ///< null behind the last one
};
constexpr auto kFixedFences = std::to_array<FixedFence>({
    {"proxy.async", std::nullopt, {kMarkFenceAsync}},
    {"proxy.async.global", std::nullopt, {kMarkFenceAsync, kMarkAboutGlobal}},
    {"proxy.async.shared::cta", std::nullopt, {kMarkFenceAsync, kMarkAboutCta}},
    {"proxy.async.shared::cluster", std::nullopt, {kMarkFenceAsync, kMarkAboutCluster}},
    {"proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster",
     Order::Acquire,
     {kMarkFenceToAsync, kMarkAboutCluster}},
    {"proxy.async::generic.release.sync_restrict::shared::cta.cluster",
     Order::Release,
     {kMarkFenceToAsync, kMarkAboutCta}},
    {"proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster",
     Order::Release,
     {kMarkFenceToAsync, kMarkAboutCluster, kMarkAboutReads}},
    {"mbarrier_init.release.cluster", Order::Release, {kMarkAboutInit}},
    {"acquire.sync_restrict::shared::cluster.cluster", Order::Acquire, {kMarkAboutCluster}},
    {"release.sync_restrict::shared::cta.cluster", Order::Release, {kMarkAboutCta}},
});

constexpr std::string_view kTensormap = "tensormap::generic";
constexpr Value kTensormapBytes = 128;

constexpr std::string_view kSyntax =
    "fence.{acq_rel,sc,acquire,release}.SCOPE, fence.proxy.PROXY, fence.proxy.async[.SPACE], "
    "fence.proxy.async::generic.{acquire,release}.sync_restrict::SPACE.cluster, "
    "fence.proxy.tensormap::generic.release.SCOPE, fence.proxy.tensormap::generic.acquire.SCOPE tensormap, 128, "
    "fence.mbarrier_init.release.cluster or fence.{acquire,release}.sync_restrict::SPACE.cluster";

std::string wordsBehind(const RowInstruction& row) {
  std::string words;
  for (std::size_t i = 1; i < row.mnemonic.size(); ++i) {
    words += (i == 1 ? "" : ".") + std::string(row.mnemonic[i].text);
  }
  return words;
}

const FixedFence* findFixed(const RowInstruction& row) {
  const auto* const found = std::ranges::find(kFixedFences, wordsBehind(row), &FixedFence::words);
  return found == kFixedFences.end() ? nullptr : found;
}

bool isOfTensormap(const RowInstruction& row) {
  return row.mnemonic.size() > 2 && row.mnemonic[1].text == "proxy" && row.mnemonic[2].text == kTensormap;
}

Meaning tensormapFence(const ResolvedRow& row) {
  SuffixReader suffixes(row, kPtxDialect, kSyntax);
  suffixes.accept("proxy");
  suffixes.accept(kTensormap);
  const bool acquires = suffixes.accept("acquire");
  if (!acquires && !suffixes.accept("release")) {
    suffixes.expected("order", {"acquire", "release"});
    suffixes.skip();
    return {FenceOp{}, {kMarkFenceToTensormap}};
  }
  const Atomicity atomicity{acquires ? Order::Acquire : Order::Release, suffixes.scope()};
  suffixes.end();
  Meaning meaning{FenceOp{atomicity}, {kMarkFenceToTensormap}};
  if (acquires) {
    const Operand& object = row.row.operands[0];
    if (!isSingleName(object)) {
      row.diagnostics.error(object.place, "expected the name of a location here");
    } else {
      meaning.marks.push_back(std::string(kMarkAboutLocation) + std::string(object.terms[0].token.text));
    }
    if (row.operands[1].number.value != kTensormapBytes) {
      row.diagnostics.error(row.row.operands[1].place, "the size of a tensormap is 128");
    }
  }
  return meaning;
}

}  // namespace

std::optional<Signature> fenceSignature(const RowInstruction& row) {
  if (row.mnemonic[0].text != "fence") {
    return std::nullopt;
  }
  if (isOfTensormap(row)) {
    const bool acquires = row.mnemonic.size() > 3 && row.mnemonic[3].text == "acquire";
    return Signature{acquires ? "ac" : "", kSyntax, ""};
  }
  return findFixed(row) == nullptr ? std::nullopt : std::optional(Signature{"", kSyntax, ""});
}

Meaning fenceMeaning(const ResolvedRow& row) {
  const FixedFence* fence = findFixed(row.row);
  if (fence == nullptr) {
    return tensormapFence(row);
  }
  Meaning meaning{FenceOp{}, {}};
  if (fence->order) {
    meaning.operation = FenceOp{Atomicity{*fence->order, kCluster}};
  }
  for (const char* mark : fence->marks) {
    if (mark != nullptr) {
      meaning.marks.emplace_back(mark);
    }
  }
  return meaning;
}

}  // namespace hrfcheck::frontend::ptx

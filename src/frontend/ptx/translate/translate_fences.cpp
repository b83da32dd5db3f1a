#include <algorithm>
#include <array>

#include "frontend/lowlevel/module/module.h"
#include "frontend/ptx/translate/function_translator.h"
#include "program/ir/ptx_marks.h"

// Fences (PTX ISA, `membar` and `fence`). A fence without an order is `.acq_rel`, and `membar` is `fence.sc`.
// What is between proxies, or about some accesses alone, has marks for the models of PTX.

namespace hrfcheck::frontend::ptx {
namespace {

constexpr std::string_view kAliasFence = "proxy.alias";

/// Words of fences that are about some accesses, or between proxies, and their marks.
struct MarkRow {
  std::string_view words;  ///< all behind `fence`, with dots
  Order order = Order::AcquireRelease;
  bool orders = false;  ///< with that order, at the scope of the cluster
  std::array<std::string_view, 2> marks = {};
};
constexpr std::array kMarked = {
    MarkRow{"proxy.alias", {}, false, {kAliasFence}},
    MarkRow{"proxy.async", {}, false, {kMarkFenceAsync}},
    MarkRow{"proxy.async.global", {}, false, {kMarkFenceAsync, kMarkAboutGlobal}},
    MarkRow{"proxy.async.shared::cta", {}, false, {kMarkFenceAsync, kMarkAboutCta}},
    MarkRow{"proxy.async.shared::cluster", {}, false, {kMarkFenceAsync, kMarkAboutCluster}},
    MarkRow{"proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster",
            Order::Acquire,
            true,
            {kMarkFenceToAsync, kMarkAboutCluster}},
    MarkRow{"proxy.async::generic.release.sync_restrict::shared::cta.cluster",
            Order::Release,
            true,
            {kMarkFenceToAsync, kMarkAboutCta}},
    MarkRow{"acquire.sync_restrict::shared::cluster.cluster", Order::Acquire, true, {kMarkAboutCluster}},
    MarkRow{"release.sync_restrict::shared::cta.cluster", Order::Release, true, {kMarkAboutCta}},
    MarkRow{"mbarrier_init.release.cluster", Order::Release, true, {kMarkAboutInit}},
};

}  // namespace

void FunctionTranslator::fence() {
  std::string words;
  for (const std::string_view word : in_->modifiers) {
    words += words.empty() ? "" : ".";
    words += word;
  }
  if (const auto* row = std::ranges::find(kMarked, words, &MarkRow::words); row != kMarked.end()) {
    Fence made{row->order, row->orders ? kClusterLevel : 0};
    made.orders = row->orders;
    for (const std::string_view mark : row->marks) {
      if (!mark.empty()) {
        made.marks.emplace_back(mark);
      }
    }
    emit(std::move(made));
    return;
  }
  if (has("tensormap::generic")) {
    refuse("fences of tensor maps are not supported");
  }
  if (std::ranges::any_of(in_->modifiers, [](std::string_view word) {
        return word != "sc" && word != "acq_rel" && word != "acquire" && word != "release" && word != "cta" &&
               word != "cluster" && word != "gpu" && word != "sys";
      })) {
    refuse();
  }
  const auto level = scope();
  if (!level) {
    refuse("a fence without a scope");
  }
  const Order order = has("sc")        ? Order::SeqCst
                      : has("acquire") ? Order::Acquire
                      : has("release") ? Order::Release
                                       : Order::AcquireRelease;
  emit(Fence{order, *level});
}

void FunctionTranslator::membar() {
  if (in_->modifiers.size() != 1) {
    refuse();
  }
  const std::string_view word = in_->modifiers.front();
  if (word != "cta" && word != "gl" && word != "sys") {
    refuse();
  }
  emit(Fence{Order::SeqCst, word == "cta" ? kGroupLevel : word == "gl" ? kGpuLevel : kAllLevel});
}

}  // namespace hrfcheck::frontend::ptx

#include "synth/shapes/bounds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/columns/hsa_table.h"
#include "util/enum_names.h"
#include "util/mapped.h"
#include "util/text.h"

namespace hrfcheck::inline synth {
namespace {

namespace hsa = frontend::hsa;

constexpr std::array kKindNames{EnumName{SynthKind::Load, "ld"}, EnumName{SynthKind::Store, "st"},
                                EnumName{SynthKind::Exchange, "rmw"}, EnumName{SynthKind::Fence, "fence"}};
static_assert(coversUpTo(kKindNames, SynthKind::Fence), "every kind has its name");

constexpr std::array kOrderNames{EnumName{SynthOrder::Ordinary, "ordinary"},
                                 EnumName{SynthOrder::Relaxed, "rlx"},
                                 EnumName{SynthOrder::AcquireRelease, "acqrel"},
                                 EnumName{SynthOrder::SeqCst, "sc"}, EnumName{SynthOrder::Remote, "remote"}};
static_assert(coversUpTo(kOrderNames, SynthOrder::Remote), "every group of orders has its name");

hsa::Carrier carrierOf(SynthKind kind) {
  switch (kind) {
    case SynthKind::Load:
      return hsa::kLoad;
    case SynthKind::Store:
      return hsa::kStore;
    case SynthKind::Exchange:
      return hsa::kRmw;
    case SynthKind::Fence:
      return hsa::kFence;
  }
  INVARIANT(false, "every kind carries orders");
}

SynthOrder groupOf(const hsa::OrderName& row) {
  if (row.remote) {
    return SynthOrder::Remote;
  }
  switch (row.order) {
    case Order::Relaxed:
      return SynthOrder::Relaxed;
    case Order::SeqCst:
      return SynthOrder::SeqCst;
    case Order::Consume:
    case Order::Acquire:
    case Order::Release:
    case Order::AcquireRelease:
      return SynthOrder::AcquireRelease;
  }
  INVARIANT(false, "every order is in a group");
}

bool has(const std::vector<SynthOrder>& orders, SynthOrder order) {
  return std::ranges::find(orders, order) != orders.end();
}

bool isOutside(const Model& model, std::string_view what) {
  const auto outside = model.header.fields.find("Outside");
  return outside != model.header.fields.end() && outside->second.find(what) != std::string::npos;
}

template <typename Names>
std::string listed(const Names& names) {
  auto words = mapped<std::string>(names, [&](const auto& name) { return nameOf(name); });
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

const char* nameOf(SynthKind kind) {
  return nameIn(kKindNames, kind);
}

const char* nameOf(SynthOrder order) {
  return nameIn(kOrderNames, order);
}

std::optional<SynthKind> synthKindNamed(const std::string& name) {
  return valueNamed(kKindNames, name);
}

std::optional<SynthOrder> synthOrderNamed(const std::string& name) {
  return valueNamed(kOrderNames, name);
}

std::vector<SynthOrder> ordersFor(const std::vector<std::shared_ptr<const Model>>& models, bool relaxed) {
  const auto inside = [&](std::string_view what) {
    return !std::ranges::all_of(models, [&](const auto& model) { return isOutside(*model, what); });
  };
  std::vector<SynthOrder> orders{SynthOrder::Ordinary};
  if (relaxed && inside("relaxed")) {
    orders.push_back(SynthOrder::Relaxed);
  }
  orders.push_back(SynthOrder::AcquireRelease);
  if (inside("remote")) {
    orders.push_back(SynthOrder::Remote);
  }
  return orders;
}

std::vector<StepAnnotation> annotationsOf(SynthKind kind, const SynthBounds& bounds) {
  std::vector<StepAnnotation> result;
  const bool access = kind == SynthKind::Load || kind == SynthKind::Store;
  if (access && has(bounds.orders, SynthOrder::Ordinary)) {
    result.emplace_back(std::nullopt);
  }
  for (const hsa::OrderName& row : hsa::kOrders) {
    if ((row.carriers & carrierOf(kind)) != 0 && has(bounds.orders, groupOf(row))) {
      for (const std::uint32_t level : bounds.levels) {
        result.emplace_back(Atomicity{row.order, level, row.remote});
      }
    }
  }
  return result;
}

std::string annotationText(const StepAnnotation& annotation) {
  if (!annotation) {
    return "";
  }
  const auto row = std::ranges::find_if(hsa::kOrders, [&](const hsa::OrderName& name) {
    return name.order == annotation->order && name.remote == annotation->remote;
  });
  INVARIANT(row != hsa::kOrders.end(), "annotations come from the table of orders");
  return fmt::format("{}.{}", row->name, hsa::kLevels.at(annotation->level));
}

std::string boundsText(const SynthBounds& bounds) {
  auto levels = mapped<std::string_view>(bounds.levels,
                                         [&](const std::uint32_t level) { return hsa::kLevels.at(level); });
  return fmt::format("up to {} in up to {}, up to {}; {}; {}; {}", counted(bounds.events, "event"),
                     counted(bounds.threads, "thread"), counted(bounds.locations, "location"),
                     listed(bounds.kinds), listed(bounds.orders), fmt::join(levels, ", "));
}

}  // namespace hrfcheck::inline synth

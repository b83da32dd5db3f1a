#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "frontend/edit/dialect_spelling.h"
#include "frontend/lowlevel/module/module.h"
#include "frontend/ptx/ptx.h"

namespace hrfcheck::frontend {
namespace {

/// Orders and scopes are there from this architecture on (sm_70).
constexpr unsigned kFirstWithOrders = 70;
/// `.cluster` is there from this one on.
constexpr unsigned kFirstWithClusters = 90;

struct OrderRow {
  std::string_view name;
  Order order;
};
constexpr auto kOrders = std::to_array<OrderRow>({{"relaxed", Order::Relaxed},
                                                  {"acquire", Order::Acquire},
                                                  {"release", Order::Release},
                                                  {"acq_rel", Order::AcquireRelease},
                                                  {"sc", Order::SeqCst}});
struct ScopeRow {
  std::string_view name;
  std::uint32_t level;
};
/// By the levels of CUDA (docs/cuda.md, "Levels").
constexpr auto kScopes = std::to_array<ScopeRow>({{"cta", kGroupLevel},
                                                  {"cluster", lowlevel::kClusterLevel},
                                                  {"gpu", lowlevel::kGpuLevel},
                                                  {"sys", lowlevel::kAllLevel}});
/// What says how strong an access is, or who it is strong for.
constexpr auto kStrengths = std::to_array<std::string_view>(
    {"weak", "volatile", "relaxed", "acquire", "release", "acq_rel", "sc", "cta", "cluster", "gpu", "sys"});

/// The architecture that a module is for: 90 of `.target sm_90a`; 0 where it says none.
unsigned architectureOf(std::string_view text) {
  constexpr std::string_view kTarget = ".target";
  constexpr std::string_view kNumber = "sm_";
  const std::size_t target = text.find(kTarget);
  const std::size_t at = target == std::string_view::npos ? target : text.find(kNumber, target);
  unsigned number = 0;
  if (at != std::string_view::npos) {
    std::from_chars(text.data() + at + kNumber.size(), text.data() + text.size(), number);
  }
  return number;
}

/// The word of an instruction behind its guard: where it is, and its parts.
struct Mnemonic {
  Span span;
  std::vector<std::string_view> parts;

  bool has(std::string_view part) const { return std::ranges::find(parts, part) != parts.end(); }
};

std::optional<Mnemonic> mnemonicOf(const Source& source, Span code) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::string_view text = source.slice(code);
  std::size_t begin = 0;
  if (text.starts_with('@')) {
    begin = std::min(text.find_first_of(kBlanks, text.find_first_not_of("@! \t")), text.size());
    begin = std::min(text.find_first_not_of(kBlanks, begin), text.size());
  }
  const std::size_t end = std::min(text.find_first_of(" \t\r\n;", begin), text.size());
  Mnemonic result{
      {code.begin + static_cast<std::uint32_t>(begin), code.begin + static_cast<std::uint32_t>(end)}, {}};
  for (std::string_view rest = text.substr(begin, end - begin); !rest.empty();) {
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    result.parts.push_back(rest.substr(0, dot));
    rest.remove_prefix(std::min(dot + 1, rest.size()));
  }
  return result.parts.empty() || result.parts.front().empty() ? std::nullopt
                                                              : std::optional(std::move(result));
}

/// Whether an instruction takes an order: `ld ld st st atom ... red ... fence`.
bool takesOrder(std::string_view name, Order order) {
  const bool reads = name == "ld" || name == "atom";
  const bool writes = name == "st" || name == "atom" || name == "red";
  switch (order) {
    case Order::Relaxed:
      return reads || writes;
    case Order::Acquire:
      return reads;
    case Order::Release:
      return writes;
    case Order::AcquireRelease:
      return name == "atom" || name == "fence";
    case Order::SeqCst:
      return name == "fence";
    case Order::Consume:
      break;
  }
  return false;
}

/// Weak vectors, and what goes through the read-only cache, have no strong twin.
bool mayBecomeStrong(const Mnemonic& mnemonic) {
  return !mnemonic.has("v2") && !mnemonic.has("v4") && !mnemonic.has("v8") && !mnemonic.has("nc") &&
         !mnemonic.has("b128");
}

/// An arrival or a wait of a barrier object: what it does comes before its order, and that before where the
/// object is (PTX ISA, mbarrier.arrive, mbarrier.try_wait). Counting alone is always relaxed.
constexpr auto kBarrierActions = std::to_array<std::string_view>(
    {"arrive", "arrive_drop", "test_wait", "try_wait", "expect_tx", "noComplete", "parity"});

std::optional<std::string> barrierObjectWord(const Mnemonic& mnemonic, const OrderRow& order,
                                             const ScopeRow& scope) {
  const bool waits = mnemonic.has("test_wait") || mnemonic.has("try_wait");
  const bool arrives = mnemonic.has("arrive") || mnemonic.has("arrive_drop");
  const bool has = order.order == Order::Relaxed || (waits && order.order == Order::Acquire) ||
                   (arrives && order.order == Order::Release);
  if ((!waits && !arrives) || !has || scope.level > lowlevel::kClusterLevel) {
    return std::nullopt;
  }
  std::string actions;
  std::string rest;
  for (std::size_t i = 1; i < mnemonic.parts.size(); ++i) {
    const std::string_view part = mnemonic.parts[i];
    const bool action = std::ranges::find(kBarrierActions, part) != kBarrierActions.end();
    if (std::ranges::find(kStrengths, part) == kStrengths.end()) {
      (action ? actions : rest) += fmt::format(".{}", part);
    }
  }
  return fmt::format("mbarrier{}.{}.{}{}", actions, order.name, scope.name, rest);
}

}  // namespace

bool isPtxText(const Program& program) {
  return program.source->module() == nullptr && ptx::isPtx(program.source);
}

std::optional<std::vector<TextChange>> respelledPtx(const Program& program, ThreadId thread,
                                                    std::uint32_t instruction, const Annotation& annotation) {
  const Instruction& at = program.threads[thread].instructions[instruction];
  const Source& source = *program.source;
  const auto mnemonic = at.code == Span{} ? std::nullopt : mnemonicOf(source, at.code);
  if (!mnemonic || !annotation.atomicity || annotation.atomicity->remote || annotation.failureOrder) {
    return std::nullopt;
  }
  const unsigned architecture = architectureOf(source.text());
  const Atomicity& wanted = *annotation.atomicity;
  const std::string_view name = mnemonic->parts.front() == "membar" ? "fence" : mnemonic->parts.front();
  const auto* order = std::ranges::find(kOrders, wanted.order, &OrderRow::order);
  const auto* scope = std::ranges::find(kScopes, wanted.level, &ScopeRow::level);
  if (order == kOrders.end() || scope == kScopes.end() || architecture < kFirstWithOrders ||
      (scope->name == "cluster" && architecture < kFirstWithClusters)) {
    return std::nullopt;
  }
  const auto respelledAs = [&](const std::string& word) {
    return source.slice(mnemonic->span) == word ? std::vector<TextChange>{}
                                                : std::vector<TextChange>{{mnemonic->span, word}};
  };
  if (name == "mbarrier") {
    const auto word = barrierObjectWord(*mnemonic, *order, *scope);
    return word ? std::optional(respelledAs(*word)) : std::nullopt;
  }
  if (!takesOrder(name, wanted.order) || !mayBecomeStrong(*mnemonic)) {
    return std::nullopt;
  }
  std::string word = fmt::format("{}.{}.{}", name, order->name, scope->name);
  for (std::size_t i = 1; i < mnemonic->parts.size(); ++i) {
    const std::string_view part = mnemonic->parts[i];
    if (name == "fence" && part != "gl" && std::ranges::find(kStrengths, part) == kStrengths.end()) {
      return std::nullopt;  // of a proxy, or with more to say
    }
    if (name != "fence" && std::ranges::find(kStrengths, part) == kStrengths.end()) {
      word += fmt::format(".{}", part);
    }
  }
  return respelledAs(word);
}

std::optional<TextChange> ptxFenceBefore(const Program& program, ThreadId thread, std::uint32_t instruction) {
  const Instruction& at = program.threads[thread].instructions[instruction];
  if (at.code == Span{} || architectureOf(program.source->text()) < kFirstWithOrders) {
    return std::nullopt;
  }
  return beforeStatement(*program.source, at.code, "fence.acq_rel.gpu;");
}

std::optional<TextChange> ptxProxyFenceBefore(const Program& program, ThreadId thread,
                                              std::uint32_t instruction, std::string_view space) {
  const Instruction& at = program.threads[thread].instructions[instruction];
  if (at.code == Span{} || architectureOf(program.source->text()) < kFirstWithClusters) {
    return std::nullopt;
  }
  return beforeStatement(*program.source, at.code,
                         fmt::format("fence.proxy.async{}{};", space.empty() ? "" : ".", space));
}

std::vector<BarrierPlace> ptxBarrierBefore(const Program& program, ThreadId thread,
                                           std::uint32_t instruction) {
  const Instruction& at = program.threads[thread].instructions[instruction];
  if (at.code == Span{}) {
    return {};
  }
  return {{at.code, beforeStatement(*program.source, at.code, "bar.sync 0;")}};
}

}  // namespace hrfcheck::frontend

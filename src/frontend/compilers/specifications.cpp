#include "frontend/compilers/specifications.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "util/code_words.h"
#include "util/text.h"

namespace hrfcheck::frontend::via {
namespace {

constexpr std::string_view kAssert = "__assert";
/// An assertion about more than the thread itself, as long as the word in its place.
constexpr std::string_view kUnsaid = "__ASSERT";

/// Statements, and parts of the condition of a loop (`while (__invariant(i < 4), i < n)`).
constexpr auto kClaims = std::to_array<std::string_view>({"__assume",
                                                          "__candidate_global_invariant",
                                                          "__candidate_invariant",
                                                          "__ensures",
                                                          "__function_wide_candidate_invariant",
                                                          "__function_wide_invariant",
                                                          "__global_assert",
                                                          "__global_ensures",
                                                          "__global_invariant",
                                                          "__global_requires",
                                                          "__invariant",
                                                          "__non_temporal_loads_begin",
                                                          "__non_temporal_loads_end",
                                                          "__read_permission",
                                                          "__reads_from",
                                                          "__reads_from_local",
                                                          "__requires",
                                                          "__requires_fresh_array",
                                                          "__write_permission",
                                                          "__writes_to",
                                                          "__writes_to_local"});
constexpr std::string_view kBarrierClaims = "__barrier_invariant";
/// At the level of the file.
constexpr std::string_view kAxiom = "__axiom";

/// Connectives: a thread that is here is enabled.
struct Connective {
  std::string_view name;
  std::string_view meaning;
};
constexpr auto kConnectives = std::to_array<Connective>(
    {{"__enabled", "() 1"}, {"__implies", "(a, b) (!(a) || (b))"}, {"__ite", "(a, b, c) ((a) ? (b) : (c))"}});

/// What is said of other threads, of accesses so far, or of earlier values.
constexpr auto kTerms = std::to_array<std::string_view>(
    {"__accessed", "__all", "__at_most_one", "__atomic_has_taken_value", "__dominator_enabled", "__exclusive",
     "__no_read", "__no_write", "__points_to", "__read", "__same_group", "__write"});
constexpr auto kTermBeginnings = std::to_array<std::string_view>(
    {"__distinct_", "__no_read_", "__no_write_", "__old_", "__other_", "__read_", "__return_val",
     "__uniform_", "__uninterpreted_function_", "__write_"});

bool isClaim(std::string_view word) {
  return std::ranges::find(kClaims, word) != kClaims.end() || word.starts_with(kBarrierClaims) ||
         word == kAxiom;
}

bool isTerm(std::string_view word) {
  return std::ranges::find(kTerms, word) != kTerms.end() ||
         std::ranges::any_of(kTermBeginnings,
                             [&](std::string_view begin) { return word.starts_with(begin); });
}

/// Words that may stand before a call; behind another one, or behind a `*`, a name is declared.
bool mayPrecedeCall(std::string_view word) {
  constexpr auto kBeforeCalls = std::to_array<std::string_view>({"return", "else", "do", "case"});
  return !(isName(word) || word == "*") || std::ranges::find(kBeforeCalls, word) != kBeforeCalls.end();
}

class Reading {
 public:
  explicit Reading(std::string_view text) : text_(text), words_(codeWords(text)) {}

  std::optional<Specifications> run() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const bool called = i + 1 < words_.size() && words_[i + 1] == "(";
      if (called && (words_[i] == kAssert || isClaim(words_[i]))) {
        note(i);
      }
    }
    for (const std::string_view own : declared_) {
      claims_.erase(own);
    }
    const bool asserts = !assertions_.empty() && !declared_.contains(kAssert);
    if (claims_.empty() && !asserts) {
      return std::nullopt;
    }
    Specifications result;
    result.text = text_;
    result.first = first_;
    if (asserts) {
      replaceUnsaid(result.text);
    }
    result.definitions = definitions(asserts);
    result.note = noteText(asserts);
    return result;
  }

 private:
  void note(std::size_t at) {
    if (at > 0 && !mayPrecedeCall(words_[at - 1])) {
      declared_.insert(words_[at]);
      return;
    }
    if (first_.empty()) {
      first_ = words_[at];
    }
    if (words_[at] == kAssert) {
      assertions_.push_back(at);
    } else {
      claims_.insert(words_[at]);
    }
  }

  /// Whether an assertion is only about its own thread and the present.
  bool isOfThread(std::size_t at) const {
    std::size_t depth = 0;
    for (std::size_t i = at + 1; i < words_.size(); ++i) {
      depth += words_[i] == "(" ? 1 : 0;
      depth -= words_[i] == ")" ? 1 : 0;
      if (depth == 0) {
        return true;
      }
      if (isTerm(words_[i])) {
        return false;
      }
    }
    return true;
  }

  void replaceUnsaid(std::string& text) {
    for (const std::size_t at : assertions_) {
      if (isOfThread(at)) {
        checks_ = true;
      } else {
        unsaid_ = true;
        text.replace(static_cast<std::size_t>(words_[at].data() - text_.data()), kUnsaid.size(), kUnsaid);
      }
    }
  }

  std::string definitions(bool asserts) const {
    std::string lines;
    for (const std::string_view claim : claims_) {
      lines += claim == kAxiom ? fmt::format("#define {}(...) _Static_assert(1, \"\")\n", claim)
                               : fmt::format("#define {}(...) ((void)0)\n", claim);
    }
    if (asserts) {
      lines += fmt::format(
          "#define {0}(...) ((void)0)\n#ifdef __OPENCL_VERSION__\n"
          "#define {1}(...) ((__VA_ARGS__) ? (void)0 : __hrfcheck_assert_fail())\n#else\n"
          "#define {1}(...) assert((__VA_ARGS__))\n#endif\n",
          kUnsaid, kAssert);
      for (const auto& [name, meaning] : kConnectives) {
        lines += fmt::format("#define {}{}\n", name, meaning);
      }
    }
    return lines;
  }

  std::string noteText(bool asserts) const {
    std::vector<std::string> names(claims_.begin(), claims_.end());
    if (asserts && unsaid_) {
      names.push_back(fmt::format("{} where it is about more than its own thread", kAssert));
    }
    std::string text = kSpecifications;
    text += names.empty() ? "" : fmt::format(" are ignored: {}", fmt::join(names, ", "));
    if (checks_) {
      text += fmt::format("{} {} is an assertion", names.empty() ? ":" : ";", kAssert);
    }
    return text;
  }

  std::string_view text_;
  std::vector<std::string_view> words_;
  std::string_view first_;
  std::vector<std::size_t> assertions_;  ///< places in `words_`
  std::set<std::string_view> claims_;
  std::set<std::string_view> declared_;
  bool checks_ = false;
  bool unsaid_ = false;
};

}  // namespace

std::optional<Specifications> specificationsIn(std::string_view text) {
  // Most texts have none.
  return text.find("__") == std::string_view::npos ? std::nullopt : Reading(text).run();
}

}  // namespace hrfcheck::frontend::via

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "frontend/cpp/as_c.h"

// A group is one of a few that are known: the thread block, the grid, the cluster, the warp. A variable of a
// group stands for it from its declaration to the end of the function.

namespace hrfcheck::frontend::cpp {
namespace {

struct Maker {
  std::string_view function;
  std::string_view group;
};
constexpr auto kMakers = std::to_array<Maker>({
    {"this_thread_block", "block"},
    {"this_grid", "grid"},
    {"this_cluster", "cluster"},
    {"tiled_partition", "warp"},
});

constexpr auto kTypes = std::to_array<std::string_view>(
    {"thread_block", "grid_group", "cluster_group", "thread_block_tile", "thread_group", "__auto_type"});

/// Functions of groups that give something with components: `g.group_index().x`.
constexpr auto kWithComponents = std::to_array<std::string_view>(
    {"group_index", "thread_index", "block_index", "dim_threads", "dim_blocks", "group_dim"});

class Groups : RewritingStep {
 public:
  using RewritingStep::RewritingStep;

  Tokens run() {
    while (!atEnd()) {
      leaveFunctions();
      if (!declaration() && !syncOf() && !use()) {
        result_.push_back(peek());
        ++at_;
      }
    }
    return result();
  }

 private:
  void leaveFunctions() {
    depth_ += peek().isSymbol("{") ? 1U : 0U;
    depth_ -= peek().isSymbol("}") && depth_ > 0 ? 1U : 0U;
    if (depth_ == 0) {
      known_.clear();
    }
  }

  static const Maker* maker(const Token& token) {
    const auto found = std::ranges::find(kMakers, token.text, &Maker::function);
    return token.kind == TokenKind::Identifier && found != kMakers.end() ? &*found : nullptr;
  }

  /// `this_thread_block()`, `tiled_partition<32>(block)`, `block`: the group, and the place behind.
  std::optional<std::pair<std::string_view, std::size_t>> group(std::size_t place) {
    const Token token = at(tokens_, place);
    if (const auto known = known_.find(token.text); known != known_.end()) {
      return std::pair(known->second, place + 1);
    }
    const Maker* made = maker(token);
    if (made == nullptr) {
      return std::nullopt;
    }
    std::size_t open = place + 1;
    if (at(tokens_, open).isSymbol("<")) {
      const std::optional<std::size_t> close = closingAngle(tokens_, open);
      checkTile(token, open, close);
      open = close.value_or(open) + 1;
    }
    return at(tokens_, open).isSymbol("(") ? std::optional(std::pair(made->group, closing(tokens_, open) + 1))
                                           : std::nullopt;
  }

  void checkTile(const Token& tile, std::size_t open, std::optional<std::size_t> close) {
    const bool warp = close && *close == open + 2 &&
                      at(tokens_, open + 1).text == std::to_string(rewriting_.language.warpSize);
    if (!warp) {
      rewriting_.diagnostics.error(
          {rewriting_.source, tile.span},
          fmt::format("only tiles of a whole warp, {} threads, are supported", rewriting_.language.warpSize));
    }
  }

  /// `thread_block b = this_thread_block();`
  bool declaration() {
    const bool isConst = peek().isWord("const");
    std::size_t type = at_ + (isConst ? 1 : 0);
    if (!beginsStatement(result_) || std::ranges::find(kTypes, at(tokens_, type).text) == kTypes.end()) {
      return false;
    }
    if (at(tokens_, type + 1).isSymbol("<")) {
      type = closingAngle(tokens_, type + 1).value_or(type);
    }
    const Token name = at(tokens_, type + 1);
    if (name.kind != TokenKind::Identifier || !at(tokens_, type + 2).isSymbol("=")) {
      return false;
    }
    const auto made = group(type + 3);
    if (!made || !at(tokens_, made->second).isSymbol(";")) {
      return false;
    }
    known_[name.text] = made->first;
    at_ = made->second + 1;
    return true;
  }

  void call(std::string_view group, std::string_view function, const Token& first, const Token& last,
            std::size_t behind) {
    result_.push_back(joined(first, last, rewriting_.text.of(fmt::format("{}.{}", group, function))));
    at_ = behind;
  }

  /// `sync(g)`
  bool syncOf() {
    const bool named = peek().isWord("sync") && peek(1).isSymbol("(");
    const auto of = named ? group(at_ + 2) : std::nullopt;
    if (!of || !at(tokens_, of->second).isSymbol(")")) {
      return false;
    }
    const Token first = peek();
    const Token last = at(tokens_, of->second);
    call(of->first, "sync", first, last, of->second + 1);
    result_.push_back(symbol(last, "("));
    result_.push_back(symbol(last, ")"));
    return true;
  }

  /// `g.sync()`, `g.group_index().x`
  bool use() {
    if (peek().kind != TokenKind::Identifier ||
        (!result_.empty() && (result_.back().isSymbol(".") || result_.back().isSymbol("->")))) {
      return false;
    }
    const auto of = group(at_);
    if (!of) {
      return false;
    }
    const Token first = peek();
    const Token function = at(tokens_, of->second + 1);
    const bool called = at(tokens_, of->second).isSymbol(".") && function.kind == TokenKind::Identifier &&
                        at(tokens_, of->second + 2).isSymbol("(");
    if (!called) {
      rewriting_.refuse(first, "a group that is passed on is");
      at_ = of->second;
      return true;
    }
    const std::size_t open = of->second + 2;
    const Token component = at(tokens_, open + 3);
    const bool components = std::ranges::find(kWithComponents, function.text) != kWithComponents.end() &&
                            at(tokens_, open + 2).isSymbol(".");
    if (!components) {
      call(of->first, function.text, first, function, open);
      return true;
    }
    call(of->first, fmt::format("{}.{}", function.text, component.text), first, component, open + 4);
    result_.push_back(symbol(component, "("));
    result_.push_back(symbol(component, ")"));
    return true;
  }

  std::size_t depth_ = 0;
  std::map<std::string_view, std::string_view> known_;  ///< groups by their variables
};

}  // namespace

Tokens withoutGroups(Rewriting& rewriting, Tokens tokens) {
  const bool any = std::ranges::any_of(tokens, [](const Token& token) {
    return std::ranges::find(kMakers, token.text, &Maker::function) != kMakers.end();
  });
  return any ? Groups(rewriting, std::move(tokens)).run() : tokens;
}

}  // namespace hrfcheck::frontend::cpp

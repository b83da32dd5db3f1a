#include "frontend/columns/suffixes.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/ir/scope_levels.h"
#include "util/characters.h"

namespace hrfcheck::frontend {
namespace {

std::vector<std::string> scopeNames(const Dialect& dialect) {
  return {dialect.levels.begin() + 1, dialect.levels.end()};
}

}  // namespace

bool SuffixReader::accept(std::string_view word) {
  const bool found = peek() != nullptr && peek()->text == word;
  at_ += found ? 1 : 0;
  return found;
}

bool SuffixReader::atNumbered(std::string_view prefix) const {
  if (peek() == nullptr || !peek()->text.starts_with(prefix) || peek()->text.size() == prefix.size()) {
    return false;
  }
  return std::ranges::all_of(peek()->text.substr(prefix.size()), isDigit);
}

std::optional<Order> SuffixReader::order(std::span<const OrderWord> table, unsigned carrier) {
  const auto found =
      peek() == nullptr ? table.end() : std::ranges::find(table, peek()->text, &OrderWord::name);
  if (found == table.end()) {
    return std::nullopt;
  }
  if ((found->carriers & carrier) == 0) {
    error(*peek(), fmt::format("'{}' cannot carry the order '{}'", row_.mnemonic[0].text, found->name),
          "possible: " + orderList(table, carrier));
  }
  ++at_;
  return found->order;
}

std::uint32_t SuffixReader::scope(const std::string& otherwise) {
  const std::optional<std::uint32_t> level =
      peek() == nullptr ? std::nullopt : findLevel(dialect_, peek()->text);
  if (level && *level != kThreadLevel) {
    ++at_;
    return *level;
  }
  if (peek() == nullptr) {
    expected("scope", {});
  } else {
    const std::string hint = "scopes: " + commaList(scopeNames(dialect_));
    error(*peek(), fmt::format("dialect {} has no scope '{}'", dialect_.name, peek()->text),
          otherwise.empty() ? hint : otherwise + "; " + hint);
  }
  return static_cast<std::uint32_t>(dialect_.levels.size() - 1);
}

std::optional<RmwOp> SuffixReader::rmwOperator() {
  const auto* found = peek() == nullptr ? kRmwOperators.end()
                                        : std::ranges::find(kRmwOperators, peek()->text, &OperatorWord::name);
  if (found == kRmwOperators.end()) {
    return std::nullopt;
  }
  if (!found->op) {
    error(*peek(), fmt::format("the read-modify-write '{}' is not supported", found->name));
  }
  ++at_;
  return found->op.value_or(RmwOp::Exchange);
}

void SuffixReader::expected(const std::string& what, const std::vector<std::string>& known) {
  if (peek() == nullptr) {
    const bool vowel = std::string_view("aeiou").find(what[0]) != std::string_view::npos;
    error(lastWord(), fmt::format("'{}' needs {} {} here", row_.mnemonic[0].text, vowel ? "an" : "a", what),
          fmt::format("write {}", syntax_));
    return;
  }
  const std::string near = didYouMean(peek()->text, known);
  const std::string hint = near.empty() ? fmt::format("possible: {}", commaList(known)) : near;
  error(*peek(), fmt::format("unknown {} '{}'", what, peek()->text), hint);
}

void SuffixReader::end() {
  if (peek() != nullptr) {
    error(*peek(), fmt::format("unexpected suffix '{}'", peek()->text), fmt::format("write {}", syntax_));
  }
}

void SuffixReader::error(const Token& at, std::string message, std::string hint) {
  if (!failed_) {
    in_.error(at, std::move(message), std::move(hint));
  }
  failed_ = true;
}

std::string orderList(std::span<const OrderWord> table, unsigned carrier) {
  std::vector<std::string> names;
  for (const OrderWord& word : table) {
    if ((word.carriers & carrier) != 0) {
      names.emplace_back(word.name);
    }
  }
  return commaList(names);
}

}  // namespace hrfcheck::frontend

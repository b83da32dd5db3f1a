#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// A word for an order, and which operations may carry it (bits of the dialect's own).
struct OrderWord {
  std::string_view name;
  Order order;
  unsigned carriers;
};

/// A word for what a read-modify-write does.
struct OperatorWord {
  std::string_view name;
  std::optional<RmwOp> op;  ///< none: known, but not supported
};
inline constexpr std::array<OperatorWord, 10> kRmwOperators = {{
    {"add", RmwOp::Add},
    {"sub", RmwOp::Sub},
    {"mul", std::nullopt},
    {"div", std::nullopt},
    {"min", RmwOp::Min},
    {"max", RmwOp::Max},
    {"and", RmwOp::And},
    {"or", RmwOp::Or},
    {"xor", RmwOp::Xor},
    {"exch", RmwOp::Exchange},
}};

/// The words after an instruction's name, `.relaxed.gpu`, one after the other. Of one instruction only the
/// first mistake is reported: what follows it may mean anything.
class SuffixReader {
 public:
  /// @param syntax of the instruction, for hints; must outlive the reader
  SuffixReader(const ResolvedRow& row, const Dialect& dialect, std::string_view syntax)
      : in_(row), row_(row.row), dialect_(dialect), syntax_(syntax) {}

  /// The next word, or null.
  const Token* peek() const { return at_ < row_.mnemonic.size() ? &row_.mnemonic[at_] : nullptr; }
  std::string take() { return std::string(row_.mnemonic[at_++].text); }
  bool accept(std::string_view word);
  /// Takes all that is left.
  void skip() { at_ = row_.mnemonic.size(); }
  /// `prefix` followed by digits: "sc0".
  bool atNumbered(std::string_view prefix) const;

  /// An order of the table; nothing, and nothing taken, where the next word is none. One that the carrier
  /// cannot have is an error.
  std::optional<Order> order(std::span<const OrderWord> table, unsigned carrier);
  /// A scope; the innermost level, the thread itself, is none.
  /// @param otherwise what else may stand here, for messages: "orders: acq, rel"
  std::uint32_t scope(const std::string& otherwise = "");
  /// One of kRmwOperators; nothing, and nothing taken, where the next word is none.
  std::optional<RmwOp> rmwOperator();
  /// Reports the next word: "unknown WHAT 'word'", or that WHAT is missing.
  void expected(const std::string& what, const std::vector<std::string>& known);
  /// Nothing may be left.
  void end();

  void error(const Token& at, std::string message, std::string hint = "");
  const Token& lastWord() const { return row_.mnemonic.back(); }

 private:
  const ResolvedRow& in_;
  const RowInstruction& row_;
  const Dialect& dialect_;
  std::string_view syntax_;
  std::size_t at_ = 1;
  bool failed_ = false;
};

/// Those that a carrier may have: "relaxed, acquire".
std::string orderList(std::span<const OrderWord> table, unsigned carrier);

}  // namespace hrfcheck::frontend

#include <fmt/format.h>

#include "verify/certificate.h"

namespace hrfcheck::inline verify {
namespace {

const std::string kFormulaFile = "formula.cnf";
constexpr std::size_t kMostVariables = std::size_t{1} << 24U;

/// Reads formula.cnf: DIMACS, and the comments that are the legend.
class FormulaReader {
 public:
  FormulaReader(const EventTable& table, const Deadline& deadline) : table_(table), look_(deadline) {
    formula_.legend.happens.resize(table.events.size());
  }

  FormulaText read(const std::string& text) {
    // No line names more variables or clauses than it has bytes.
    most_ = std::min(kMostVariables, text.size());
    eachLine(kFormulaFile, text, look_, [&](TextLine& line) {
      TextLine whole = line;
      const std::string_view first = whole.word();
      if (first == "c") {
        if (!whole.done() && whole.word() == "legend") {
          formula_.legend.read(whole, table_);
        }
      } else if (first == "p") {
        header(whole);
      } else {
        clause(line);
      }
    });
    if (!begun_ || formula_.clauses.size() != promised_) {
      throw Refused(kFormulaFile, 0,
                    fmt::format("there are {} clauses, and the header promises {}", formula_.clauses.size(),
                                promised_));
    }
    formula_.legend.check(formula_.variables);
    return std::move(formula_);
  }

 private:
  void header(TextLine& line) {
    if (begun_ || line.word() != "cnf") {
      line.refuse("is not a header");
    }
    formula_.variables = static_cast<Literal>(line.below(most_));
    promised_ = line.below(SIZE_MAX >> 1U);
    line.end();
    begun_ = true;
  }

  void clause(TextLine& line) {
    if (!begun_) {
      line.refuse("comes before the header");
    }
    Clause clause;
    for (std::int64_t l = line.integer(); l != 0; l = line.integer()) {
      if (l > formula_.variables || l < -formula_.variables) {
        line.refuse("has a literal of no variable");
      }
      clause.push_back(static_cast<Literal>(l));
    }
    line.end();
    clause.shrink_to_fit();
    formula_.clauses.push_back(std::move(clause));
  }

  const EventTable& table_;
  PacedLook look_;
  FormulaText formula_;
  std::size_t most_ = 0;
  std::size_t promised_ = 0;
  bool begun_ = false;
};

}  // namespace

FormulaText readFormula(const std::string& text, const EventTable& table, const Deadline& deadline) {
  return FormulaReader(table, deadline).read(text);
}

}  // namespace hrfcheck::inline verify

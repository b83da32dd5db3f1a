#include <fmt/format.h>

#include <set>

#include "frontend/columns/plain_rows.h"
#include "frontend/shared/declare.h"
#include "frontend/shared/dialect.h"
#include "frontend/shared/operands.h"
#include "util/text.h"

namespace hrfcheck::frontend {
namespace {

bool isTarget(OperandRole role) {
  return role == OperandRole::Target || role == OperandRole::TargetOrNone;
}

/// The pass over all columns that finds out which names are locations and which are registers.
class Collector {
 public:
  Collector(const Dialect& dialect, Names& names, const SourcePtr& source, Diagnostics& diagnostics)
      : dialect_(dialect), names_(names), source_(source), diagnostics_(diagnostics) {}

  void run(std::vector<Column>& columns) {
    const bool declares = !names_.objectNames().empty();
    for (Column& column : columns) {
      for (RowInstruction& row : column.rows) {
        checkForm(row);
      }
    }
    eachOperand(columns, [&](const Column&, const Operand& operand, OperandRole role) {
      if (isTarget(role) && isSingleName(operand)) {
        targets_.insert(operand.terms[0].token.text);
      }
    });
    eachOperand(columns, [&](const Column&, const Operand& operand, OperandRole role) {
      declareLocations(operand, role, declares);
    });
    for (const Column& column : columns) {
      for (const RowInstruction& row : column.rows) {
        registersOfRow(column, row);
      }
    }
    for (const Column& column : columns) {
      for (const RowInstruction& row : column.rows) {
        warnUnwritten(column, row);
      }
    }
  }

 private:
  template <typename Visit>
  void eachOperand(const std::vector<Column>& columns, Visit visit) const {
    for (const Column& column : columns) {
      for (const RowInstruction& row : column.rows) {
        eachOperand(row, [&](const Operand& operand, OperandRole role) { visit(column, operand, role); });
      }
    }
  }

  template <typename Visit>
  void eachOperand(const RowInstruction& row, Visit visit) const {
    if (!row.labelOnly()) {
      const Signature signature = *signatureOf(dialect_, row);
      for (std::size_t i = 0; i < row.operands.size(); ++i) {
        visit(row.operands[i], roleOf(signature, i));
      }
    }
  }

  /// Unknown instructions and wrong numbers of operands.
  void checkForm(RowInstruction& row) {
    for (const Token& name : row.doubtful) {
      names_.noteDoubtful(name.text);
    }
    if (row.labelOnly()) {
      return;
    }
    const std::string word(row.mnemonic[0].text);
    const Place place{source_, row.mnemonic[0].span};
    const std::optional<Signature> signature = signatureOf(dialect_, row);
    bool good = false;
    if (!signature) {
      diagnostics_.error(place, fmt::format("unknown instruction '{}'", word),
                         didYouMean(word, mnemonicsOf(dialect_)));
    } else if (!signature->refusal.empty()) {
      std::string written = word;
      for (std::size_t i = 1; i < row.mnemonic.size(); ++i) {
        written += fmt::format(".{}", row.mnemonic[i].text);
      }
      diagnostics_.error(place, fmt::format("'{}' {}", written, signature->refusal));
    } else {
      good = checkCount(row, *signature, place);
    }
    if (!good) {
      forget(row);
    }
  }

  void forget(RowInstruction& row) {
    for (const Operand& operand : row.operands) {
      names_.noteDoubtful(operand.name.text);
      for (const Term& term : operand.terms) {
        names_.noteDoubtful(term.token.text);
      }
    }
    row.mnemonic.clear();
    row.operands.clear();
    row.predicate.reset();
  }

  bool checkCount(const RowInstruction& row, const Signature& signature, const Place& place) {
    const std::size_t most = signature.roles.size();
    std::size_t least = most;
    while (least > 0 && isOptional(roleOf(signature, least - 1))) {
      --least;
    }
    const std::size_t given = row.operands.size();
    if (given >= least && given <= most) {
      return true;
    }
    const std::string atMost = counted(most, "operand");
    const std::string wanted = most == 0                 ? "no operands"
                               : least == most           ? atMost
                               : least == 0 && most == 1 ? "at most one operand"
                                                         : fmt::format("{} to {}", least, atMost);
    diagnostics_.error(place, fmt::format("'{}' takes {}, not {}", row.mnemonic[0].text, wanted, given),
                       fmt::format("write {}", signature.syntax));
    return false;
  }

  /// A name in a place for addresses is a location, declared or not (herd's habit), unless it is a register.
  void declareLocations(const Operand& operand, OperandRole role, bool warn) {
    const Token* name = nullptr;
    if (operand.kind == Operand::Kind::AddressOf && operand.terms.empty()) {
      name = &operand.name;
    } else if (role == OperandRole::Address && isSingleName(operand)) {
      name = &operand.terms[0].token;
    }
    if (name == nullptr || names_.object(name->text) != nullptr || targets_.count(name->text) != 0 ||
        isInitialRegister(name->text)) {
      return;
    }
    if (warn) {
      diagnostics_.warning(
          {source_, name->span},
          fmt::format("location '{}' is not in the initial state: it is initially 0", name->text),
          didYouMean(name->text, names_.objectNames()));
    }
    requireRoom(names_, 1, {source_, name->span}, diagnostics_);
    names_.declare(std::string(name->text), 1, false);
  }

  bool isInitialRegister(std::string_view name) const {
    for (ThreadId t = 0; t < names_.program().threads.size(); ++t) {
      if (names_.findRegister(t, name)) {
        return true;
      }
    }
    return false;
  }

  void registersOfRow(const Column& column, const RowInstruction& row) {
    if (row.predicate) {
      enter(column, *row.predicate, false);
    }
    eachOperand(row, [&](const Operand& operand, OperandRole role) {
      if (role == OperandRole::Label) {
        return;
      }
      for (const Term& term : operand.terms) {
        const bool none = role == OperandRole::TargetOrNone && term.token.text == "_";
        if (term.kind == Term::Kind::Name && !none) {
          enter(column, term.token, isTarget(role));
        }
      }
    });
  }

  void enter(const Column& column, const Token& name, bool written) {
    if (names_.object(name.text) != nullptr) {
      return;
    }
    for (const ThreadId t : column.threads) {
      const RegisterId reg = names_.addRegister(t, name.text);
      if (written) {
        names_.noteWritten(t, reg);
      }
    }
  }

  /// A register that only ever holds 0 is usually a typo.
  void warnUnwritten(const Column& column, const RowInstruction& row) {
    const auto look = [&](const Token& name) {
      for (const ThreadId t : column.threads) {
        const std::optional<RegisterId> reg = names_.findRegister(t, name.text);
        if (reg && !names_.isWritten(t, *reg) && !names_.hasInitial(t, *reg)) {
          diagnostics_.warning({source_, name.span},
                               fmt::format("register '{}' is read but never written: it holds 0", name.text),
                               didYouMean(name.text, names_.objectNames()));
          return;
        }
      }
    };
    if (row.predicate) {
      look(*row.predicate);
    }
    eachOperand(row, [&](const Operand& operand, OperandRole role) {
      for (const Term& term : operand.terms) {
        if (term.kind == Term::Kind::Name && !isTarget(role) && role != OperandRole::Label) {
          look(term.token);
        }
      }
    });
  }

  const Dialect& dialect_;
  Names& names_;
  const SourcePtr& source_;
  Diagnostics& diagnostics_;
  std::set<std::string_view> targets_;
};

}  // namespace

void collectNames(std::vector<Column>& columns, const Dialect& dialect, Names& names, const SourcePtr& source,
                  Diagnostics& diagnostics) {
  Collector(dialect, names, source, diagnostics).run(columns);
}

}  // namespace hrfcheck::frontend

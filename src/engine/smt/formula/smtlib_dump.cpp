// The formula as text, for people and for other solvers: one Boolean constant per variable, a comment saying
// what it stands for, one assertion per clause, and every question as a check-sat under assumptions. Written
// while the formula is built, so clauses that are added during enumeration appear after the questions asked
// before them.

#include "engine/smt/formula/smtlib_dump.h"

#include <fmt/format.h>

#include <ostream>

namespace hrfcheck::inline engine::smt {
namespace {

std::string term(Lit literal) {
  return literal > 0 ? fmt::format("b{}", literal) : fmt::format("(not b{})", -literal);
}

std::string describe(const VariableName& name) {
  std::string text = name.kind;
  if (name.first >= 0) {
    text += fmt::format(" {}", name.first);
  }
  if (name.second >= 0) {
    text += fmt::format(" {}", name.second);
  }
  return text;
}

/// Text inside an SMT-LIB string or comment: printable, on one line, without quotes.
std::string plain(const std::string& text) {
  std::string result;
  for (char c : text) {
    result += c >= ' ' && c <= '~' && c != '"' ? c : ' ';
  }
  return result;
}

}  // namespace

SmtLibDump::SmtLibDump(ClauseSink& next, std::ostream* out, const std::string& title)
    : next_(next), out_(out) {
  if (out_ != nullptr) {
    *out_ << "; " << plain(title) << "\n(set-logic QF_UF)\n";
  }
}

void SmtLibDump::variable(Lit variable, const VariableName& name) {
  next_.variable(variable, name);
  if (out_ != nullptr) {
    *out_ << fmt::format("(declare-const b{} Bool) ; {}\n", variable, describe(name));
  }
}

void SmtLibDump::clause(const std::vector<Lit>& literals) {
  next_.clause(literals);
  if (out_ == nullptr) {
    return;
  }
  std::string text;
  for (Lit l : literals) {
    text += ' ' + term(l);
  }
  if (literals.empty()) {
    *out_ << "(assert false)\n";
  } else if (literals.size() == 1) {
    *out_ << fmt::format("(assert{})\n", text);
  } else {
    *out_ << fmt::format("(assert (or{}))\n", text);
  }
}

void SmtLibDump::question(const std::string& title, const std::vector<Lit>& assumptions) {
  if (out_ == nullptr) {
    return;
  }
  std::string text;
  for (Lit l : assumptions) {
    text += ' ' + term(l);
  }
  *out_ << fmt::format("(echo \"{}\")\n(check-sat-assuming ({}))\n", plain(title),
                       text.empty() ? "" : text.substr(1));
}

}  // namespace hrfcheck::inline engine::smt

#include "cat/elaborate/budget.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "util/overloaded.h"

namespace hrfcheck::cat {
namespace {

std::string namesOf(const LetStatement& let) {
  if (let.bindings.empty()) return "of nothing";
  return fmt::format("of '{}'", fmt::join(let.bindings.front().target.names, ", "));
}

/// A statement as the subject of a sentence.
std::string described(const Statement& statement) {
  return std::visit(
      Overloaded{[](const LetStatement& s) { return "the definition " + namesOf(s); },
                 [](const CheckStatement&) { return std::string("this check"); },
                 [](const IncludeStatement& s) { return fmt::format("the included file '{}'", s.file); },
                 [](const ShowStatement&) { return std::string("this 'show'"); },
                 [](const UnshowStatement&) { return std::string("this 'unshow'"); },
                 [](const WithStatement& s) { return fmt::format("'with {}'", s.name); },
                 [](const ProcedureStatement& s) { return fmt::format("the procedure '{}'", s.name); },
                 [](const CallStatement& s) { return fmt::format("the call of '{}'", s.procedure); },
                 [](const ForallStatement& s) { return fmt::format("'forall {}'", s.variable); },
                 [](const IfStatement&) { return std::string("this 'if'"); },
                 [](const EnumStatement& s) { return fmt::format("the enumeration '{}'", s.name); },
                 [](const InstructionsStatement& s) { return fmt::format("'instructions {}'", s.kind); }},
      statement.node);
}

}  // namespace

void Budget::fail(const std::string& message, const std::string& hint) const {
  throw UserError(at_ != nullptr ? Place(at_->where) : Place{},
                  fmt::format(fmt::runtime(message), at_ != nullptr ? described(*at_) : "this model"), hint);
}

void Budget::look(std::size_t steps) {
  look_ = 0;
  if (cancelled_ != nullptr && *cancelled_) fail("interrupted while {} was being read", "");
  if (deadline_.expired()) fail("the time limit was reached while {} was being read", "");
  if (steps > left_) {
    fail(fmt::format("{{}} takes more than {} steps to read", all_),
         "a definition, procedure or file that uses the one before it twice doubles the work each time");
  }
}

}  // namespace hrfcheck::cat

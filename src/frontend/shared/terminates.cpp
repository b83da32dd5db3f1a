#include "frontend/shared/terminates.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/shared/rows.h"

namespace hrfcheck::frontend {
namespace {

/// `s-hsa+obe` as one word; what is no scheduler is reported, and weak stands for it.
SchedulerSpec scheduler(TokenCursor& in, const std::vector<std::string>& levels, bool& known) {
  const Token first = in.peek();
  std::string text;
  if (first.kind == TokenKind::String) {
    in.take();
    text = first.text.substr(1, first.text.size() - 2);
  } else {
    text = in.expectIdentifier("the name of a scheduler").text;
    while (in.peek().isSymbol("+") || in.peek().isSymbol("-")) {
      text += in.take().text;
      text += in.expectIdentifier("the name of a scheduler").text;
    }
  }
  try {
    return parseSchedulerSpec(text, levels, in.placeFrom(first));
  } catch (const UserError& error) {
    for (const Diagnostic& d : error.diagnostics()) {
      in.diagnostics().error(d.place, d.message, d.hint);
    }
    known = false;
    return {};
  }
}

/// `stack`, `its`, `none`: how wavefronts execute, for the entries behind it.
std::optional<SimtMode> simtMode(TokenCursor& in) {
  const std::string word(in.peek().text);
  const auto* row = std::ranges::find_if(kSimtModeNames, [&](const auto& name) { return word == name.name; });
  if (row == kSimtModeNames.end() || in.peek(1).isSymbol("=")) {
    return std::nullopt;
  }
  in.take();
  return row->value;
}

}  // namespace

void parseTerminates(TokenCursor& in, const std::vector<std::string>& levels,
                     std::vector<ProgressExpectation>& expectations) {
  const auto atEntry = [&] {
    return in.peek().kind == TokenKind::String || (in.peek().kind == TokenKind::Identifier && !atSection(in));
  };
  if (!atEntry()) {
    in.failExpected("a scheduler and what is expected, such as obe=Y");
  }
  SimtMode simt = SimtMode::None;
  while (atEntry()) {
    const Token first = in.peek();
    if (const auto mode = simtMode(in)) {
      simt = *mode;
      continue;
    }
    bool known = true;
    ProgressExpectation expectation;
    expectation.simt = simt;
    expectation.scheduler = scheduler(in, levels, known);
    const Place named = in.placeFrom(first);
    in.expect("=", "after the name of a scheduler");
    const Token& answer = in.expectIdentifier("Y or N");
    if (answer.text != "Y" && answer.text != "N") {
      in.error(answer, fmt::format("expected Y or N, found {}", describe(answer)));
    }
    expectation.terminates = answer.text == "Y";
    expectation.place = in.placeFrom(first);
    if (!known) {
      continue;
    }
    const bool twice = std::ranges::any_of(expectations, [&](const ProgressExpectation& earlier) {
      return earlier.simt == expectation.simt && earlier.scheduler == expectation.scheduler;
    });
    if (twice) {
      in.diagnostics().error(
          named, fmt::format("scheduler {} is named twice", textOf(expectation.scheduler, levels)));
      continue;
    }
    expectations.push_back(std::move(expectation));
  }
}

}  // namespace hrfcheck::frontend

#include "frontend/sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "frontend/print/condition_text.h"
#include "frontend/shared/condition_parser.h"
#include "frontend/shared/expect_line.h"
#include "frontend/shared/names.h"
#include "frontend/shared/text/cursor.h"
#include "frontend/shared/text/lexer.h"
#include "frontend/shared/text/rows.h"
#include "program/ir/scheduler.h"

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

/// Reads what follows `terminates`, `obe=N s-hsa+obe=Y "wg=obe,wv=fair"=Y`, up to the next section, and
/// adds it to `expectations`. A scheduler that is there already is a mistake.
/// @param levels of the scope tree, inner to outer
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

constexpr unsigned kMaxOutcomeParts = 1000;

void once(TokenCursor& in, const Token& word, bool already) {
  if (already) {
    in.error(word, fmt::format("a second '{}'", word.text));
  }
}

}  // namespace

void SectionReader::ask(const SourcePtr& outcome, Diagnostics& diagnostics, const Translation& translated) {
  std::vector<Token> tokens = tokenize(outcome, 0, Layout::Columns, diagnostics);
  if (translated) {
    tokens = translated(std::move(tokens));
  }
  TokenCursor in(outcome, tokens, diagnostics);
  in.acceptWord("exists");
  ConditionPtr asked = parseCondition(in, names_);
  for (unsigned parts = 1; !in.atEnd(); ++parts) {
    if (parts > kMaxOutcomeParts) {
      in.fail(in.peek(), fmt::format("more than {} conditions", kMaxOutcomeParts));
    }
    if (in.accept(";") || in.accept(",")) {
      continue;
    }
    const std::size_t before = in.position();
    const ConditionPtr more = parseCondition(in, names_);
    if (in.position() == before) {
      in.failExpected("a condition such as 1:r0=0");
    }
    asked = std::make_shared<const Condition>(Condition{AndCondition{asked, more}});
  }
  const std::vector<StateVariable> before =
      program_.condition ? variablesOf(*program_.condition) : std::vector<StateVariable>{};
  program_.observed.insert(program_.observed.end(), before.begin(), before.end());
  program_.quantifier = Quantifier::Exists;
  program_.condition = std::move(asked);
}

void SectionReader::read(TokenCursor& in) {
  const Token word = in.peek();
  try {
    if (!atSection(in, dialect_.sections)) {
      in.failExpected("the end of the test or one of " + commaList(known()));
    }
    in.take();
    body(in, word);
    in.accept(";");
  } catch (const SyntaxFailure&) {
    while (!in.atEnd() && !(in.peek().firstOnLine && atSection(in, dialect_.sections))) {
      in.take();
    }
  }
}

std::vector<std::string> SectionReader::known() const {
  std::vector<std::string> words = sectionWords();
  words.insert(words.end(), dialect_.sections.begin(), dialect_.sections.end());
  std::ranges::sort(words);
  return words;
}

void SectionReader::body(TokenCursor& in, const Token& word) {
  if (word.isSymbol("~")) {
    in.take();
    condition(in, word, Quantifier::NotExists);
  } else if (word.text == "exists") {
    condition(in, word, Quantifier::Exists);
  } else if (word.text == "forall") {
    condition(in, word, Quantifier::Forall);
  } else if (word.text == "filter") {
    once(in, word, program_.filter != nullptr);
    program_.filter = parseCondition(in, names_);
  } else if (word.text == "locations") {
    once(in, word, hasLocations_);
    hasLocations_ = true;
    program_.observed = parseLocations(in, names_);
  } else if (word.text == "terminates") {
    parseTerminates(in, levels_(), program_.terminates);
  } else if (word.text == "expect") {
    parseExpect(in, program_.expects);
  } else {
    tree_(in, word);
  }
}

void SectionReader::condition(TokenCursor& in, const Token& word, Quantifier quantifier) {
  if (program_.condition != nullptr) {
    in.error(word, "a second condition: a test has one of exists, ~exists, forall");
  }
  program_.quantifier = quantifier;
  program_.condition = parseCondition(in, names_);
}

namespace {

/// What `expect` lines say of final states does not concern a condition that the command line asks about
/// instead, and nothing that they say concerns a filter of the command line.
void forgetExpectations(const Directives& directives, Program& program) {
  const auto replaced = [&](const std::optional<Directive>& line) {
    return line && program.source->isAppended(line->wordSpan.begin);
  };
  const bool filter = replaced(directives.only("filter"));
  const bool condition = replaced(directives.only({"exists", "~exists", "forall"}));
  std::erase_if(program.expects, [&](const ModelExpectation& expectation) {
    return filter || (condition && propertyOf(expectation.stated) != ExpectedProperty::Race);
  });
}

}  // namespace

void readDirected(SectionReader& sections, const Directives& directives, Program& program,
                  Diagnostics& diagnostics, const SectionReader::Translation& translated) {
  const auto readTokens = [&](const std::vector<Token>& tokens) {
    TokenCursor in(program.source, tokens, diagnostics);
    sections.read(in);
    if (!in.atEnd()) {
      in.error(in.peek(), fmt::format("expected the end of the line, found {}", describe(in.peek())));
    }
  };
  const auto tokensOf = [&](const Directive& line) {
    return tokenizePart(program.source, line.all(), diagnostics);
  };
  // Names of models and schedulers are no words of the test.
  const auto read = [&](const Directive& line) { readTokens(tokensOf(line)); };
  const auto readState = [&](const Directive& line) {
    readTokens(translated ? translated(tokensOf(line)) : tokensOf(line));
  };
  if (const auto condition = directives.only({"exists", "~exists", "forall"})) {
    sections.forgetCondition();
    readState(*condition);
  }
  if (const auto filter = directives.only("filter")) {
    sections.forgetFilter();
    readState(*filter);
  }
  if (const auto locations = directives.only("locations")) {
    readState(*locations);
  }
  std::ranges::for_each(directives.all("terminates"), read);
  std::ranges::for_each(directives.all("expect"), read);
  forgetExpectations(directives, program);
  for (const Directive& line : directives.all("model")) {
    program.models.emplace_back(program.source->slice(line.rest));
  }
}

void SectionReader::finish() {
  if (program_.condition == nullptr) {
    program_.condition = std::make_shared<const Condition>(Condition{TrueCondition{}});
  }
  program_.conditionText = conditionText(*program_.condition, program_);
  std::vector<StateVariable>& observed = program_.observed;
  const std::vector<StateVariable> mentioned = variablesOf(*program_.condition);
  observed.insert(observed.end(), mentioned.begin(), mentioned.end());
  if (observed.empty() && !hasLocations_) {
    observeEverything();
  }
  std::ranges::sort(observed);
  observed.erase(std::unique(observed.begin(), observed.end()), observed.end());
}

void SectionReader::observeEverything() {
  program_.observedByDefault = true;
  // Of a kernel, what is left in memory is what it is for; its private variables are asked for by name.
  for (ThreadId t = 0; t < program_.threads.size() && !program_.launched(); ++t) {
    for (RegisterId r = 0; r < program_.threads[t].registers.size(); ++r) {
      if (names_.isWritten(t, r)) {
        program_.observed.push_back({t, r, kNoLocation});
      }
    }
  }
  for (LocationId l = 0; l < program_.locations.size(); ++l) {
    if (!program_.locations[l].name.starts_with(kVoteCells) &&
        !program_.locations[l].name.starts_with(kLaneCells)) {
      program_.observed.push_back({kNoThread, 0, l});
    }
  }
}

}  // namespace hrfcheck::frontend

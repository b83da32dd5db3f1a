#include "frontend/shared/expect_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "frontend/shared/text/rows.h"
#include "util/text.h"

namespace hrfcheck::frontend {
namespace {

constexpr std::string_view kWord = "expect";

std::string_view unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

/// `hrf-direct`, `ptx-v6.0`, `"my models/m.cat"`: words without blanks between them are one name.
std::string model(TokenCursor& in) {
  if (in.atEnd() || atSection(in)) {
    in.failExpected("the name of a model, or 'all'");
  }
  if (in.peek().kind == TokenKind::String) {
    return std::string(unquoted(in.take().text));
  }
  std::string name;
  for (std::uint32_t end = in.peek().span.begin; !in.atEnd() && in.peek().span.begin == end;) {
    if (in.peek().isSymbol(",") || in.peek().isSymbol(":")) {
      break;
    }
    end = in.peek().span.end;
    name += in.take().text;
  }
  if (name.empty()) {
    in.failExpected("the name of a model, or 'all'");
  }
  return name;
}

/// "race-free, racy, Never, Sometimes, Always, 3 states".
std::vector<std::string> examples() {
  std::vector<std::string> words;
  for (const auto& row : kExpectedAnswerNames) {
    words.push_back(row.value == ExpectedAnswer::States ? textOf({row.value, 3}) : row.name);
  }
  return words;
}

/// Up to the next comma, or the end of the line: words with one blank between them where there is any.
std::string statementText(TokenCursor& in) {
  std::string text;
  std::uint32_t end = in.peek().span.begin;
  while (!in.atEnd() && !in.peek().isSymbol(",") && !in.peek().isSymbol(";") &&
         (text.empty() || !(in.peek().firstOnLine || atSection(in)))) {
    text += in.peek().span.begin > end ? " " : "";
    end = in.peek().span.end;
    text += in.take().text;
  }
  return text;
}

/// Nothing, where what stands there is reported.
std::optional<StatedAnswer> statement(TokenCursor& in) {
  if (in.atEnd() || atSection(in)) {
    in.failExpected("what the model answers, such as race-free or Never");
  }
  const Token first = in.peek();
  const std::string text = statementText(in);
  if (text.empty()) {
    in.failExpected("what the model answers, such as race-free or Never");
  }
  const auto stated = statedAnswerNamed(text);
  if (!stated) {
    const std::string nearest = didYouMean(text, examples());
    in.diagnostics().error(in.placeFrom(first), fmt::format("'{}' is not an answer that a model gives", text),
                           nearest.empty() ? "one of " + commaList(examples()) : nearest);
  }
  return stated;
}

const char* phraseOf(ExpectedProperty property) {
  switch (property) {
    case ExpectedProperty::Race:
      return "whether the test is racy";
    case ExpectedProperty::Condition:
      return "how often the condition holds";
    case ExpectedProperty::States:
      break;
  }
  return "how many final states there are";
}

void add(ModelExpectation expectation, Diagnostics& diagnostics, std::vector<ModelExpectation>& expects) {
  const auto earlier = std::ranges::find_if(expects, [&](const ModelExpectation& other) {
    return other.model == expectation.model && propertyOf(other.stated) == propertyOf(expectation.stated);
  });
  if (earlier != expects.end()) {
    diagnostics.error(expectation.place,
                      fmt::format("{} under {} is stated twice", phraseOf(propertyOf(expectation.stated)),
                                  expectation.model),
                      fmt::format("line {} states it first", earlier->place.position().line));
    return;
  }
  expects.push_back(std::move(expectation));
}

}  // namespace

void parseExpect(TokenCursor& in, std::vector<ModelExpectation>& expects) {
  std::vector<std::string> models{model(in)};
  while (in.accept(",")) {
    models.push_back(model(in));
  }
  in.expect(":", "after the names of models");
  std::vector<ModelExpectation> stated;
  do {
    const Token first = in.peek();
    if (const auto answer = statement(in)) {
      stated.push_back({"", *answer, in.placeFrom(first)});
    }
  } while (in.accept(","));
  for (const std::string& name : models) {
    for (ModelExpectation expectation : stated) {
      expectation.model = name;
      add(std::move(expectation), in.diagnostics(), expects);
    }
  }
}

std::vector<std::string> modelsOfExpectLines(std::string_view text) {
  std::vector<std::string> models;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = stripped(text.substr(begin, end - begin));
    begin = end + 1;
    for (const std::string_view mark : {"//# ", "//#\t", ";# ", ";#\t"}) {
      line = line.starts_with(mark) ? stripped(line.substr(mark.size())) : line;
    }
    const std::size_t colon = line.find(':');
    const bool isLine = line.starts_with(kWord) && line.find_first_of(" \t\"") == kWord.size();
    if (!isLine || colon == std::string_view::npos) {
      continue;
    }
    std::string_view names = line.substr(kWord.size(), colon - kWord.size());
    while (!names.empty()) {
      const std::size_t comma = std::min(names.find(','), names.size());
      if (const auto name = unquoted(stripped(names.substr(0, comma))); !name.empty()) {
        models.emplace_back(name);
      }
      names = names.substr(std::min(comma + 1, names.size()));
    }
  }
  return models;
}

}  // namespace hrfcheck::frontend

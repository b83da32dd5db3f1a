#include "frontend/launch/directives.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "frontend/launch/launches.h"
#include "frontend/shared/text/cursor.h"
#include "util/text.h"

namespace hrfcheck::frontend {
namespace {

constexpr std::string_view kMark = "//#";
constexpr std::string_view kMarkOfAssembly = ";#";
constexpr std::string_view kOption = "--";
constexpr std::string_view kBlanksOfLine = " \t\r";

/// A word of directives: whether one test may have it several times, and whether only options say it.
struct WordRow {
  std::string_view word;
  bool repeated;
  bool optionOnly = false;
  bool alone = false;  ///< nothing need follow it
};
constexpr auto kWords = std::to_array<WordRow>({
    {"launch", false},
    {"sub-group", false},
    {"cluster", false},
    {"cooperative", false, false, true},
    {"device", false},
    {"volatile", false},
    {"kernel", false},
    {"language", false},
    {"init", true},
    {"out-of-bounds", false},
    {"define", true},
    {"exists", false},
    {"~exists", false},
    {"forall", false},
    {"filter", false},
    {"locations", false},
    {"terminates", true},
    {"expect", true},
    {"model", true},
    {"test", true},
    {"include-below", true, true},
    {"include-beside", false, true},
});

const WordRow* rowOf(std::string_view word) {
  const auto* row = std::ranges::find(kWords, word, &WordRow::word);
  return row == kWords.end() ? nullptr : row;
}

std::vector<std::string> knownWords() {
  std::vector<std::string> words;
  for (const WordRow& row : kWords) {
    if (!row.optionOnly) {
      words.emplace_back(row.word);
    }
  }
  return words;
}

/// A test has one of them; what stands twice is reported under the first's name.
std::string_view slotOf(std::string_view word) {
  return word == "~exists" || word == "forall" ? "exists" : word;
}

Span trimmed(std::string_view text, Span span) {
  const auto blank = [&](std::uint32_t at) { return kBlanksOfLine.find(text[at]) != std::string_view::npos; };
  while (span.begin < span.end && blank(span.begin)) {
    ++span.begin;
  }
  while (span.begin < span.end && blank(span.end - 1)) {
    --span.end;
  }
  return span;
}

/// The words of a line behind its mark.
Directive directiveIn(std::string_view text, Span line) {
  line = trimmed(text, line);
  const std::size_t end = text.find_first_of(" \t\r(", line.begin);
  const auto behind = static_cast<std::uint32_t>(std::min<std::size_t>(end, line.end));
  return {
      text.substr(line.begin, behind - line.begin), {line.begin, behind}, trimmed(text, {behind, line.end})};
}

class DirectiveReader {
 public:
  DirectiveReader(const SourcePtr& source, Diagnostics& diagnostics)
      : source_(source), text_(source->text()), diagnostics_(diagnostics) {}

  FileDirectives run(Lines lines) {
    marks_ = lines;
    for (std::uint32_t begin = lines == Lines::CommandLine ? source_->fileEnd() : 0; begin < text_.size();) {
      const auto end = static_cast<std::uint32_t>(std::min(text_.find('\n', begin), text_.size()));
      line(trimmed(text_, {begin, end}));
      begin = end + 1;
    }
    if (result_.tests.empty()) {
      result_.tests.push_back({"", std::move(result_.common)});
      result_.common.clear();
    }
    return std::move(result_);
  }

 private:
  void line(Span span) {
    const bool option = source_->isAppended(span.begin);
    const std::string_view mark = option ? kOption : marks_ == Lines::Assembly ? kMarkOfAssembly : kMark;
    if (!text_.substr(span.begin, span.end - span.begin).starts_with(mark)) {
      return;
    }
    const auto behind = static_cast<std::uint32_t>(span.begin + mark.size());
    const bool blank = behind < span.end && kBlanksOfLine.find(text_[behind]) != std::string_view::npos;
    if (!option && !blank) {
      comment({behind, span.end});
      return;
    }
    const Directive directive = directiveIn(text_, {behind, span.end});
    const WordRow* row = rowOf(directive.word);
    if (row == nullptr || (row->optionOnly && !option)) {
      unknown(directive);
    } else if (directive.rest.begin == directive.rest.end && !row->alone) {
      diagnostics_.error({source_, directive.wordSpan}, fmt::format("nothing follows '{}'", directive.word));
    } else if (directive.word == "test") {
      test(directive);
    } else {
      add(directive, option);
    }
  }

  /// `//#define N 8` is a comment, as `//#pragma unroll` is. Where a word of ours stands that no
  /// preprocessor has, the blank may have been forgotten.
  void comment(Span rest) {
    constexpr auto kOfPreprocessors = std::to_array<std::string_view>({"define"});
    const Directive directive = directiveIn(text_, rest);
    const bool meant = rowOf(directive.word) != nullptr && directive.rest.begin != directive.rest.end &&
                       std::ranges::find(kOfPreprocessors, directive.word) == kOfPreprocessors.end();
    if (meant) {
      diagnostics_.warning(
          {source_, directive.all()},
          fmt::format("a comment: '{}{}' without a space is ignored by hrfcheck", marks(), directive.word),
          fmt::format("write '{} {} ...' if it is meant for hrfcheck", marks(), directive.word));
    }
  }

  /// What is nearly one of the words is a mistake; everything else may be prose, and is said to be.
  void unknown(const Directive& directive) {
    if (directive.word.empty()) {
      return;
    }
    const std::vector<std::string> known = knownWords();
    const std::string nearest = didYouMean(directive.word, known);
    const Place place{source_, directive.all()};
    if (nearest.empty() && !source_->isAppended(directive.wordSpan.begin)) {
      diagnostics_.warning(place,
                           fmt::format("a comment: '{} {}' is ignored by hrfcheck", marks(), directive.word),
                           fmt::format("lines {} can contain: {}", marks(), commaList(known)));
      return;
    }
    diagnostics_.error(place, fmt::format("'{} {}' is not understood", marks(), directive.word), nearest);
  }

  std::string_view marks() const { return marks_ == Lines::Assembly ? kMarkOfAssembly : kMark; }

  void test(const Directive& directive) {
    const std::string name(source_->slice(directive.rest));
    const bool good = name.find_first_of(" \t:/") == std::string::npos;
    if (!good) {
      diagnostics_.error({source_, directive.rest}, "the name of a test is one word without ':' and '/'");
    } else if (!names_.insert(name).second) {
      diagnostics_.error({source_, directive.rest}, fmt::format("a second test '{}'", name));
    }
    result_.tests.push_back({name, {}});
    said_.clear();
  }

  void add(const Directive& directive, bool option) {
    std::vector<Directive>& into = option                  ? result_.commandLine
                                   : result_.tests.empty() ? result_.common
                                                           : result_.tests.back().directives;
    const bool sideBySide = directive.word == "kernel" && isLaunchLine(source_->slice(directive.rest));
    const bool again = !sideBySide && !rowOf(directive.word)->repeated &&
                       !(option ? saidByOption_ : said_).insert(slotOf(directive.word)).second;
    if (again) {
      diagnostics_.error({source_, directive.all()},
                         slotOf(directive.word) == "exists"
                             ? "a second condition: a test has one of exists, ~exists, forall"
                             : fmt::format("a second '{}'", directive.word));
    }
    into.push_back(directive);
  }

  const SourcePtr& source_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  Lines marks_ = Lines::All;
  FileDirectives result_;
  std::set<std::string> names_;
  std::set<std::string_view> said_;  ///< of the test that is read
  std::set<std::string_view> saidByOption_;
};

}  // namespace

void Directives::add(const std::vector<Directive>& directives) {
  directives_.insert(directives_.end(), directives.begin(), directives.end());
}

std::optional<Directive> Directives::only(std::string_view word) const {
  return only(std::vector<std::string_view>{word});
}

std::optional<Directive> Directives::only(const std::vector<std::string_view>& words) const {
  std::optional<Directive> result;
  for (const Directive& directive : directives_) {
    if (std::ranges::find(words, directive.word) != words.end()) {
      result = directive;
    }
  }
  return result;
}

std::vector<Directive> Directives::all(std::string_view word) const {
  std::vector<Directive> result;
  for (const Directive& directive : directives_) {
    if (directive.word == word) {
      result.push_back(directive);
    }
  }
  return result;
}

Directives FileDirectives::of(const NamedTest& test) const {
  Directives result;
  result.add(common);
  result.add(test.directives);
  result.add(commandLine);
  return result;
}

std::vector<std::string> FileDirectives::names() const {
  std::vector<std::string> names;
  for (const NamedTest& test : tests) {
    names.push_back(test.name);
  }
  return names;
}

FileDirectives readDirectives(const SourcePtr& source, Lines lines, Diagnostics& diagnostics) {
  return DirectiveReader(source, diagnostics).run(lines);
}

}  // namespace hrfcheck::frontend

// Directives are found as a preprocessor finds them, in lines, but for what is rare: continued words,
// digraphs and names that macros make are not taken for directives here. That costs an inclusion, never a
// file that is opened: those who read the result are kept from files by other means.

#include "frontend/include/included_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "frontend/include/directive_line.h"
#include "util/diagnostic.h"
#include "util/read_source.h"
#include "util/text.h"

namespace hrfcheck::frontend {
namespace {

constexpr std::size_t kLargestText = 4U << 20U;  // bytes, of the whole
constexpr std::size_t kDeepest = 64;

bool isContinued(std::string_view line) {
  const std::size_t end = line.find_last_not_of("\r");
  return end != std::string_view::npos && line[end] == '\\';
}

/// Whether a line that begins inside of a comment, or outside, ends inside of one.
bool endsInComment(std::string_view line, bool inside) {
  char quote = '\0';
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::string_view two = line.substr(i, 2);
    if (inside) {
      inside = two != "*/";
      i += inside ? 0 : 1;
    } else if (quote != '\0') {
      i += line[i] == '\\' ? 1 : 0;
      quote = line[i] == quote ? '\0' : quote;
    } else if (two == "//") {
      return false;
    } else if (two == "/*") {
      inside = true;
      ++i;
    } else if (line[i] == '"' || line[i] == '\'') {
      quote = line[i];
    }
  }
  return inside;
}

/// The name in `"name"` or `<name>`, with nothing but a comment behind it.
std::optional<std::string_view> nameIn(std::string_view rest, bool& quoted) {
  quoted = rest.starts_with('"');
  if (!quoted && !rest.starts_with('<')) {
    return std::nullopt;
  }
  const std::size_t end = rest.find(quoted ? '"' : '>', 1);
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view behind = withoutLeadingBlanks(rest.substr(end + 1));
  return behind.empty() || behind.starts_with('/') ? std::optional(rest.substr(1, end - 1)) : std::nullopt;
}

/// A text whose content counts once, however often it is included: by its first and last directives.
bool guardsItself(std::string_view text) {
  std::vector<DirectiveLine> directives;
  for (const std::string_view line : linesOf(text)) {
    if (const DirectiveLine directive = directiveOf(line); !directive.word.empty()) {
      directives.push_back(directive);
    }
  }
  return directives.size() >= 3 && directives[0].word == "ifndef" && directives[1].word == "define" &&
         directives.back().word == "endif" && takeWord(directives[0].rest) == takeWord(directives[1].rest);
}

/// Whether a part of a condition may end here: `#endif`, `#else` and the like.
bool endsPart(std::string_view line) {
  const std::string_view word = directiveOf(line).word;
  return word.starts_with("el") || word == "endif";
}

class Including {
 public:
  Including(const IncludeFolders& folders, const LineMarks& marks,
            const std::function<bool(std::string_view)>& skip, const Deadline& deadline)
      : folders_(folders), marks_(marks), skip_(skip), deadline_(deadline) {}

  IncludedText run(std::string_view text) {
    add(text, nullptr);
    return std::move(result_);
  }

 private:
  void add(std::string_view text, const IncludableFile* file) {
    bool inComment = false;
    bool continued = false;
    std::uint32_t number = 0;
    for (const std::string_view line : linesOf(text)) {
      ++number;
      line_ = file == nullptr ? number : line_;
      const bool plain = !inComment && !continued;
      if (!(plain && directive(line, file))) {
        put(line, file != nullptr && !continued);
      }
      inComment = endsInComment(line, inComment);
      continued = isContinued(line);
      if (plain && file == nullptr && result_.any && endsPart(line) && !continued) {
        mark(marks_.end(number + 1));  // in a part that is left out, marks are left out, too
      }
    }
  }

  /// Puts something else in place of the line, if it is to be replaced.
  bool directive(std::string_view line, const IncludableFile* by) {
    auto [word, rest] = directiveOf(line);
    if (by != nullptr && word == "pragma" && takeWord(rest) == "once") {
      return true;  // `once` has seen to it
    }
    if (word == "if" || word == "elif") {
      return condition(line, by);
    }
    bool quoted = false;
    const auto name = word == "include" ? nameIn(rest, quoted) : std::nullopt;
    if (!name || (skip_ && skip_(*name))) {
      return false;
    }
    const std::optional<IncludableFile> file = folders_.find(*name, quoted, by);
    if (!file) {
      return false;
    }
    include(*file);
    if (by == nullptr) {
      mark(marks_.end(line_ + 1));
    }
    return true;
  }

  /// Answers `__has_include("name")` with 1 where the folders have the file; a preprocessor without files
  /// says 0.
  bool condition(std::string_view line, const IncludableFile* by) {
    constexpr std::string_view kAsked = "__has_include";
    std::string text(line);
    bool any = false;
    for (std::size_t at = 0; (at = text.find(kAsked, at)) != std::string::npos; at += 1) {
      std::string_view rest = withoutLeadingBlanks(std::string_view(text).substr(at + kAsked.size()));
      const std::size_t end = text.find(')', at);
      if (!rest.starts_with('(') || end == std::string::npos) {
        continue;
      }
      rest = withoutLeadingBlanks(rest.substr(1));
      const std::size_t close = rest.find(rest.starts_with('"') ? '"' : '>', 1);
      const bool named = (rest.starts_with('"') || rest.starts_with('<')) && close != std::string_view::npos;
      if (named && folders_.find(rest.substr(1, close - 1), rest.front() == '"', by)) {
        text.replace(at, end + 1 - at, "1");
        any = true;
      }
    }
    if (any) {
      put(text, false);
      result_.any = true;
    }
    return any;
  }

  void include(const IncludableFile& file) {
    deadline_.check();
    const SourcePtr source = readSource(file.path.string(), ReadLimits{kLargestText, false, deadline_});
    const std::string& text = source->text();
    const bool once = saysOnce(text);
    result_.any = true;
    if (std::ranges::find(open_, file.path) != open_.end() && (once || guardsItself(text))) {
      return;
    }
    if (open_.size() >= kDeepest) {
      throw UserError(fmt::format("{} is included {} files deep: files include themselves without end",
                                  file.path.string(), kDeepest));
    }
    if (marks_.begin && open_.empty()) {
      mark(marks_.begin(line_));
    }
    open_.push_back(file.path);
    const std::string guard = fmt::format("HRFCHECK_INCLUDED_{}", numberOf(file.path));
    if (once) {
      put("#ifndef " + guard, true);
      put("#define " + guard, true);
    }
    add(text, &file);
    if (once) {
      put("#endif", true);
    }
    open_.pop_back();
  }

  static bool saysOnce(std::string_view text) {
    return std::ranges::any_of(linesOf(text), [](std::string_view line) {
      DirectiveLine directive = directiveOf(line);
      return directive.word == "pragma" && takeWord(directive.rest) == "once";
    });
  }

  std::size_t numberOf(const std::filesystem::path& path) {
    return numbers_.emplace(path, numbers_.size()).first->second;
  }

  void mark(const std::string& text) { put(text, false); }

  void put(std::string_view line, bool marked) {
    if (marked && marks_.each) {
      put(marks_.each(line_), false);
    }
    result_.text += line;
    result_.text += '\n';
    if (result_.text.size() > kLargestText) {
      throw UserError(
          fmt::format("the text with what it includes is larger than {} MB", kLargestText >> 20U));
    }
  }

  const IncludeFolders& folders_;
  const LineMarks& marks_;
  const std::function<bool(std::string_view)>& skip_;
  const Deadline& deadline_;
  IncludedText result_;
  std::uint32_t line_ = 0;  ///< of the text itself
  std::vector<std::filesystem::path> open_;
  std::map<std::filesystem::path, std::size_t> numbers_;
};

}  // namespace

IncludedText withIncludes(std::string_view text, const IncludeFolders& folders, const LineMarks& marks,
                          const std::function<bool(std::string_view name)>& skip, const Deadline& deadline) {
  if (folders.none() || !mayInclude(text)) {
    return {std::string(text), false};
  }
  return Including(folders, marks, skip, deadline).run(text);
}

bool mayInclude(std::string_view text) {
  return std::ranges::any_of(linesOf(text), [](std::string_view line) {
    return directiveOf(line).word == "include" || line.find("__has_include") != std::string_view::npos;
  });
}

}  // namespace hrfcheck::frontend

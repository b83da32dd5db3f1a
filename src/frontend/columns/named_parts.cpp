#include "frontend/columns/named_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "frontend/shared/initial_state.h"
#include "frontend/shared/names.h"
#include "frontend/shared/text/cursor.h"

namespace hrfcheck::frontend {

namespace {

/// Real hierarchies have four or five.
constexpr std::size_t kMaxLevels = 16;

class NamedTreeParser {
 public:
  NamedTreeParser(TokenCursor& in, std::size_t threads) : in_(in), threads_(threads) {}

  NamedTree run() {
    const Token first = in_.peek();
    node(0);
    const Place place = in_.placeFrom(first);
    if (in_.peek().isSymbol("(")) {
      in_.fail(in_.peek(), "a second tree: there is one outermost level, with all threads in it");
    }
    for (ThreadId t = 0; t < threads_; ++t) {
      if (!placed_.contains(t)) {
        in_.error(first, fmt::format("thread P{} is not in this tree", t));
      }
    }
    return {levels(), ids(), place};
  }

 private:
  /// A level on the way down to the current token.
  struct Step {
    std::string word;
    std::uint32_t id;
  };

  void node(std::uint32_t id) {
    in_.expect("(", "and a level");
    const Token word = in_.expectIdentifier("the name of a level");
    checkWord(word);
    path_.push_back({std::string(word.text), id});
    if (in_.peek().isSymbol("(")) {
      for (std::uint32_t child = 0; in_.peek().isSymbol("("); ++child) {
        node(child);
      }
    } else {
      leaf(word);
    }
    path_.pop_back();
    in_.expect(")", "after what is in this level");
  }

  void checkWord(const Token& word) {
    if (word.text == kNamedTreeThread) {
      in_.fail(word, "'thread' is the thread itself, which is not named in a tree");
    }
    if (path_.size() == kMaxLevels) {
      in_.fail(word, fmt::format("more than {} levels", kMaxLevels));
    }
    if (std::ranges::find(path_, word.text, &Step::word) != path_.end()) {
      in_.fail(word, fmt::format("level '{}' is inside of itself", word.text));
    }
  }

  /// The threads of an innermost level.
  void leaf(const Token& word) {
    std::vector<std::string> names;
    std::ranges::transform(path_, std::back_inserter(names), &Step::word);
    if (names_.empty()) {
      names_ = names;
    } else if (names_ != names) {
      in_.error(word,
                fmt::format("the levels down to here are {}, and elsewhere {}", commaList(names),
                            commaList(names_)),
                "every thread must be below the same levels");
    }
    if (!threadHere()) {
      in_.failExpected("'(' and a level, or a thread such as P0");
    }
    while (const auto thread = threadHere()) {
      place(*thread);
    }
  }

  /// `P0` or `0`.
  std::optional<ThreadId> threadHere() const {
    const Token& token = in_.peek();
    if (token.kind != TokenKind::Number) {
      return threadNumber(token.text);
    }
    ThreadId number = 0;
    const char* end = token.text.data() + token.text.size();
    const auto read = std::from_chars(token.text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
  }

  void place(ThreadId thread) {
    const Token& token = in_.take();
    if (thread >= threads_) {
      in_.error(token, fmt::format("there is no thread P{}", thread));
    } else if (!placed_.emplace(thread, path_).second) {
      in_.error(token, fmt::format("thread P{} appears twice in this tree", thread));
    }
  }

  std::vector<std::string> levels() const {
    std::vector<std::string> levels{kNamedTreeThread};
    levels.insert(levels.end(), names_.rbegin(), names_.rend());
    return levels;
  }

  /// Of a thread that was left out, or is below other levels (which was reported), zeros.
  std::vector<std::vector<std::uint32_t>> ids() const {
    std::vector<std::vector<std::uint32_t>> ids(threads_, std::vector<std::uint32_t>(names_.size() + 1, 0));
    for (const auto& [thread, path] : placed_) {
      for (std::size_t i = 0; path.size() == names_.size() && i < path.size(); ++i) {
        ids[thread][path.size() - i] = path[i].id;
      }
    }
    return ids;
  }

  TokenCursor& in_;
  std::size_t threads_;
  std::vector<Step> path_;
  std::vector<std::string> names_;  ///< of the levels, from the outermost on
  std::map<ThreadId, std::vector<Step>> placed_;
};

}  // namespace

NamedTree parseNamedTree(TokenCursor& in, std::size_t threads) {
  return NamedTreeParser(in, threads).run();
}

namespace {

/// Of one location: real tests have one.
constexpr std::size_t kMaxRegions = 16;

/// Whether the current token is a region: another location has a colon behind it, another section, too.
bool atRegion(const TokenCursor& in) {
  return in.peek().kind == TokenKind::Identifier && !in.peek().firstOnLine && !in.peek(1).isSymbol(":");
}

void addRegion(const MemoryObject* object, const Token& region, Names& names) {
  for (LocationId i = 0; object != nullptr && i < object->size; ++i) {
    std::vector<std::string>& regions = names.location(object->first + i).regions;
    if (std::ranges::find(regions, region.text) == regions.end()) {
      regions.emplace_back(region.text);
    }
  }
}

void oneLocation(TokenCursor& in, Names& names) {
  const Token name = in.expectIdentifier("a location");
  const MemoryObject* object = names.object(name.text);
  if (object == nullptr) {
    in.error(name, fmt::format("there is no location '{}'", name.text),
             didYouMean(name.text, names.objectNames()));
  }
  if (object != nullptr && !names.location(object->first).regions.empty()) {
    in.fail(name, fmt::format("the regions of '{}' are given twice", name.text));
  }
  in.expect(":", "and a region after the location");
  if (!atRegion(in)) {
    in.failExpected("the name of a region");
  }
  for (std::size_t count = 1; atRegion(in); ++count) {
    if (count > kMaxRegions) {
      in.fail(in.peek(), fmt::format("more than {} regions of one location", kMaxRegions));
    }
    addRegion(object, in.take(), names);
  }
}

/// Reads what follows `regions:` in a test of LISA: `x: local, y: global`. Notes the regions of the
/// locations, of arrays in every element.
void parseRegions(TokenCursor& in, Names& names) {
  do {
    oneLocation(in, names);
  } while (in.accept(","));
}

}  // namespace

void NamedParts::read(TokenCursor& in, const Token& word, Names& names, std::size_t threads) {
  const bool regions = word.text == "regions";
  std::optional<NamedTree>& tree = word.text == "levels" ? memory_ : scopes_;
  if (regions ? hasRegions_ : tree.has_value()) {
    in.error(word, fmt::format("a second '{}'", word.text));
  }
  in.accept(":");
  if (regions) {
    hasRegions_ = true;
    parseRegions(in, names);
  } else {
    tree = parseNamedTree(in, threads);
  }
}

std::optional<std::vector<std::string>> NamedParts::levels() const {
  return scopes_ ? std::optional(scopes_->levels) : std::nullopt;
}

bool NamedParts::place(Program& program) const {
  if (memory_) {
    program.memoryLevels = ScopeTree(memory_->levels, memory_->ids);
  }
  if (scopes_) {
    program.scopesPlace = scopes_->place;
    program.scopes = ScopeTree(scopes_->levels, scopes_->ids);
  }
  return scopes_.has_value();
}

}  // namespace hrfcheck::frontend

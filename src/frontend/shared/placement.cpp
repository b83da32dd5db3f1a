#include "frontend/shared/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "frontend/shared/initial_state.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend {
namespace {

constexpr Value kMaxId = 1'000'000;

std::uint32_t expectLevel(TokenCursor& in, const Dialect& dialect) {
  const Token& word = in.expectIdentifier("a scope level");
  const std::optional<std::uint32_t> level = findLevel(dialect, word.text);
  if (!level) {
    in.fail(word, fmt::format("dialect {} has no scope level '{}'", dialect.name, word.text),
            "levels: " + levelList(dialect));
  }
  return *level;
}

class HeaderParser {
 public:
  HeaderParser(TokenCursor& in, const Dialect& dialect) : in_(in), dialect_(dialect) {}

  std::vector<HeaderCell> run() {
    do {
      try {
        cell();
        if (!in_.peek().isSymbol("|") && !in_.peek().isSymbol(";")) {
          in_.failExpected(cells_.back().placed ? "',', '|' or ';'" : "'@', '|' or ';'");
        }
      } catch (const SyntaxFailure&) {
        if (in_.peek().firstOnLine) {
          throw;  // the header is not closed, and what follows is not a header
        }
        while (!in_.atEnd() && !in_.peek().isSymbol("|") && !in_.peek().isSymbol(";")) {
          in_.take();
        }
      }
    } while (in_.accept("|"));
    if (!in_.accept(";")) {
      in_.fail(in_.peek(), fmt::format("expected ';' after the threads, found {}", describe(in_.peek())));
    }
    checkThreadNumbers(in_, cells_);
    checkOneInside();
    return std::move(cells_);
  }

  HeaderCell one() {
    cell();
    return std::move(cells_.back());
  }

 private:
  /// Threads that name one instance of the level inside Dialect::oneInside, and of which one names the
  /// instance around it: whether the two are the same is open.
  void checkOneInside() {
    const std::uint32_t level = dialect_.oneInside;
    std::map<std::vector<std::uint32_t>, const HeaderCell*> named;
    const auto keyOf = [&](const HeaderCell& cell) {
      std::vector<std::uint32_t> key{*cell.ids[level - 1]};
      for (std::size_t outer = level + 1; outer < cell.ids.size(); ++outer) {
        key.push_back(cell.ids[outer].value_or(0));
      }
      return key;
    };
    for (const HeaderCell& cell : cells_) {
      if (level != 0 && cell.ids[level - 1] && cell.ids[level]) {
        named.emplace(keyOf(cell), &cell);
      }
    }
    for (const HeaderCell& cell : cells_) {
      if (level == 0 || !cell.ids[level - 1] || cell.ids[level] || !named.contains(keyOf(cell))) {
        continue;
      }
      const std::string other(named.at(keyOf(cell))->token.text);
      const std::string_view around = dialect_.levels[level];
      in_.error(cell.token,
                fmt::format("{} and {} are in {} {}, and only {} names a {}", cell.token.text, other,
                            dialect_.levels[level - 1], *cell.ids[level - 1], other, around),
                fmt::format("name the {} of both", around));
    }
  }

  ThreadId threadName() {
    const Token& token = in_.peek();
    const std::optional<ThreadId> number = threadNumber(token.text);
    if (!number) {
      in_.failExpected("a thread, such as P0");
    }
    if (*number >= kMaxThreads) {
      in_.fail(token, fmt::format("a test has at most {} threads", kMaxThreads));
    }
    in_.take();
    return *number;
  }

  void cell() {
    // Entered first: a mistake in a cell must not move the columns behind it.
    cells_.push_back({{}, DeclaredIds(dialect_.levels.size()), false, in_.peek()});
    HeaderCell& cell = cells_.back();
    const ThreadId first = threadName();
    ThreadId last = first;
    if (in_.accept("-")) {
      last = threadName();
      if (last < first) {
        in_.fail(cell.token, fmt::format("threads P{} to P{} are not a range", first, last));
      }
    }
    for (ThreadId t = first; t <= last; ++t) {
      cell.threads.push_back(t);
    }
    if (in_.accept("@")) {
      cell.placed = true;
      do {
        placement(cell);
      } while (in_.accept(","));
    }
  }

  void placement(HeaderCell& cell) {
    const Token word = in_.peek();
    const std::uint32_t level = expectLevel(in_, dialect_);
    const Token number = in_.peek();
    const Value id = in_.expectConstant();
    if (level == kThreadLevel) {
      in_.fail(word, fmt::format("'{}' is the thread itself and has no id", word.text));
    }
    if (id < 0 || id > kMaxId) {
      in_.fail(number, fmt::format("value out of range: ids go from 0 to {}", kMaxId));
    }
    if (level + 1 == dialect_.levels.size() && id != 0) {
      in_.fail(number, fmt::format("there is only one '{}', number 0", word.text));
    }
    if (cell.ids[level]) {
      in_.fail(word, fmt::format("level '{}' is given twice", word.text));
    }
    cell.ids[level] = static_cast<std::uint32_t>(id);
  }

  TokenCursor& in_;
  const Dialect& dialect_;
  std::vector<HeaderCell> cells_;
};

/// Reads `(wg P0 P1)`-trees. The id of a node is its number among the children of its parent.
class ScopeTreeParser {
 public:
  ScopeTreeParser(TokenCursor& in, const Dialect& dialect, std::size_t threads)
      : in_(in), dialect_(dialect), declared_(threads, DeclaredIds(dialect.levels.size())) {}

  std::vector<DeclaredIds> run() {
    const Token first = in_.peek();
    DeclaredIds path(dialect_.levels.size());
    children(static_cast<std::uint32_t>(dialect_.levels.size()), path);
    for (ThreadId t = 0; t < declared_.size(); ++t) {
      if (seen_.count(t) == 0) {
        in_.error(first, fmt::format("thread P{} is not in the scope tree", t));
      }
    }
    return std::move(declared_);
  }

 private:
  /// The subtrees and threads at the current token, inside a node of level `parent`.
  void children(std::uint32_t parent, DeclaredIds& path) {
    std::optional<std::uint32_t> siblings;
    std::uint32_t count = 0;
    while (in_.peek().isSymbol("(") || (parent != dialect_.levels.size() && threadNumber(in_.peek().text))) {
      if (in_.accept("(")) {
        node(parent, siblings, count++, path);
      } else {
        thread(path);
      }
    }
    if (count == 0 && parent == dialect_.levels.size()) {
      in_.failExpected("'(' and a scope level");
    }
  }

  void node(std::uint32_t parent, std::optional<std::uint32_t>& siblings, std::uint32_t id,
            DeclaredIds& path) {
    const Token word = in_.peek();
    const std::uint32_t level = expectLevel(in_, dialect_);
    if (level >= parent) {
      in_.fail(word, fmt::format("'{}' cannot be inside this level", word.text),
               "levels from inner to outer: " + levelList(dialect_));
    }
    if (siblings && *siblings != level) {
      in_.fail(word, fmt::format("'{}' is beside a '{}': siblings must be of the same level", word.text,
                                 dialect_.levels[*siblings]));
    }
    if (level + 1 == dialect_.levels.size() && id != 0) {
      in_.fail(word, fmt::format("there is only one '{}'", word.text));
    }
    siblings = level;
    if (level == kThreadLevel) {
      if (!threadNumber(in_.peek().text)) {
        in_.failExpected("a thread of the test");
      }
      thread(path);
    } else {
      path[level] = id;
      children(level, path);
      path[level].reset();
    }
    in_.expect(")", level == kThreadLevel ? "after the thread" : "or a thread of the test");
  }

  void thread(const DeclaredIds& path) {
    const Token& token = in_.take();
    const ThreadId t = *threadNumber(token.text);
    if (t >= declared_.size()) {
      in_.error(token, fmt::format("there is no thread P{}", t));
    } else if (!seen_.insert(t).second) {
      in_.error(token, fmt::format("thread P{} appears twice in the scope tree", t));
    } else {
      declared_[t] = path;
    }
  }

  TokenCursor& in_;
  const Dialect& dialect_;
  std::vector<DeclaredIds> declared_;
  std::set<ThreadId> seen_;
};

/// The id a level has when it is not named; nothing when the thread gets one of its own.
std::optional<std::uint32_t> defaultId(const DeclaredIds& ids, std::uint32_t level, const Dialect& dialect) {
  const auto named = [](const std::optional<std::uint32_t>& id) { return id.has_value(); };
  const bool outsideNamed = std::any_of(ids.begin(), ids.begin() + level, named);
  return outsideNamed || level >= dialect.sharedFrom ? std::optional(0U) : std::nullopt;
}

/// The least id from `wanted` on, else from 0, that is not taken.
std::uint32_t freeId(const std::set<std::uint32_t>& taken, std::uint32_t wanted = 0) {
  if (taken.count(wanted) == 0) {
    return wanted;
  }
  std::uint32_t id = 0;
  while (taken.count(id) != 0) {
    ++id;
  }
  return id;
}

/// Gives threads that do not name the level Dialect::oneInside an instance of it, and the level inside it an
/// id that no other such thread has in the enclosing instance. Both have one id, unless a thread names it.
class OneInside {
 public:
  using Ids = std::vector<std::uint32_t>;

  OneInside(std::vector<DeclaredIds>& declared, std::uint32_t level) : declared_(declared), level_(level) {}

  /// @param enclosing by thread, the ids of the levels around
  void run(const std::vector<Ids>& enclosing) {
    for (std::size_t t = 0; t < declared_.size(); ++t) {
      if (const auto& named = declared_[t][level_]) {
        taken_[enclosing[t]].insert(*named);
      } else {
        isImplicit_.push_back(t);
      }
    }
    for (const std::size_t t : isImplicit_) {
      if (const auto& inner = declared_[t][level_ - 1]) {
        inside_[enclosing[t]].insert(*inner);
      }
    }
    for (const std::size_t t : isImplicit_) {
      place(declared_[t], enclosing[t]);
    }
  }

 private:
  void place(DeclaredIds& thread, const Ids& enclosing) {
    std::optional<std::uint32_t>& inner = thread[level_ - 1];
    if (!inner) {
      inner = freeId(inside_[enclosing]);
      inside_[enclosing].insert(*inner);
    }
    const auto [known, fresh] = ids_.try_emplace({enclosing, *inner}, *inner);
    if (fresh) {
      std::set<std::uint32_t>& taken = taken_[enclosing];
      known->second = freeId(taken, *inner);
      taken.insert(known->second);
    }
    thread[level_] = known->second;
  }

  std::vector<DeclaredIds>& declared_;
  std::uint32_t level_;
  std::vector<std::size_t> isImplicit_;
  std::map<Ids, std::set<std::uint32_t>> taken_;   ///< ids of the level
  std::map<Ids, std::set<std::uint32_t>> inside_;  ///< ids of the level inside, where this one is not named
  std::map<std::pair<Ids, std::uint32_t>, std::uint32_t> ids_;
};

}  // namespace

std::vector<HeaderCell> parseHeader(TokenCursor& in, const Dialect& dialect) {
  return HeaderParser(in, dialect).run();
}

HeaderCell parseHeaderCell(TokenCursor& in, const Dialect& dialect) {
  return HeaderParser(in, dialect).one();
}

void checkThreadNumbers(TokenCursor& in, const std::vector<HeaderCell>& cells) {
  std::set<ThreadId> seen;
  for (const HeaderCell& cell : cells) {
    for (const ThreadId t : cell.threads) {
      if (!seen.insert(t).second) {
        in.error(cell.token, fmt::format("thread P{} appears twice", t));
      }
    }
  }
  const auto broken = [](const HeaderCell& cell) { return cell.threads.empty(); };
  if (seen.empty() || *seen.rbegin() + 1 == seen.size() || std::any_of(cells.begin(), cells.end(), broken)) {
    return;
  }
  ThreadId missing = 0;
  while (seen.count(missing) != 0) {
    ++missing;
  }
  in.error(cells.front().token, fmt::format("thread P{} is missing", missing),
           "threads are numbered from P0 on without gaps");
}

std::vector<DeclaredIds> parseScopeTrees(TokenCursor& in, const Dialect& dialect, std::size_t threads) {
  return ScopeTreeParser(in, dialect, threads).run();
}

std::vector<std::vector<std::uint32_t>> completeIds(std::vector<DeclaredIds> declared,
                                                    const Dialect& dialect) {
  const auto levels = static_cast<std::uint32_t>(dialect.levels.size());
  std::vector<std::vector<std::uint32_t>> ids(declared.size(), std::vector<std::uint32_t>(levels, 0));
  // From the outermost level inwards: an own id must differ from the others inside of the same enclosing
  // instance, so the instance has to be known.
  for (std::uint32_t level = levels - 1; level-- > 1;) {
    const auto enclosing = [&](std::size_t t) {
      return std::vector<std::uint32_t>(ids[t].begin() + level + 1, ids[t].end());
    };
    if (level == dialect.oneInside) {
      std::vector<std::vector<std::uint32_t>> around;
      for (std::size_t t = 0; t < declared.size(); ++t) {
        around.push_back(enclosing(t));
      }
      OneInside(declared, level).run(around);
    }
    std::map<std::vector<std::uint32_t>, std::set<std::uint32_t>> used;
    std::vector<std::size_t> fresh;
    for (std::size_t t = 0; t < declared.size(); ++t) {
      const auto id = declared[t][level] ? declared[t][level] : defaultId(declared[t], level, dialect);
      if (id) {
        ids[t][level] = *id;
        used[enclosing(t)].insert(*id);
      } else {
        fresh.push_back(t);
      }
    }
    for (const std::size_t t : fresh) {
      std::set<std::uint32_t>& taken = used[enclosing(t)];
      ids[t][level] = freeId(taken);
      taken.insert(ids[t][level]);
    }
  }
  return ids;
}

}  // namespace hrfcheck::frontend

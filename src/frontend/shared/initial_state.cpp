#include "frontend/shared/initial_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "frontend/shared/text/cursor.h"
#include "frontend/shared/text/type_words.h"

namespace hrfcheck::frontend {
namespace {

/// C's way of declaring, allowed in every dialect; in columns the words say nothing.
bool isTypeWord(std::string_view word) {
  return c::isIntegerWord(word) || c::isAtomicWord(word) || c::isQualifierWord(word) ||
         c::addressSpaceWord(word) || word == "struct";
}

class InitialStateParser {
 public:
  InitialStateParser(TokenCursor& in, Layout layout) : in_(in), layout_(layout) {}

  std::vector<InitialEntry> run() {
    in_.expect("{", "before the initial state");
    while (!in_.accept("}")) {
      if (looksLikeHeader()) {
        in_.error(in_.peek(), "the initial state is not closed before the threads: expected '}'");
        break;
      }
      if (in_.atEnd()) {
        in_.fail(in_.peek(), "the initial state is not closed: expected '}', found the end of the file");
      }
      try {
        entry();
      } catch (const SyntaxFailure&) {
        skipEntry();
      }
    }
    return std::move(entries_);
  }

  /// The entries alone, up to the end of the tokens.
  std::vector<InitialEntry> runLine() {
    while (!in_.atEnd()) {
      try {
        entry();
      } catch (const SyntaxFailure&) {
        skipEntry();
        in_.accept("}");  // closes nothing, and is no entry
      }
    }
    return std::move(entries_);
  }

 private:
  bool looksLikeHeader() const {
    const Token& next = in_.peek(1);
    const bool alone = in_.peek().firstOnLine && next.isSymbol(";");
    return threadNumber(in_.peek().text) &&
           (alone || next.isSymbol("|") || next.isSymbol("@") || next.isSymbol("-") ||
            (layout_ == Layout::Functions && next.isSymbol("(")));
  }

  /// To the end of the entry, whose braces may be open.
  void skipEntry() {
    const int open = std::exchange(openBraces_, 0);
    for (int depth = open; !in_.atEnd() && !(depth == 0 && in_.peek().isSymbol("}"));) {
      const Token& token = in_.take();
      depth += token.isSymbol("{") ? 1 : token.isSymbol("}") ? -1 : 0;
      if (depth <= open && token.isSymbol(";")) {
        return;
      }
    }
  }

  void entry() {
    if (in_.accept(";")) {
      return;
    }
    LocationEntry declared;
    type(declared);
    if (atThreadPrefix(in_)) {
      registerEntry();
    } else {
      locationEntry(std::move(declared));
    }
    if (!in_.peek().isSymbol("}") && !in_.atEnd()) {
      in_.expect(";", "after an entry of the initial state");
    }
  }

  /// The words before a name: a word is one of them only where something follows that can be the name.
  void type(LocationEntry& entry) {
    c::IntegerWords integer;
    for (;;) {
      const Token& word = in_.peek();
      const Token& next = in_.peek(1);
      const bool before =
          word.kind == TokenKind::Identifier &&
          (next.kind == TokenKind::Identifier || next.kind == TokenKind::Number || next.isSymbol("*"));
      if (!before) {
        break;
      }
      if (const std::optional<AddressSpace> space = c::addressSpaceWord(word.text)) {
        entry.space = *space;
      } else if (isTypeWord(word.text)) {
        entry.atomic = entry.atomic || c::isAtomicWord(word.text);
        if (c::isIntegerWord(word.text)) {
          integer.add(word.text);
        }
      } else if (layout_ == Layout::Columns && word.text == "mbarrier") {
        entry.typeName = word;
      } else if (layout_ == Layout::Functions && !entry.typeName) {
        entry.typeName = word;
      } else {
        break;
      }
      in_.take();
    }
    entry.kind = integer.any() ? std::optional(integer.kind()) : std::nullopt;
    while (in_.accept("*")) {
      entry.typeName.reset();  // an address is an integer
      entry.kind.reset();
    }
  }

  void registerEntry() {
    RegisterEntry entry;
    entry.threadToken = in_.peek();
    entry.thread = parseThreadPrefix(in_);
    entry.name = in_.expectIdentifier("the name of a register");
    if (in_.accept("=")) {
      entry.value = value();
    }
    entries_.emplace_back(entry);
  }

  Token locationName(std::string_view what) {
    return layout_ == Layout::Functions ? parseLocationName(in_, what) : in_.expectIdentifier(what);
  }

  void locationEntry(LocationEntry entry) {
    const bool bracketed = in_.accept("[");
    entry.name = locationName("a location or a register");
    entry.member = isField(entry.name) || (bracketed && in_.peek().isSymbol("["));
    if (entry.member && in_.accept("[")) {
      entry.element = in_.expectConstant();
      in_.expect("]", "after the index");
    }
    if (bracketed) {
      in_.expect("]", "after the location");
    } else if (!entry.member) {
      arraySize(entry);
    }
    level(entry);
    if (in_.acceptWord("aliases")) {
      entry.aliased = in_.expectIdentifier("a location after 'aliases'");
      finish(std::move(entry));
      return;
    }
    if (in_.accept("=")) {
      values(entry);
    }
    level(entry);
    finish(std::move(entry));
  }

  void arraySize(LocationEntry& entry) {
    if (!in_.accept("[")) {
      return;
    }
    entry.array = true;
    entry.size = 0;
    if (!in_.peek().isSymbol("]")) {
      const Token& at = in_.peek();
      const Value size = in_.expectConstant();
      if (size < 1 || size > kMaxArraySize) {
        in_.fail(at, fmt::format("an array has 1 to {} elements", kMaxArraySize));
      }
      entry.size = static_cast<std::uint32_t>(size);
    }
    in_.expect("]", "after the size of the array");
  }

  void level(LocationEntry& entry) {
    if (in_.peek().isSymbol("@") && in_.peek(1).kind == TokenKind::Number && !entry.pin) {
      in_.take();
      entry.pin = in_.peek();
      entry.pinnedAt = in_.expectConstant();
    }
    if (in_.accept("@")) {
      const Token& word = in_.expectIdentifier("a scope level");
      (in_.peek().isWord("aliases") ? entry.proxy : entry.observableLevel) = word;
    }
  }

  void values(LocationEntry& entry) {
    entry.braced = in_.accept("{");
    if (!entry.braced) {
      entry.values.push_back(value());
      return;
    }
    ++openBraces_;
    do {
      entry.values.push_back(value());
    } while (in_.accept(","));
    in_.expect("}", "after the elements of the array");
    --openBraces_;
  }

  void finish(LocationEntry entry) {
    if (entry.braced && !entry.array && !entry.member && !entry.typeName) {
      in_.error(entry.name, fmt::format("'{}' is not an array, but is given elements", entry.name.text),
                fmt::format("an array is declared as {}[{}]", entry.name.text, entry.values.size()));
    } else if (entry.array && entry.size == 0 && entry.braced) {
      entry.size = static_cast<std::uint32_t>(entry.values.size());
    } else if (entry.array && entry.size == 0) {
      in_.error(entry.name, fmt::format("array '{}' needs a size or its elements", entry.name.text));
    } else if (entry.array && entry.braced && entry.values.size() > entry.size) {
      in_.error(entry.name, fmt::format("array '{}' has {} elements, but {} values", entry.name.text,
                                        entry.size, entry.values.size()));
      entry.values.resize(entry.size);
    }
    entry.size = std::clamp(entry.size, 1U, kMaxArraySize);
    entries_.emplace_back(entry);
  }

  InitialValue value() {
    InitialValue v;
    if (in_.atConstant()) {
      v.number = in_.expectConstant();
      return v;
    }
    const bool address = in_.accept("&");
    if (in_.peek().isSymbol("{")) {
      in_.fail(in_.peek(), "an element is one number or location, without braces",
               "write all elements in one row, { 1, 2, 3, 4 }");
    }
    if (in_.peek().kind != TokenKind::Identifier) {
      in_.failExpected(address ? "a location" : "a constant or a location");
    }
    v.location = locationName("a location");
    if (in_.accept("[")) {
      v.index = in_.expectConstant();
      in_.expect("]", "after the index");
    }
    return v;
  }

  TokenCursor& in_;
  Layout layout_;
  std::vector<InitialEntry> entries_;
  int openBraces_ = 0;  ///< of the entry that is read
};

/// The number of a thread, as pairs name it.
ThreadId synchronizedThread(TokenCursor& in) {
  const Token token = in.peek();
  const Value number = in.expectConstant();
  if (number < 0 || number >= kMaxThreads) {
    in.fail(token, fmt::format("there is no thread P{}", number));
  }
  return static_cast<ThreadId>(number);
}

}  // namespace

std::vector<InitialEntry> parseInitialState(TokenCursor& in, Layout layout) {
  return InitialStateParser(in, layout).run();
}

std::vector<InitialEntry> parseInitialLine(TokenCursor& in) {
  return InitialStateParser(in, Layout::Functions).runLine();
}

std::vector<SynchronizedPair> parseSystemSynchronizes(TokenCursor& in) {
  std::vector<SynchronizedPair> pairs;
  in.expect("{");
  while (!in.accept("}")) {
    try {
      const Token word = in.peek();
      if (!in.acceptWord("ssw")) {
        in.failExpected("'ssw' and two threads, such as 'ssw 0 1;', or '}'");
      }
      const ThreadId first = synchronizedThread(in);
      pairs.push_back({word, first, synchronizedThread(in)});
      if (!in.peek().isSymbol("}")) {
        in.expect(";", "after two threads");
      }
    } catch (const SyntaxFailure&) {
      if (in.atEnd()) {
        throw;
      }
      while (!in.atEnd() && !in.peek().isSymbol("}") && !in.accept(";")) {
        in.take();
      }
    }
  }
  return pairs;
}

std::optional<ThreadId> threadNumber(std::string_view name) {
  constexpr std::size_t kMaxDigits = 6;
  if (name.size() < 2 || name.size() > kMaxDigits + 1 || name[0] != 'P') {
    return std::nullopt;
  }
  ThreadId number = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  return error == std::errc{} && end == name.data() + name.size() ? std::optional(number) : std::nullopt;
}

bool atThreadPrefix(const TokenCursor& in) {
  const Token& token = in.peek();
  const bool thread = token.kind == TokenKind::Number || threadNumber(token.text);
  return thread && in.peek(1).isSymbol(":");
}

ThreadId parseThreadPrefix(TokenCursor& in) {
  const Token token = in.peek();
  ThreadId thread = kNoThread;
  if (token.kind == TokenKind::Number) {
    const Value number = in.expectConstant();
    if (number >= kMaxThreads) {
      in.fail(token, fmt::format("there is no thread P{}", number));
    }
    thread = static_cast<ThreadId>(number);
  } else {
    thread = *threadNumber(in.take().text);
  }
  in.expect(":", "after the thread");
  return thread;
}

}  // namespace hrfcheck::frontend

#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "frontend/shared/text/cursor.h"
#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// A value of the initial state as written: a constant, or the address of a location (`x`, `&x`, `&q[2]`,
/// `&q.head`).
struct InitialValue {
  Value number = 0;
  std::optional<Token> location;
  Value index = 0;
};

/// `x = 0 @wg`, `local q[3] = {1, 2, 3}`.
struct LocationEntry {
  Token name;
  bool array = false;
  std::uint32_t size = 1;
  std::vector<InitialValue> values;  ///< none: all 0; one without braces: for every element
  bool braced = false;
  AddressSpace space = AddressSpace::Generic;
  std::optional<Token> observableLevel;
  bool member = false;           ///< `q.head = 1`, `[y[0]] = 1`: a value for what is declared elsewhere
  std::optional<Value> element;  ///< of such a one: `q.contents[1] = 3`
  bool atomic = false;           ///< `atomic_int y`
  std::optional<IntegerKind> kind = std::nullopt;  ///< of a type of integers
  std::optional<Token> typeName;  ///< `Queue q`, `struct Queue q`: a type that is not an integer
  std::optional<Token> aliased;   ///< `y aliases x`: another name of x
  std::optional<Token> proxy;     ///< `y @ surface aliases x`
  std::optional<Token> pin;       ///< `x@0x1000`: a byte address, the token of its digits
  Value pinnedAt = 0;
};

/// `0:r1 = &x`, `P0:r1 = 1`.
struct RegisterEntry {
  Token threadToken;
  ThreadId thread;
  Token name;
  InitialValue value;
};

using InitialEntry = std::variant<LocationEntry, RegisterEntry>;

/// Reads `{ ... }`, in any dialect; types with names of their own and fields only where there are functions.
/// Names are not looked up yet.
std::vector<InitialEntry> parseInitialState(TokenCursor& in, Layout layout);

/// Reads entries without braces around them, to the end of the tokens: `x[4] = {1, 2}; y`.
std::vector<InitialEntry> parseInitialLine(TokenCursor& in);

/// `ssw 0 1;` of the block after Vulkan's initial state: what the first thread did before is ordered before
/// the second one.
struct SynchronizedPair {
  Token place;
  ThreadId first;
  ThreadId second;
};
/// Reads `{ ... }`.
std::vector<SynchronizedPair> parseSystemSynchronizes(TokenCursor& in);

/// The number of a thread called `P3`; nothing for other names.
std::optional<ThreadId> threadNumber(std::string_view name);

/// Reads `0:` or `P0:` before a register.
bool atThreadPrefix(const TokenCursor& in);
ThreadId parseThreadPrefix(TokenCursor& in);

inline constexpr std::uint32_t kMaxThreads = 16384;
inline constexpr std::uint32_t kMaxArraySize = 4096;

}  // namespace hrfcheck::frontend

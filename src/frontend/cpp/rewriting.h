#pragma once

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/c/language/language.h"
#include "frontend/shared/text/token.h"
#include "util/diagnostic.h"

/// C++ as CUDA and HIP have it, word by word made the C that frontend/c reads. What is made of a word has its
/// place in the text, so that messages and reports show the text as it was written.
namespace hrfcheck::frontend::cpp {

/// Texts of words that no text contains. Must live as long as the words.
class InventedText {
 public:
  std::string_view of(std::string text) { return texts_.emplace_back(std::move(text)); }

 private:
  std::deque<std::string> texts_;
};

/// What the steps of the rewriting share.
struct Rewriting {
  const SourcePtr& source;
  const c::Language& language;
  Diagnostics& diagnostics;
  InventedText& text;
  bool onlyCode = true;  ///< a kernel's file, and no litmus test
  /// `f<4>`: the instance of a template that is to be launched; afterwards the name that it has got.
  std::optional<std::string> kernel = {};
  std::optional<Span> cluster = {};  ///< the number of blocks in `__cluster_dims__(2)`, if there is one
  /// `__launch_bounds__(256)`: the place of the number, by the place of the kernel's name.
  std::vector<std::pair<Span, Span>> bounds = {};
  std::set<std::string_view> called = {};  ///< by templates that have no instance: the functions' names

  /// An error about what is C++ and not read here.
  void refuse(const Token& at, const std::string& what);
};

using Tokens = std::vector<Token>;

/// The words that one text becomes, with its place.
Token word(const Token& at, std::string_view text);
Token symbol(const Token& at, std::string_view text);
/// With the place of all words from `first` to `last`.
Token joined(const Token& first, const Token& last, std::string_view text);

/// The place of the bracket that closes the one at `open`; the last word (the end) where none does.
std::size_t closing(const Tokens& tokens, std::size_t open);
/// The place of the `>` that closes the `<` at `open`, nothing where none does before a `;` or a brace. A
/// `>>` that closes two becomes two words.
std::optional<std::size_t> closingAngle(Tokens& tokens, std::size_t open);
/// The words between two places as the words of a list, without the commas between its items.
std::vector<Tokens> listed(const Tokens& tokens, std::size_t begin, std::size_t end);
/// The word there, or the end.
const Token& at(const Tokens& tokens, std::size_t place);
/// Whether `::` stands there.
bool atDoubleColon(const Tokens& tokens, std::size_t place);
/// Whether a statement or a declaration may begin behind the words `before`.
bool beginsStatement(const Tokens& before);

/// Most words after the rewriting, and most instances of templates.
inline constexpr std::size_t kMaxWords = 200'000;
inline constexpr std::size_t kMaxInstances = 64;

}  // namespace hrfcheck::frontend::cpp

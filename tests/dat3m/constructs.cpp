#include "dat3m/constructs.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "cat/syntax/lexer.h"

namespace hrfcheck::dat3m {
namespace {

using cat::Token;
using cat::TokenKind;

/// Words by the construct that they belong to.
const std::map<std::string_view, std::string_view> kWords{
    {"include", "include"},
    {"in", "let in"},
    {"procedure", "procedure"},
    {"call", "call"},
    {"try", "try"},
    {"match", "match"},
    {"enum", "enum"},
    {"flag", "flag"},
    {"undefined_unless", "undefined_unless"},
    {"linearisations", "linearisations"},
    {"generate_orders", "generate_orders"},
    {"generate_cos", "generate_cos"},
    {"toid", "toid"},
    {"casdep", "casdep"},
    {"sync_fence", "sync_fence"},
    {"syncbar", "syncbar"},
    {"vloc", "vloc"},
    {"sr", "sr"},
    {"ssw", "ssw"},
    {"range", "range"},
    {"domain", "range"},
    {"fencerel", "fencerel"},
    {"ctrlcfence", "fencerel"},
    {"MFENCE", "mfence"},
    {"mfence", "mfence"},
    {"scta", "levels"},
    {"ssg", "levels"},
    {"swg", "levels"},
    {"sqf", "levels"},
    {"sdv", "levels"},
    {"LK", "locks"},
    {"LS", "locks"},
    {"UL", "locks"},
    {"ALLOC", "allocations"},
    {"FREE", "allocations"},
    {"allocptr", "allocations"},
    {"allocmem", "allocations"},
};

constexpr std::array<std::string_view, 3> kChecks{"empty", "acyclic", "irreflexive"};

class Scan {
 public:
  explicit Scan(const cat::TokenStream& stream) : tokens_(stream.tokens) {}

  std::set<std::string> run() {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      const auto word = kWords.find(tokens_[i].text);
      if (tokens_[i].kind != TokenKind::String && word != kWords.end()) {
        found_.emplace(word->second);
      }
      look(i);
    }
    return std::move(found_);
  }

 private:
  const std::string& text(std::size_t i) const { return tokens_[std::min(i, tokens_.size() - 1)].text; }

  void look(std::size_t i) {
    if (text(i) == "let" || text(i) == "and") {
      binding(i + 1);
    } else if (text(i) == "if" && tokens_[i + 1].kind == TokenKind::String) {
      found_.insert("variant");
    } else if (text(i) == "with" && text(i + 2) == "from") {
      found_.insert("with from");
    } else if (text(i) == "~" && std::ranges::find(kChecks, text(i + 1)) == kChecks.end()) {
      found_.insert("complement");
    }
  }

  /// Behind `let` or `and`.
  void binding(std::size_t i) {
    if (text(i) == "rec") {
      found_.insert("let rec");
      ++i;
    }
    if (text(i) == "(") {
      found_.insert("tuple");
    } else if (text(i + 1) != "=") {
      found_.insert("function");
    } else if (text(i) == "co" || text(i) == "fr") {
      found_.insert("own " + text(i));
    }
  }

  const std::vector<Token>& tokens_;
  std::set<std::string> found_;
};

}  // namespace

std::set<std::string> constructsOf(const std::filesystem::path& file) {
  Diagnostics diagnostics;
  const cat::TokenStream stream = cat::lex(readSource(file.string()), diagnostics);
  diagnostics.throwIfErrors();
  return Scan(stream).run();
}

}  // namespace hrfcheck::dat3m

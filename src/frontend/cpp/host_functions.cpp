#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/cpp/as_c.h"

namespace hrfcheck::frontend::cpp {
namespace {

/// What a function of the device has among the words before its name. One that is `constexpr` may be called
/// there, too.
constexpr auto kDeviceWords = std::to_array<std::string_view>({"__global__", "__device__", "constexpr"});

/// Looks at what a file consists of, one function, declaration or directive after the other.
class Items {
 public:
  Items(Rewriting& rewriting, const Tokens& tokens) : rewriting_(rewriting), tokens_(tokens) {}

  Tokens run() {
    while (begin_ + 1 < tokens_.size()) {
      if (tokens_[begin_].isSymbol("#")) {
        directive();
      } else {
        item();
      }
    }
    result_.push_back(tokens_.back());
    return std::move(result_);
  }

 private:
  void keep(std::size_t end) {
    result_.insert(result_.end(), tokens_.begin() + static_cast<std::ptrdiff_t>(begin_),
                   tokens_.begin() + static_cast<std::ptrdiff_t>(end));
    begin_ = end;
  }

  void directive() {
    std::size_t end = begin_ + 1;
    while (end + 1 < tokens_.size() && !tokens_[end].firstOnLine) {
      ++end;
    }
    keep(end);
  }

  void item() {
    std::size_t end = begin_;
    const Token* name = nullptr;  // of a function
    bool device = false;
    for (; end + 1 < tokens_.size() && !tokens_[end].isSymbol(";"); ++end) {
      const Token& token = tokens_[end];
      device = device || std::ranges::find(kDeviceWords, token.text) != kDeviceWords.end();
      const bool initial = token.isSymbol("=") || token.isWord("struct") || token.isWord("enum");
      if (token.isSymbol("(")) {
        const bool follows = end > begin_ && tokens_[end - 1].kind == TokenKind::Identifier;
        name = name == nullptr && follows ? &tokens_[end - 1] : name;
        end = closing(tokens_, end);
      } else if (token.isSymbol("{")) {
        end = closing(tokens_, end);
        if (name != nullptr) {
          break;
        }
      } else if (initial) {
        device = true;  // no function
      }
    }
    end = std::min(end + 1, tokens_.size() - 1);
    if (name == nullptr || device) {
      keep(end);
      return;
    }
    if (tokens_[end - 1].isSymbol("}")) {
      rewriting_.diagnostics.warning(
          {rewriting_.source, name->span},
          fmt::format("'{}' is a function of the host, and is not read", name->text),
          "a function of the device is declared __device__ or __global__");
    }
    begin_ = end;
  }

  Rewriting& rewriting_;
  const Tokens& tokens_;
  std::size_t begin_ = 0;
  Tokens result_;
};

}  // namespace

Tokens withoutHostFunctions(Rewriting& rewriting, Tokens tokens) {
  return Items(rewriting, tokens).run();
}

}  // namespace hrfcheck::frontend::cpp

#include "verify/model_tokens.h"

#include <algorithm>
#include <cctype>

#include "verify/refused.h"

namespace hrfcheck::inline verify {
namespace {

bool beginsWord(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

class Tokenizer {
 public:
  Tokenizer(const std::string& file, const std::string& text) : file_(file), s_(text) {}

  std::vector<ModelToken> all() {
    while (i_ < s_.size()) {
      const char c = s_[i_];
      if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        skipTo(i_ + 1);
      } else if (s_.compare(i_, 2, "(*") == 0) {
        comment();
      } else if (c == '#' || s_.compare(i_, 2, "//") == 0) {
        skipTo(std::min(s_.find('\n', i_), s_.size()));
      } else if (c == '"') {
        quotation();
      } else if (beginsWord(c) || (c == '_' && beginsWord(at(i_ + 1)))) {
        word();
      } else {
        symbol();
      }
    }
    tokens_.push_back({ModelToken::Kind::End, "", line_});
    return std::move(tokens_);
  }

 private:
  char at(std::size_t k) const { return k < s_.size() ? s_[k] : '\0'; }
  void skipTo(std::size_t end) {
    for (; i_ < end; ++i_) {
      line_ += s_[i_] == '\n' ? 1 : 0;
    }
  }

  void comment() {
    const std::size_t begin = line_;
    unsigned depth = 0;
    do {
      if (i_ >= s_.size()) {
        throw Refused(file_, begin, "the comment is not closed");
      }
      if (s_.compare(i_, 2, "(*") == 0) {
        ++depth;
        skipTo(i_ + 2);
      } else if (s_.compare(i_, 2, "*)") == 0) {
        --depth;
        skipTo(i_ + 2);
      } else {
        skipTo(i_ + 1);
      }
    } while (depth > 0);
  }

  void quotation() {
    const std::size_t end = s_.find('"', i_ + 1);
    if (end == std::string::npos) {
      throw Refused(file_, line_, "the quotation is not closed");
    }
    tokens_.push_back({ModelToken::Kind::Text, s_.substr(i_ + 1, end - i_ - 1), line_});
    skipTo(end + 1);
  }

  void word() {
    std::size_t end = i_ + 1;
    while (std::isalnum(static_cast<unsigned char>(at(end))) != 0 || at(end) == '_' || at(end) == '.' ||
           (at(end) == '-' && at(end + 1) != '>')) {
      ++end;
    }
    end += at(end) == '\'' ? 1 : 0;
    tokens_.push_back({ModelToken::Kind::Word, s_.substr(i_, end - i_), line_});
    i_ = end;
  }

  void symbol() {
    const bool inverse = s_.compare(i_, 3, "^-1") == 0;
    const std::size_t length = inverse                                                        ? 3
                               : s_.compare(i_, 2, "^+") == 0 || s_.compare(i_, 2, "^*") == 0 ? 2
                                                                                              : 1;
    tokens_.push_back({ModelToken::Kind::Symbol, s_.substr(i_, length), line_});
    i_ += length;
  }

  const std::string& file_;
  const std::string& s_;
  std::vector<ModelToken> tokens_;
  std::size_t i_ = 0;
  std::size_t line_ = 1;
};

}  // namespace

std::vector<ModelToken> modelTokens(const std::string& file, const std::string& text) {
  return Tokenizer(file, text).all();
}

}  // namespace hrfcheck::inline verify

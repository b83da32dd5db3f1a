#include "cat/syntax/header.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "cat/syntax/lexer.h"
#include "util/characters.h"

namespace hrfcheck::cat {
namespace {

constexpr std::array kFields = {"Source",   "Interpretation", "Status",    "Outside", "Dialects",
                                "Promises", "Races",          "Coherence", "Updates"};

bool isBlankOrReturn(char c) {
  return isBlank(c) || c == '\r';
}

/// Where the statements begin: the text before is comments and the header line.
std::uint32_t firstStatement(const std::vector<Token>& tokens) {
  const auto first = std::find_if(tokens.begin(), tokens.end(), [](const Token& token) {
    return token.kind != TokenKind::Name && token.kind != TokenKind::String;
  });
  return first->span.begin;  // the End token, if there is no statement
}

/// The text before the first statement with all but the words of its comments blanked out, so that columns
/// stay.
std::string commentText(const SourcePtr& source) {
  Diagnostics ignored;
  const TokenStream stream = lex(source, ignored);
  const std::uint32_t end = firstStatement(stream.tokens);
  std::string text(end, ' ');
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (source->text()[i] == '\n') text[i] = '\n';
  }
  for (const Span& comment : stream.comments) {
    if (comment.begin >= end) break;
    std::string inner(source->slice(comment));
    const bool block = inner.size() >= 4 && inner[1] == '*';
    for (std::size_t i = 0; i < inner.size() && i < 2; ++i) {
      if (inner[i] == '(' || inner[i] == '*' || inner[i] == '/' || inner[i] == '#') inner[i] = ' ';
    }
    if (block) inner[inner.size() - 1] = inner[inner.size() - 2] = ' ';
    text.replace(comment.begin, inner.size(), inner);
  }
  return text;
}

struct Line {
  std::size_t indent;
  std::string_view words;
};

/// A star at the beginning of a line is decoration.
Line measured(std::string_view line) {
  std::size_t begin = 0;
  while (begin < line.size() && (isBlankOrReturn(line[begin]) || line[begin] == '*')) ++begin;
  std::size_t end = line.size();
  while (end > begin && (isBlankOrReturn(line[end - 1]) || line[end - 1] == '*')) --end;
  return {begin, line.substr(begin, end - begin)};
}

std::string_view fieldOf(std::string_view words) {
  for (const std::string_view field : kFields) {
    if (words.substr(0, field.size()) == field && words.size() > field.size() && words[field.size()] == ':') {
      return field;
    }
  }
  return {};
}

class FieldReader {
 public:
  explicit FieldReader(std::map<std::string, std::string>& fields) : fields_(fields) {}

  void line(const Line& line) {
    if (const std::string_view field = fieldOf(line.words); !field.empty()) {
      current_ = &fields_[std::string(field)];
      indent_ = line.indent;
      append(measured(line.words.substr(field.size() + 1)).words);
    } else if (line.words.empty() || line.indent <= indent_) {
      current_ = nullptr;
    } else {
      append(line.words);
    }
  }

 private:
  void append(std::string_view words) {
    if (current_ == nullptr || words.empty()) return;
    if (!current_->empty()) *current_ += ' ';
    *current_ += words;
  }

  std::map<std::string, std::string>& fields_;
  std::string* current_ = nullptr;
  std::size_t indent_ = 0;
};

}  // namespace

ModelHeader readHeader(const SourcePtr& source, const File& file) {
  ModelHeader header;
  if (file.headerText) {
    header.title = *file.headerText;
  } else if (!file.headerWords.empty()) {
    header.title = file.headerWords.back();
  }
  const std::string text = commentText(source);
  FieldReader reader(header.fields);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    reader.line(measured(std::string_view(text).substr(begin, end - begin)));
    begin = end + 1;
  }
  return header;
}

}  // namespace hrfcheck::cat

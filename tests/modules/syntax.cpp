#include "modules/syntax.h"

#include <algorithm>
#include <cctype>

namespace hrfcheck::modules {
namespace {

struct Word {
  std::string text;
  unsigned line;
};

bool isWordLetter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%' || c == '$';
}

/// Words, numbers, and one letter of everything else; a '.' begins a word.
std::vector<Word> wordsOf(const std::string& text) {
  std::vector<Word> words;
  unsigned line = 1;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\n') {
      ++line;
    }
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    if (isWordLetter(c) || (c == '.' && i + 1 < text.size() && isWordLetter(text[i + 1]))) {
      while (end < text.size() && (isWordLetter(text[end]) || text.compare(end, 2, "::") == 0)) {
        end += text[end] == ':' ? 2 : 1;
      }
    }
    words.push_back({text.substr(i, end - i), line});
    i = end;
  }
  return words;
}

std::optional<Type> typeOf(const std::string& word) {
  if (word == "pred") {
    return Type{'p', 1};
  }
  const std::string digits = word.substr(std::min<std::size_t>(1, word.size()));
  if (digits != "8" && digits != "16" && digits != "32" && digits != "64") {
    return std::nullopt;
  }
  return std::string("busf").find(word[0]) == std::string::npos
             ? std::nullopt
             : std::optional(Type{word[0], static_cast<unsigned>(std::stoul(digits))});
}

class Parser {
 public:
  explicit Parser(const std::string& text) : words_(wordsOf(text)) {}

  Module run() {
    while (at_ < words_.size()) {
      if (accept(".version") || accept(".target") || accept(".address_size")) {
        next();
        if (peek().size() == 2 && peek()[0] == '.') {
          next();  // the 3 of 8.3
        }
      } else if (accept(".visible") || accept(".weak")) {
      } else if (peek() == ".entry" || peek() == ".func") {
        function();
      } else {
        module_.variables.push_back(variable());
        expect(";");
      }
    }
    return std::move(module_);
  }

 private:
  const std::string& peek() const {
    if (at_ >= words_.size()) {
      throw Mistake("the text ends too early");
    }
    return words_[at_].text;
  }
  std::string next() {
    std::string word = peek();
    ++at_;
    return word;
  }
  bool accept(const std::string& word) {
    const bool is = at_ < words_.size() && words_[at_].text == word;
    at_ += is ? 1 : 0;
    return is;
  }
  void expect(const std::string& word) {
    if (!accept(word)) {
      throw Mistake("line " + std::to_string(at_ < words_.size() ? words_[at_].line : 0) + ": '" + word +
                    "' expected");
    }
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw Mistake("line " + std::to_string(words_[std::min(at_, words_.size() - 1)].line) + ": " + what);
  }

  std::uint64_t number() {
    const bool negative = accept("-");
    const std::string word = next();
    std::uint64_t value = 0;
    if (word.starts_with("0f") || word.starts_with("0d")) {
      value = std::stoull(word.substr(2), nullptr, 16);
    } else if (!word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0) {
      value = std::stoull(word, nullptr, 0);
    } else {
      fail("a number expected, not '" + word + "'");
    }
    return negative ? std::uint64_t{0} - value : value;
  }

  /// `.space .align 8 .b8 name[12] = {1, 2}`, `.param .b32 name`
  Variable variable() {
    Variable made;
    made.space = next().substr(1);
    if (accept(".align")) {
      number();
    }
    const auto type = typeOf(next().substr(1));
    if (!type) {
      fail("a type expected");
    }
    made.name = next();
    made.size = type->bytes();
    if (accept("[")) {
      made.size *= number();
      expect("]");
    }
    if (accept("=")) {
      expect("{");
      do {
        const std::uint64_t element = number();
        for (unsigned b = 0; b < type->bytes(); ++b) {
          made.initial.push_back(static_cast<std::uint8_t>(element >> (8 * b)));
        }
      } while (accept(","));
      expect("}");
    }
    return made;
  }

  std::vector<Variable> list() {
    std::vector<Variable> result;
    if (accept("(")) {
      while (!accept(")")) {
        result.push_back(variable());
        accept(",");
      }
    }
    return result;
  }

  void function() {
    Function made;
    made.entry = next() == ".entry";
    if (!made.entry) {
      made.results = list();
    }
    made.name = next();
    made.parameters = list();
    expect("{");
    for (unsigned depth = 1; depth > 0;) {
      if (accept("{")) {
        ++depth;
      } else if (accept("}")) {
        --depth;
      } else if (accept(".reg")) {
        registers(made);
      } else if (peek() == ".local" || peek() == ".param") {
        made.variables.push_back(variable());
        expect(";");
      } else if (at_ + 1 < words_.size() && words_[at_ + 1].text == ":") {
        made.labels[next()] = made.code.size();
        next();
      } else {
        made.code.push_back(instruction(made));
      }
    }
    if (made.entry) {
      module_.entry = made.name;
    }
    module_.functions[made.name] = std::move(made);
  }

  /// `.reg .b32 %r<4>;`
  void registers(Function& function) {
    const auto type = typeOf(next().substr(1));
    const std::string stem = next();
    expect("<");
    const std::uint64_t count = number();
    expect(">");
    expect(";");
    for (std::uint64_t i = 0; i < count; ++i) {
      function.slots[stem + std::to_string(i)] = function.registers.size();
      function.registers.push_back(type.value().bits);
    }
  }

  Instruction instruction(const Function& function) {
    Instruction made;
    made.line = words_[at_].line;
    if (accept("@")) {
      const bool negated = accept("!");
      made.guard = Instruction::Guard{function.slots.at(next()), negated};
    }
    made.name = next();
    while (peek()[0] == '.') {
      made.modifiers.push_back(next().substr(1));
      if (const auto type = typeOf(made.modifiers.back())) {
        made.types.push_back(*type);
      }
    }
    while (!accept(";")) {
      made.operands.push_back(operand(function));
      accept(",");
    }
    return made;
  }

  Operand operand(const Function& function) {
    Operand made;
    if (accept("{") || accept("(")) {
      made.kind = Operand::Kind::Vector;
      while (!accept("}") && !accept(")")) {
        made.parts.push_back(operand(function));
        accept(",");
      }
      return made;
    }
    if (accept("[")) {
      made.kind = Operand::Kind::Address;
      made.parts.push_back(operand(function));
      if (accept("+")) {
        made.bits = number();
      }
      expect("]");
      return made;
    }
    made.negated = accept("!");
    if (peek() == "-" || std::isdigit(static_cast<unsigned char>(peek()[0])) != 0) {
      made.bits = number();
      return made;
    }
    const std::string word = next();
    const auto slot = function.slots.find(word);
    if (slot != function.slots.end()) {
      made.kind = Operand::Kind::Register;
      made.slot = slot->second;
      if (accept("|")) {
        Operand pair;
        pair.kind = Operand::Kind::Pair;
        pair.parts = {made, operand(function)};
        return pair;
      }
      return made;
    }
    made.text = word;
    made.kind = word[0] == '%' ? Operand::Kind::Special : Operand::Kind::Symbol;
    if (made.kind == Operand::Kind::Special && peek()[0] == '.') {
      made.text += next();
    }
    return made;
  }

  std::vector<Word> words_;
  std::size_t at_ = 0;
  Module module_;
};

}  // namespace

bool Instruction::has(const char* modifier) const {
  return std::ranges::find(modifiers, modifier) != modifiers.end();
}

const Type& Instruction::type() const {
  if (types.empty()) {
    throw Mistake("line " + std::to_string(line) + ": '" + name + "' without a type");
  }
  return types.back();
}

Module parseModule(const std::string& text) {
  try {
    return Parser(text).run();
  } catch (const std::logic_error& error) {
    throw Mistake(error.what());
  }
}

}  // namespace hrfcheck::modules

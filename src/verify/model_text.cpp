#include "verify/model_text.h"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <set>

#include "verify/refused.h"

namespace hrfcheck::inline verify {
namespace {

struct Token {
  enum class Kind { Word, Symbol, Text, End } kind = Kind::End;
  std::string text;
};

bool beginsWord(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

/// Words, symbols and quoted texts, without comments.
std::vector<Token> tokensOf(const std::string& s) {
  std::vector<Token> tokens;
  std::size_t i = 0;
  const auto at = [&](std::size_t k) { return k < s.size() ? s[k] : '\0'; };
  while (i < s.size()) {
    if (std::isspace(static_cast<unsigned char>(s[i])) != 0) {
      ++i;
    } else if (s[i] == '(' && at(i + 1) == '*') {
      unsigned depth = 0;
      do {
        if (s.compare(i, 2, "(*") == 0) {
          ++depth;
          i += 2;
        } else if (s.compare(i, 2, "*)") == 0) {
          --depth;
          i += 2;
        } else {
          ++i;
        }
      } while (depth > 0 && i < s.size());
    } else if (s[i] == '#' || (s[i] == '/' && at(i + 1) == '/')) {
      i = std::min(s.find('\n', i), s.size());
    } else if (s[i] == '"') {
      const std::size_t end = s.find('"', i + 1);
      if (end == std::string::npos) {
        throw Refused("the model has an open quotation");
      }
      tokens.push_back({Token::Kind::Text, s.substr(i + 1, end - i - 1)});
      i = end + 1;
    } else if (beginsWord(s[i]) || (s[i] == '_' && beginsWord(at(i + 1)))) {
      std::size_t end = i + 1;
      while (std::isalnum(static_cast<unsigned char>(at(end))) != 0 || at(end) == '_' || at(end) == '.' ||
             (at(end) == '-' && at(end + 1) != '>')) {
        ++end;
      }
      end += at(end) == '\'' ? 1 : 0;
      tokens.push_back({Token::Kind::Word, s.substr(i, end - i)});
      i = end;
    } else {
      const bool inverse = s.compare(i, 3, "^-1") == 0;
      const std::size_t length = inverse                                                    ? 3
                                 : s.compare(i, 2, "^+") == 0 || s.compare(i, 2, "^*") == 0 ? 2
                                                                                            : 1;
      tokens.push_back({Token::Kind::Symbol, s.substr(i, length)});
      i += length;
    }
  }
  tokens.push_back({});
  return tokens;
}

const std::set<std::string> kKeywords = {"let",
                                         "in",
                                         "and",
                                         "rec",
                                         "as",
                                         "acyclic",
                                         "irreflexive",
                                         "empty",
                                         "flag",
                                         "call",
                                         "end",
                                         "with",
                                         "from",
                                         "show",
                                         "unshow",
                                         "procedure",
                                         "forall",
                                         "do",
                                         "fun",
                                         "try",
                                         "if",
                                         "then",
                                         "else",
                                         "match",
                                         "begin",
                                         "enum",
                                         "include",
                                         "assert",
                                         "undefined_unless",
                                         "instructions"};

class Reader {
 public:
  Reader(const std::string& text, const std::function<std::string(const std::string&)>& include,
         unsigned depth)
      : tokens_(tokensOf(text)), include_(include), depth_(depth) {
    if (depth_ > 20) {
      throw Refused("the model's files include each other too deeply");
    }
  }

  std::vector<Statement> file() {
    while ((peek().kind == Token::Kind::Word && !kKeywords.contains(peek().text)) ||
           peek().kind == Token::Kind::Text) {
      ++at_;  // the title
    }
    std::vector<Statement> all;
    while (peek().kind != Token::Kind::End) {
      statement(all);
    }
    return all;
  }

 private:
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  bool sees(const char* text) const { return peek().kind != Token::Kind::Text && peek().text == text; }
  bool takes(const char* text) {
    const bool seen = sees(text);
    at_ += seen ? 1 : 0;
    return seen;
  }
  void expect(const char* text) {
    if (!takes(text)) {
      throw Refused(fmt::format("the verifier expects '{}' where the model has '{}'", text, peek().text));
    }
  }
  std::string name() {
    if (peek().kind != Token::Kind::Word || kKeywords.contains(peek().text)) {
      throw Refused(fmt::format("the verifier expects a name where the model has '{}'", peek().text));
    }
    return tokens_[at_++].text;
  }
  std::vector<std::string> names() {
    std::vector<std::string> all;
    if (!takes("(")) {
      all.push_back(name());
      return all;
    }
    if (takes(")")) {
      return all;
    }
    do {
      all.push_back(name());
    } while (takes(","));
    expect(")");
    return all;
  }
  std::string nameAfterAs() { return takes("as") ? name() : ""; }

  void statement(std::vector<Statement>& into) {
    if (takes("include")) {
      const std::string file = peek().text;
      ++at_;
      const std::vector<Statement> included = Reader(include_(file), include_, depth_ + 1).file();
      into.insert(into.end(), included.begin(), included.end());
    } else if (takes("let")) {
      let(into);
    } else if (takes("procedure")) {
      procedure(into);
    } else if (takes("call")) {
      Statement s{.kind = Statement::Kind::Call, .name = name()};
      s.term = argument();
      if (!nameAfterAs().empty()) {
        throw Refused("the verifier does not know 'call ... as'");
      }
      into.push_back(std::move(s));
    } else if (takes("with")) {
      Statement s{.kind = Statement::Kind::With, .name = name()};
      expect("from");
      s.term = expression();
      into.push_back(std::move(s));
    } else if (takes("show") || takes("unshow")) {
      do {
        expression();
        nameAfterAs();
      } while (takes(","));
    } else {
      check(into);
    }
  }

  void let(std::vector<Statement>& into) {
    if (sees("rec")) {
      throw Refused("the verifier does not know 'let rec'");
    }
    const std::size_t first = into.size();
    do {
      Statement s{.kind = Statement::Kind::Let, .name = name()};
      while (!sees("=")) {
        const std::vector<std::string> more = names();
        if (!s.parameters.empty()) {
          throw Refused("the verifier does not know functions with several arguments in a row");
        }
        s.parameters = more;
      }
      expect("=");
      s.term = expression();
      into.push_back(std::move(s));
    } while (takes("and"));
    if (into.size() > first + 1) {
      throw Refused("the verifier does not know 'let ... and'");
    }
    takes("in");
  }

  void procedure(std::vector<Statement>& into) {
    Statement s{.kind = Statement::Kind::Procedure, .name = name()};
    s.parameters = names();
    expect("=");
    while (!takes("end")) {
      if (peek().kind == Token::Kind::End) {
        throw Refused("a procedure of the model does not end");
      }
      statement(s.body);
    }
    into.push_back(std::move(s));
  }

  void check(std::vector<Statement>& into) {
    Statement s{.kind = Statement::Kind::Check};
    const std::string first = peek().text;
    s.role = takes("flag")               ? Statement::Role::Flag
             : takes("undefined_unless") ? Statement::Role::UndefinedUnless
                                         : Statement::Role::Require;
    s.negated = takes("~");
    if (takes("acyclic")) {
      s.test = Statement::Test::Acyclic;
    } else if (takes("irreflexive")) {
      s.test = Statement::Test::Irreflexive;
    } else if (takes("empty")) {
      s.test = Statement::Test::Empty;
    } else {
      throw Refused(fmt::format("the verifier does not know the statement '{}' of the model", first));
    }
    s.term = expression();
    s.name = nameAfterAs();
    into.push_back(std::move(s));
  }

  TermPtr make(Term::Kind kind, std::vector<TermPtr> operands = {}, std::string name = {},
               std::vector<std::string> parameters = {}) {
    if (++terms_ > kMostTerms) {
      throw Refused("the model is too large for the verifier");
    }
    return std::make_shared<const Term>(
        Term{kind, std::move(name), std::move(operands), std::move(parameters)});
  }

  TermPtr expression() {
    if (++nesting_ > kMostNesting) {
      throw Refused("the model's expressions are nested too deeply for the verifier");
    }
    TermPtr term = letOrChain();
    --nesting_;
    return term;
  }

  TermPtr letOrChain() {
    if (takes("let")) {
      std::string bound = name();
      std::vector<std::string> parameters = sees("=") ? std::vector<std::string>() : names();
      expect("=");
      const TermPtr value = expression();
      expect("in");
      return make(Term::Kind::Let, {value, expression()}, std::move(bound), std::move(parameters));
    }
    return chain(0);
  }

  TermPtr chain(std::size_t level) {
    static const std::vector<std::pair<const char*, Term::Kind>> kLevels = {{"|", Term::Kind::Union},
                                                                            {";", Term::Kind::Sequence},
                                                                            {"\\", Term::Kind::Difference},
                                                                            {"&", Term::Kind::Intersection}};
    if (level == kLevels.size()) {
      return product();
    }
    TermPtr left = chain(level + 1);
    while (takes(kLevels[level].first)) {
      left = make(kLevels[level].second, {left, chain(level + 1)});
    }
    return left;
  }

  TermPtr product() {
    const TermPtr left = postfix();
    return takes("*") ? make(Term::Kind::Product, {left, postfix()}) : left;
  }

  bool operandFollows(std::size_t ahead) const {
    const Token& t = peek(ahead);
    return (t.kind == Token::Kind::Word && !kKeywords.contains(t.text)) ||
           (t.kind == Token::Kind::Symbol && (t.text == "(" || t.text == "[" || t.text == "{" ||
                                              t.text == "_" || t.text == "0" || t.text == "~"));
  }

  TermPtr postfix() {
    TermPtr term = prefix();
    while (true) {
      if (takes("^-1")) {
        term = make(Term::Kind::Inverse, {term});
      } else if (takes("+") || takes("^+")) {
        term = make(Term::Kind::Plus, {term});
      } else if (takes("?")) {
        term = make(Term::Kind::Optional, {term});
      } else if (takes("^*") || (sees("*") && !operandFollows(1) && takes("*"))) {
        term = make(Term::Kind::Star, {term});
      } else {
        return term;
      }
    }
  }

  TermPtr prefix() {
    if (takes("~")) {
      const bool twice = sees("~");
      if (twice) {
        throw Refused("the verifier does not know '~~'");
      }
      return make(Term::Kind::Complement, {prefix()});
    }
    const bool named = peek().kind == Token::Kind::Word;
    TermPtr term = argument();
    while (named && operandFollows(0) && !sees("~")) {
      const TermPtr given = argument();
      std::vector<TermPtr> operands{term};
      if (given->kind == Term::Kind::Tuple) {
        operands.insert(operands.end(), given->operands.begin(), given->operands.end());
      } else {
        operands.push_back(given);
      }
      term = make(Term::Kind::Apply, std::move(operands));
    }
    return term;
  }

  TermPtr argument() {
    if (peek().kind == Token::Kind::Word) {
      return make(Term::Kind::Name, {}, name());
    }
    if (takes("_")) {
      return make(Term::Kind::All);
    }
    if (takes("0")) {
      return make(Term::Kind::None);
    }
    if (takes("{")) {
      expect("}");
      return make(Term::Kind::None);
    }
    if (takes("[")) {
      const TermPtr inner = expression();
      expect("]");
      return make(Term::Kind::Diagonal, {inner});
    }
    expect("(");
    std::vector<TermPtr> items;
    do {
      items.push_back(expression());
    } while (takes(","));
    expect(")");
    return items.size() == 1 ? items[0] : make(Term::Kind::Tuple, std::move(items));
  }

  std::vector<Token> tokens_;
  const std::function<std::string(const std::string&)>& include_;
  static constexpr unsigned kMostNesting = 300;
  /// So that nothing that recurses over terms or definitions can exhaust the stack.
  static constexpr std::size_t kMostTerms = 5000;
  unsigned depth_;
  unsigned nesting_ = 0;
  std::size_t terms_ = 0;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Statement> readModel(const std::string& text,
                                 const std::function<std::string(const std::string&)>& include) {
  return Reader(text, include, 0).file();
}

}  // namespace hrfcheck::inline verify

#include "verify/model_text.h"

#include <fmt/format.h>

#include <optional>
#include <set>

#include "verify/model_tokens.h"
#include "verify/refused.h"
#include "verify/text_lines.h"

namespace hrfcheck::inline verify {
namespace {

/// What all files of a model may have together: so that nothing that recurses over terms or definitions can
/// exhaust the stack, and files that include each other again and again come to an end.
struct ModelSize {
  std::size_t terms = 0;
  std::size_t files = 0;
};
constexpr std::size_t kMostTerms = 5000;
constexpr std::size_t kMostFiles = 50;
constexpr std::size_t kLargestFile = std::size_t{1} << 20U;  // bytes
constexpr unsigned kMostNesting = 100;                       // of expressions and procedures

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

class ModelReader {
 public:
  ModelReader(std::string file, const std::function<std::string(const std::string&)>& textOf, ModelSize& size,
              unsigned depth)
      : file_(std::move(file)), textOf_(textOf), size_(size), depth_(depth) {
    const std::string text = textOf_(file_);
    if (depth_ > 20 || ++size_.files > kMostFiles || text.size() > kLargestFile) {
      throw Refused(file_, 0, "the files of the model are too many or too large, or include each other");
    }
    tokens_ = modelTokens(file_, text);
  }

  std::vector<Statement> file() {
    while ((peek().kind == ModelToken::Kind::Word && !kKeywords.contains(peek().text)) ||
           peek().kind == ModelToken::Kind::Text) {
      ++at_;  // the title
    }
    std::vector<Statement> all;
    while (peek().kind != ModelToken::Kind::End) {
      statement(all);
    }
    return all;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { throw Refused(file_, peek().line, why); }
  Statement begun(Statement::Kind kind, std::string name = {}) const {
    return {.kind = kind, .name = std::move(name), .file = file_, .line = peek().line};
  }
  void deeper() {
    if (++nesting_ > kMostNesting) {
      refuse("the model is nested too deeply for the verifier");
    }
  }

  const ModelToken& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  bool sees(const char* text) const { return peek().kind != ModelToken::Kind::Text && peek().text == text; }
  bool takes(const char* text) {
    const bool seen = sees(text);
    at_ += seen ? 1 : 0;
    return seen;
  }
  void expect(const char* text) {
    if (!takes(text)) {
      refuse(fmt::format("the verifier expects '{}' where the model has '{}'", text, peek().text));
    }
  }
  std::string name() {
    if (peek().kind != ModelToken::Kind::Word || kKeywords.contains(peek().text)) {
      refuse(fmt::format("the verifier expects a name where the model has '{}'", peek().text));
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
      include(into);
    } else if (takes("let")) {
      let(into);
    } else if (takes("procedure")) {
      procedure(into);
    } else if (takes("call")) {
      Statement s = begun(Statement::Kind::Call, name());
      s.term = argument();
      if (!nameAfterAs().empty()) {
        refuse("the verifier does not know 'call ... as'");
      }
      into.push_back(std::move(s));
    } else if (takes("with")) {
      Statement s = begun(Statement::Kind::With, name());
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

  /// A file beside this one: names lead nowhere else.
  void include(std::vector<Statement>& into) {
    const std::string name = peek().text;
    if (!isPlainName(name)) {
      refuse(fmt::format("the included file '{}' is not named as files of a certificate are", name));
    }
    ++at_;
    const std::vector<Statement> included = ModelReader("model/" + name, textOf_, size_, depth_ + 1).file();
    into.insert(into.end(), included.begin(), included.end());
  }

  void let(std::vector<Statement>& into) {
    if (sees("rec")) {
      refuse("the verifier does not know 'let rec'");
    }
    const std::size_t first = into.size();
    do {
      Statement s = begun(Statement::Kind::Let, name());
      while (!sees("=")) {
        const std::vector<std::string> more = names();
        if (!s.parameters.empty()) {
          refuse("the verifier does not know functions with several arguments in a row");
        }
        s.parameters = more;
      }
      expect("=");
      s.term = expression();
      into.push_back(std::move(s));
    } while (takes("and"));
    if (into.size() > first + 1) {
      refuse("the verifier does not know 'let ... and'");
    }
    takes("in");
  }

  void procedure(std::vector<Statement>& into) {
    Statement s = begun(Statement::Kind::Procedure, name());
    s.parameters = names();
    expect("=");
    deeper();
    while (!takes("end")) {
      if (peek().kind == ModelToken::Kind::End) {
        refuse("a procedure of the model does not end");
      }
      statement(s.body);
    }
    --nesting_;
    into.push_back(std::move(s));
  }

  void check(std::vector<Statement>& into) {
    Statement s = begun(Statement::Kind::Check);
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
      refuse(fmt::format("the verifier does not know the statement '{}' of the model", first));
    }
    s.term = expression();
    s.name = nameAfterAs();
    into.push_back(std::move(s));
  }

  TermPtr make(Term::Kind kind, std::vector<TermPtr> operands = {}, std::string name = {},
               std::vector<std::string> parameters = {}) {
    if (++size_.terms > kMostTerms) {
      refuse("the model is too large for the verifier");
    }
    return std::make_shared<const Term>(
        Term{kind, std::move(name), std::move(operands), std::move(parameters)});
  }

  TermPtr expression() {
    deeper();
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
    const ModelToken& t = peek(ahead);
    return (t.kind == ModelToken::Kind::Word && !kKeywords.contains(t.text)) ||
           (t.kind == ModelToken::Kind::Symbol && (t.text == "(" || t.text == "[" || t.text == "{" ||
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
        refuse("the verifier does not know '~~'");
      }
      return make(Term::Kind::Complement, {prefix()});
    }
    const bool named = peek().kind == ModelToken::Kind::Word;
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
    if (peek().kind == ModelToken::Kind::Word) {
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

  std::string file_;
  const std::function<std::string(const std::string&)>& textOf_;
  ModelSize& size_;
  unsigned depth_;
  std::vector<ModelToken> tokens_;
  unsigned nesting_ = 0;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Statement> readModel(const std::string& file,
                                 const std::function<std::string(const std::string&)>& textOf) {
  ModelSize size;
  return ModelReader(file, textOf, size, 0).file();
}

}  // namespace hrfcheck::inline verify

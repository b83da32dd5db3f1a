#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "frontend/cpp/as_c.h"
#include "frontend/cpp/deduction.h"
#include "frontend/shared/text/cursor.h"
#include "frontend/shared/text/lexer.h"

// An instance is a function of its own, whose name is the text of the call without blanks, `f<int,4>`; in its
// words the parameters are replaced by the arguments. Messages inside of it point into the template.

namespace hrfcheck::frontend::cpp {
namespace {

struct Parameter {
  std::string_view name;
  Tokens standard;  ///< its argument where the call gives none
};

struct Template {
  std::vector<Parameter> parameters;
  Token name;
  Tokens words;           ///< of the function, up to its last brace
  std::size_t place = 0;  ///< of the name in them
  bool kernel = false;
  bool used = false;
};

std::string textOf(const Tokens& tokens) {
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool words =
        i > 0 && tokens[i].kind == TokenKind::Identifier && tokens[i - 1].kind == TokenKind::Identifier;
    text += words ? " " : "";
    text += tokens[i].text;
  }
  return text;
}

class Templates {
 public:
  Templates(Rewriting& rewriting, Tokens tokens) : rewriting_(rewriting), tokens_(std::move(tokens)) {}

  Tokens run() {
    collect();
    Tokens result = instantiated(rest_);
    request();
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      Tokens body = instantiated(instances_[i]);
      rest_ = std::move(body);
      result.insert(result.end(), rest_.begin(), rest_.end());
      if (result.size() > kMaxWords) {
        rewriting_.diagnostics.error({rewriting_.source, tokens_.front().span},
                                     "the instances of templates are too large");
        break;
      }
    }
    noteUnused();
    result.push_back(tokens_.back());
    return result;
  }

 private:
  /// Takes the templates out.
  void collect() {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (!tokens_[i].isWord("template")) {
        rest_.push_back(tokens_[i]);
      } else if (at(tokens_, i + 1).isSymbol("<")) {
        i = definition(i);
      } else {
        i = explicitInstance(i);
      }
    }
  }

  /// `template <typename T, int N> __device__ T f(T* x) { ... }`
  /// @return the place of its last word
  std::size_t definition(std::size_t begin) {
    const std::optional<std::size_t> angle = closingAngle(tokens_, begin + 1);
    if (!angle) {
      rewriting_.refuse(tokens_[begin], "this template is");
      return tokens_.size() - 2;
    }
    Template result;
    for (const Tokens& parameter : listed(tokens_, begin + 2, *angle)) {
      addParameter(parameter, result);
    }
    std::size_t end = *angle + 1;
    for (; end + 1 < tokens_.size() && !tokens_[end].isSymbol(";") && !tokens_[end].isSymbol("{"); ++end) {
      if (tokens_[end].isWord("struct") && at(tokens_, end + 2).isSymbol("{")) {
        rewriting_.refuse(tokens_[end], "templates of structs are");
      }
      result.kernel = result.kernel || tokens_[end].isWord("__kernel");
      const bool name = tokens_[end].isSymbol("(") && result.place == 0 && end > *angle + 1;
      if (name) {
        result.place = end - 1 - (*angle + 1);
        result.name = tokens_[end - 1];
      }
      end = tokens_[end].isSymbol("(") ? closing(tokens_, end) : end;
    }
    const bool body = at(tokens_, end).isSymbol("{");
    end = body ? closing(tokens_, end) : std::min(end, tokens_.size() - 2);
    result.words.assign(tokens_.begin() + static_cast<std::ptrdiff_t>(*angle) + 1,
                        tokens_.begin() + static_cast<std::ptrdiff_t>(end) + 1);
    if (body && result.name.kind == TokenKind::Identifier &&
        !templates_.emplace(result.name.text, result).second) {
      rewriting_.refuse(result.name, fmt::format("a second template '{}' is", result.name.text));
    }
    return end;
  }

  void addParameter(const Tokens& words, Template& result) {
    const auto standard = std::ranges::find_if(words, [](const Token& t) { return t.isSymbol("="); });
    const Token* name = standard == words.begin() ? nullptr : &*(standard - 1);
    const bool pack = std::ranges::any_of(words, [](const Token& t) { return t.isSymbol("."); });
    if (pack || name == nullptr || name->kind != TokenKind::Identifier || words.front().isWord("template")) {
      rewriting_.refuse(words.empty() ? result.name : words.front(), "such a parameter of a template is");
      return;
    }
    Parameter parameter{name->text, {}};
    if (standard != words.end()) {
      parameter.standard.assign(standard + 1, words.end());
    }
    result.parameters.push_back(std::move(parameter));
  }

  /// `template __global__ void k<4>(int*);`
  std::size_t explicitInstance(std::size_t begin) {
    std::size_t end = begin + 1;
    while (end + 1 < tokens_.size() && !tokens_[end].isSymbol(";")) {
      ++end;
    }
    for (std::size_t i = begin + 1; i < end; ++i) {
      if (tokens_[i].kind == TokenKind::Identifier && at(tokens_, i + 1).isSymbol("<")) {
        requests_.emplace_back(tokens_.begin() + static_cast<std::ptrdiff_t>(i),
                               tokens_.begin() + static_cast<std::ptrdiff_t>(end));
        break;
      }
    }
    return end;
  }

  /// What explicit instances and the launch ask for.
  void request() {
    for (const Tokens& words : requests_) {
      requested(words);
    }
    if (rewriting_.kernel && rewriting_.kernel->find('<') != std::string::npos) {
      rewriting_.kernel = requested(launched()).value_or(*rewriting_.kernel);
    }
  }

  /// The words of the launched instance, with the place of the first word of the file.
  Tokens launched() {
    const auto source =
        std::make_shared<const Source>("--kernel", std::string(rewriting_.text.of(*rewriting_.kernel)));
    Diagnostics ignored;  // a name that is none is not found
    Tokens words = withoutNamespaces(rewriting_, tokenizeCode(source, ignored));
    for (Token& token : words) {
      token.text = rewriting_.text.of(std::string(token.text));
      token.span = tokens_.front().span;
    }
    words.pop_back();
    return words;
  }

  /// The name of an instance, which is made if new.
  std::optional<std::string> requested(Tokens words) {
    words.push_back(tokens_.back());
    const auto known = templates_.find(words.front().text);
    const std::optional<std::size_t> close = closingAngle(words, 1);
    if (known == templates_.end() || !close) {
      return std::nullopt;
    }
    return std::string(instance(known->second, words, 0, *close));
  }

  /// The words with calls of instances in them.
  Tokens instantiated(Tokens tokens) {
    Tokens result;
    tokens.push_back(tokens_.back());  // as an end
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      const auto known =
          tokens[i].kind == TokenKind::Identifier ? templates_.find(tokens[i].text) : templates_.end();
      const bool field = i > 0 && (tokens[i - 1].isSymbol(".") || tokens[i - 1].isSymbol("->"));
      if (known == templates_.end() || field) {
        result.push_back(tokens[i]);
        continue;
      }
      const std::optional<std::size_t> close =
          at(tokens, i + 1).isSymbol("<") ? closingAngle(tokens, i + 1) : std::nullopt;
      const std::size_t last = close.value_or(i);
      if (!at(tokens, last + 1).isSymbol("(")) {
        rewriting_.diagnostics.error(
            {rewriting_.source, tokens[i].span},
            fmt::format("'{}' is a template, which can only be called", tokens[i].text),
            example(known->second));
        result.push_back(tokens[i]);
        continue;
      }
      const std::vector<Tokens> given = listed(tokens, last + 2, closing(tokens, last + 1));
      const std::map<std::string_view, Tokens> byCall = deduced(
          namesOf(known->second), declaredParameters(known->second), given, std::span(tokens).first(i));
      result.push_back(joined(tokens[i], tokens[last], instance(known->second, tokens, i, close, byCall)));
      i = last;
    }
    return result;
  }

  static std::vector<std::string_view> namesOf(const Template& of) {
    std::vector<std::string_view> names;
    std::ranges::transform(of.parameters, std::back_inserter(names), &Parameter::name);
    return names;
  }

  static std::vector<Tokens> declaredParameters(const Template& of) {
    const std::size_t open = of.place + 1;
    return listed(of.words, open + 1, closing(of.words, open));
  }

  static std::string example(const Template& of) {
    return fmt::format("write {}<{}>(...)", of.name.text, fmt::join(namesOf(of), ", "));
  }

  /// The name of the instance that is called at a place; it is made if new.
  /// @param close of the arguments that are written out, if there are any
  /// @param byCall what the call says of the others
  std::string_view instance(Template& of, const Tokens& tokens, std::size_t name,
                            std::optional<std::size_t> close,
                            const std::map<std::string_view, Tokens>& byCall = {}) {
    of.used = true;
    std::vector<Tokens> arguments = close ? listed(tokens, name + 2, *close) : std::vector<Tokens>{};
    std::erase_if(arguments, [](const Tokens& argument) { return argument.empty(); });
    const Token& place = tokens[name];
    if (arguments.size() > of.parameters.size()) {
      rewriting_.diagnostics.error({rewriting_.source, place.span},
                                   fmt::format("template '{}' has {} parameters, not {}", place.text,
                                               of.parameters.size(), arguments.size()));
      return place.text;
    }
    for (std::size_t i = arguments.size(); i < of.parameters.size(); ++i) {
      const auto known = byCall.find(of.parameters[i].name);
      if (known == byCall.end() && of.parameters[i].standard.empty()) {
        rewriting_.diagnostics.error({rewriting_.source, place.span},
                                     fmt::format("it is not specified what '{}' of template '{}' is",
                                                 of.parameters[i].name, place.text),
                                     example(of));
        return place.text;
      }
      arguments.push_back(known != byCall.end() ? known->second : of.parameters[i].standard);
    }
    std::vector<std::string> texts;
    std::ranges::transform(arguments, std::back_inserter(texts), textOf);
    const std::string full = fmt::format("{}<{}>", of.name.text, fmt::join(texts, ","));
    const auto [known, fresh] = made_.try_emplace(full);
    if (fresh) {
      known->second = rewriting_.text.of(full);
      make(of, arguments, known->second, place);
    }
    return known->second;
  }

  void make(const Template& of, const std::vector<Tokens>& arguments, std::string_view name,
            const Token& place) {
    if (made_.size() > kMaxInstances) {
      rewriting_.diagnostics.error({rewriting_.source, place.span},
                                   fmt::format("more than {} instances of templates", kMaxInstances));
      return;
    }
    Tokens words;
    for (std::size_t i = 0; i < of.words.size(); ++i) {
      const Token& token = of.words[i];
      const auto parameter = std::ranges::find(of.parameters, token.text, &Parameter::name);
      const bool field = i > 0 && (of.words[i - 1].isSymbol(".") || of.words[i - 1].isSymbol("->"));
      if (i == of.place) {
        words.push_back(word(token, name));
      } else if (token.kind != TokenKind::Identifier || parameter == of.parameters.end() || field) {
        words.push_back(token);
      } else {
        const Tokens& argument = arguments[static_cast<std::size_t>(parameter - of.parameters.begin())];
        replace(token, argument, words);
      }
    }
    instances_.push_back(std::move(words));
  }

  /// An argument of several words that are no type is an expression.
  static void replace(const Token& at, const Tokens& argument, Tokens& words) {
    const bool expression = std::ranges::any_of(argument, [](const Token& t) {
      return t.kind == TokenKind::Number || t.isSymbol("+") || t.isSymbol("-") || t.isSymbol("/");
    });
    const bool parentheses = expression && argument.size() > 1;
    if (parentheses) {
      words.push_back(symbol(at, "("));
    }
    for (const Token& token : argument) {
      words.push_back({token.kind, at.span, token.text, false});
    }
    if (parentheses) {
      words.push_back(symbol(at, ")"));
    }
  }

  /// A template is not looked at where nobody asks for an instance; what it calls is not forgotten for that.
  void noteUnused() {
    for (const auto& [name, one] : templates_) {
      if (one.used) {
        continue;
      }
      for (std::size_t i = 0; i + 1 < one.words.size(); ++i) {
        if (one.words[i].kind == TokenKind::Identifier && one.words[i + 1].isSymbol("(")) {
          rewriting_.called.insert(one.words[i].text);
        }
      }
      if (one.kernel && !rewriting_.kernel) {
        rewriting_.diagnostics.warning(
            {rewriting_.source, one.name.span},
            fmt::format("kernel '{}' is a template, and it is not specified which instance of it", name),
            fmt::format("name it: --kernel '{}<4>' on the command line, or a line '//# kernel {}<4>'", name,
                        name));
      }
    }
  }

  Rewriting& rewriting_;
  Tokens tokens_;
  Tokens rest_;  ///< without templates
  std::map<std::string_view, Template> templates_;
  std::vector<Tokens> requests_;
  std::map<std::string, std::string_view> made_;
  std::vector<Tokens> instances_;
};

}  // namespace

Tokens withInstances(Rewriting& rewriting, Tokens tokens) {
  const bool any = std::ranges::any_of(tokens, [](const Token& token) { return token.isWord("template"); });
  return any ? Templates(rewriting, std::move(tokens)).run() : tokens;
}

}  // namespace hrfcheck::frontend::cpp

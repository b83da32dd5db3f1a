#include "serve/question.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "serve/refused.h"

namespace hrfcheck::inline serve {
namespace {

using nlohmann::json;

constexpr std::size_t kMostValues = 64;
constexpr std::size_t kLongestValue = 4096;
constexpr double kLeastSeconds = 0.1;
constexpr unsigned kMostRounds = 64;
constexpr const char* kOwnModels = "ownModels";
constexpr const char* kOwnMachines = "ownMachines";

/// What a field may hold.
enum class Kind {
  Model,    ///< a name that is known or of a text that comes along, or "all"
  Machine,  ///< the same, perhaps with rules: "rsp-fix without RULE"
  Word,     ///< one of the choices
  Names,    ///< of relations or schedulers: letters, digits and - _ + = , . ~
  Text,     ///< anything, which the command itself reads: a final state, a condition
  Number,   ///< a small one
  Flag
};

struct Field {
  std::string name;    ///< in the JSON
  std::string option;  ///< "--model"
  Kind kind;
  bool several = false;  ///< a list of values
  std::vector<std::string> choices = {};
};

struct AskedCommand {
  std::vector<std::string> words;  ///< how its command line begins
  bool json = true;
  bool timed = true;     ///< it has --timeout
  bool bounded = false;  ///< it has --memory
  std::vector<Field> fields;
};

std::vector<Field> launchFields() {
  return {{"test", "--test", Kind::Text},
          {"launch", "--launch", Kind::Text},
          {"subGroup", "--sub-group", Kind::Text},
          {"kernel", "--kernel", Kind::Text},
          {"init", "--init", Kind::Text},
          {"defines", "--define", Kind::Text, true},
          {"language", "--language", Kind::Word, false, {"opencl", "cuda", "hip"}}};
}

std::vector<Field> engineFields() {
  return {{"engine", "--engine", Kind::Word, false, {"auto", "smt", "explicit", "race"}},
          {"unroll", "--unroll", Kind::Number}};
}

std::vector<Field> joined(std::vector<std::vector<Field>> parts) {
  std::vector<Field> all;
  for (std::vector<Field>& part : parts) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

AskedCommand checkCommand() {
  return {{"check", "--format=json", "--progress=off"},
          true,
          true,
          true,
          joined({{{"models", "--model", Kind::Model, true},
                   {"only", "--only", Kind::Word, false, {"condition", "races"}}},
                  engineFields(),
                  launchFields()})};
}

AskedCommand explainCommand(bool inJson) {
  return {{"explain", inJson ? "--format=json" : "--format=text"},
          inJson,
          true,
          false,
          joined({{{"model", "--model", Kind::Model},
                   {"outcome", "--outcome", Kind::Text},
                   {"depth", "--depth", Kind::Number}},
                  engineFields(),
                  launchFields()})};
}

AskedCommand graphCommand() {
  return {{"graph"},
          false,
          true,
          false,
          joined({{{"model", "--model", Kind::Model},
                   {"outcome", "--outcome", Kind::Text},
                   {"race", "--race", Kind::Flag},
                   {"show", "--show", Kind::Names},
                   {"format", "--format", Kind::Word, false, {"svg", "dot", "text"}}},
                  engineFields(),
                  launchFields()})};
}

AskedCommand adviceCommand(const std::string& name) {
  const Field goal =
      name == "repair"
          ? Field{"goal", "--goal", Kind::Word, false, {"race-free", "hold", "forbid", "allow"}}
          : Field{"keep", "--keep", Kind::Word, false, {"outcomes", "condition", "race-freedom"}};
  return {{name, "--format=json", "--progress=off"},
          true,
          true,
          true,
          joined({{{"model", "--model", Kind::Model}, goal}, engineFields(), launchFields()})};
}

AskedCommand progressCommand() {
  return {{"progress", "--format=json"},
          true,
          true,
          false,
          joined({{{"schedulers", "--scheduler", Kind::Names, true},
                   {"strong", "--strong", Kind::Flag},
                   {"model", "--model", Kind::Model},
                   {"noModel", "--no-model", Kind::Flag},
                   {"simt", "--simt", Kind::Word, false, {"none", "its", "stack"}}},
                  launchFields()})};
}

AskedCommand simulateCommand() {
  return {{"simulate", "--format=json"},
          true,
          true,
          true,
          joined({{{"machines", "--machine", Kind::Machine, true},
                   {"against", "--against", Kind::Model},
                   {"outcome", "--outcome", Kind::Text}},
                  launchFields()})};
}

AskedCommand convertCommand() {
  return {{"convert"}, false, false, false, joined({{{"to", "--to", Kind::Names}}, launchFields()})};
}

const std::map<std::string, AskedCommand>& commands() {
  static const std::map<std::string, AskedCommand> table = {{"check", checkCommand()},
                                                            {"explain", explainCommand(true)},
                                                            {"explain-text", explainCommand(false)},
                                                            {"graph", graphCommand()},
                                                            {"repair", adviceCommand("repair")},
                                                            {"narrow", adviceCommand("narrow")},
                                                            {"progress", progressCommand()},
                                                            {"simulate", simulateCommand()},
                                                            {"convert", convertCommand()}};
  return table;
}

[[noreturn]] void refuse(const std::string& why) {
  throw Refused(kBadRequest, why);
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

bool consistsOf(const std::string& text, std::string_view others) {
  return !text.empty() && text.front() != '-' && std::ranges::all_of(text, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           others.find(c) != std::string_view::npos;
  });
}

/// The fields of one question, read one after the other.
class QuestionReader {
 public:
  QuestionReader(const json& body, const KnownNames& known, const QuestionLimits& limits)
      : body_(body),
        known_(known),
        limits_(limits),
        models_(ownTextsIn(body, kOwnModels, ".cat", known.models, limits.largestText)),
        machines_(ownTextsIn(body, kOwnMachines, ".machine", known.machines, limits.largestText)) {}

  /// What the command finds in its folder.
  std::vector<OwnText> files() const {
    std::vector<OwnText> all = models_;
    all.insert(all.end(), machines_.begin(), machines_.end());
    return all;
  }

  std::string textOf(const char* name, std::size_t longest) const {
    if (!body_.contains(name)) {
      return "";
    }
    const json& value = body_.at(name);
    if (!value.is_string()) {
      refuse(fmt::format("'{}' must be a text", name));
    }
    const std::string text = value.get<std::string>();
    if (text.size() > longest) {
      throw Refused(kTooLarge, fmt::format("'{}' is longer than {} bytes", name, longest));
    }
    if (text.find('\0') != std::string::npos) {
      refuse(fmt::format("'{}' contains a NUL character", name));
    }
    return text;
  }

  double seconds() const {
    if (!body_.contains("seconds")) {
      return limits_.seconds;
    }
    const json& value = body_.at("seconds");
    if (!value.is_number() || !(value.get<double>() > 0)) {
      refuse("'seconds' must be a positive number");
    }
    return std::clamp(value.get<double>(), kLeastSeconds, limits_.seconds);
  }

  void add(const Field& field, std::vector<std::string>& words) const {
    if (!body_.contains(field.name) || body_.at(field.name).is_null()) {
      return;
    }
    const json& value = body_.at(field.name);
    if (!field.several) {
      addValue(field, value, words);
      return;
    }
    if (!value.is_array() || value.size() > kMostValues) {
      refuse(fmt::format("'{}' must be a list of at most {} values", field.name, kMostValues));
    }
    for (const json& one : value) {
      addValue(field, one, words);
    }
  }

 private:
  void addValue(const Field& field, const json& value, std::vector<std::string>& words) const {
    if (field.kind == Kind::Flag) {
      if (!value.is_boolean()) {
        refuse(fmt::format("'{}' must be true or false", field.name));
      }
      if (value.get<bool>()) {
        words.push_back(field.option);
      }
    } else if (field.kind == Kind::Number) {
      if (!value.is_number_unsigned() || value.get<std::uint64_t>() > kMostRounds) {
        refuse(fmt::format("'{}' must be a number up to {}", field.name, kMostRounds));
      }
      words.push_back(fmt::format("{}={}", field.option, value.get<std::uint64_t>()));
    } else if (const std::string text = valueText(field, value); !text.empty()) {
      words.push_back(field.option + "=" + meant(field, text));
    }
  }

  /// The file of a text that comes along, where the first word is its name.
  std::string meant(const Field& field, const std::string& text) const {
    const std::size_t end = std::min(text.find(' '), text.size());
    const OwnText* own = field.kind == Kind::Model     ? find(models_, text)
                         : field.kind == Kind::Machine ? find(machines_, text.substr(0, end))
                                                       : nullptr;
    return own == nullptr ? text : field.kind == Kind::Machine ? own->file + text.substr(end) : own->file;
  }

  static const OwnText* find(const std::vector<OwnText>& texts, const std::string& name) {
    const auto found = std::ranges::find(texts, name, &OwnText::name);
    return found == texts.end() ? nullptr : &*found;
  }

  std::string valueText(const Field& field, const json& value) const {
    if (!value.is_string()) {
      refuse(fmt::format("'{}' must be a text", field.name));
    }
    const std::string text = value.get<std::string>();
    if (text.size() > kLongestValue || text.find('\0') != std::string::npos) {
      refuse(fmt::format("'{}' is too long, or contains a NUL character", field.name));
    }
    if (!text.empty() && !isValue(field, text)) {
      refuse(field.choices.empty()
                 ? fmt::format("'{}' is not a value of '{}'", text, field.name)
                 : fmt::format("'{}' must be one of {}", field.name, fmt::join(field.choices, ", ")));
    }
    return text;
  }

  bool isValue(const Field& field, const std::string& text) const {
    switch (field.kind) {
      case Kind::Model:
        return text == "all" || contains(known_.models, text) || find(models_, text) != nullptr;
      case Kind::Machine: {
        const std::string name = text.substr(0, text.find(' '));
        return (contains(known_.machines, name) || find(machines_, name) != nullptr) &&
               consistsOf(text, "-_ ,");
      }
      case Kind::Word:
        return contains(field.choices, text);
      case Kind::Names:
        return consistsOf(text, "-_+=,.~");
      case Kind::Text:
        return true;
      case Kind::Number:
      case Kind::Flag:
        break;
    }
    return false;
  }

  const json& body_;
  const KnownNames& known_;
  const QuestionLimits& limits_;
  std::vector<OwnText> models_;
  std::vector<OwnText> machines_;
};

void requireKnownFields(const json& body, const AskedCommand& asked) {
  for (const auto& [name, value] : body.items()) {
    const bool ours =
        name == "text" || name == "id" || name == "seconds" || name == kOwnModels || name == kOwnMachines ||
        std::ranges::any_of(asked.fields, [&](const Field& field) { return field.name == name; });
    if (!ours) {
      refuse(fmt::format("there is no field '{}'", name));
    }
  }
}

json parsed(const std::string& body) {
  json value = json::parse(body, nullptr, false);
  if (!value.is_object()) {
    refuse("the body must be a JSON object");
  }
  return value;
}

}  // namespace

std::vector<std::string> askableCommands() {
  std::vector<std::string> names;
  for (const auto& [name, command] : commands()) {
    names.push_back(name);
  }
  return names;
}

Question readQuestion(const std::string& command, const std::string& body, const KnownNames& known,
                      const QuestionLimits& limits) {
  constexpr std::size_t kLongestId = 64;
  const AskedCommand& asked = commands().at(command);
  const json value = parsed(body);
  requireKnownFields(value, asked);
  const QuestionReader reader(value, known, limits);
  Question question;
  question.id = reader.textOf("id", kLongestId);
  question.text = reader.textOf("text", limits.largestText);
  question.seconds = reader.seconds();
  question.files = reader.files();
  question.json = asked.json;
  question.arguments = asked.words;
  if (asked.timed) {
    question.arguments.push_back(fmt::format("--timeout={}", question.seconds));
  }
  if (asked.bounded) {
    question.arguments.push_back(fmt::format("--memory={}", limits.memory));
  }
  for (const Field& field : asked.fields) {
    reader.add(field, question.arguments);
  }
  question.arguments.emplace_back("-");
  return question;
}

}  // namespace hrfcheck::inline serve

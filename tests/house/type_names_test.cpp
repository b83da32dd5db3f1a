// Two different types of one name in one namespace are undefined behaviour as soon as both are linked into
// one program, and no compiler says so: each of them sees one at a time. So the sources are read, and every
// type defined in a named namespace must be the only one of its name. What a .cpp file keeps in its anonymous
// namespace is its own affair.

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// Where the comment or literal that begins at `at` ends; `at` where none does.
std::size_t endOfSkipped(const std::string& text, std::size_t at) {
  const auto after = [&](const std::string& closing, std::size_t from) {
    const std::size_t found = text.find(closing, from);
    return found == std::string::npos ? text.size() : found + closing.size();
  };
  if (text.compare(at, 2, "//") == 0) {
    return after("\n", at);
  }
  if (text.compare(at, 2, "/*") == 0) {
    return after("*/", at + 2);
  }
  if (text.compare(at, 2, "R\"") == 0) {
    const std::size_t parenthesis = text.find('(', at);
    return after(")" + text.substr(at + 2, parenthesis - at - 2) + "\"", parenthesis);
  }
  const auto inName = [&](std::size_t i) { return std::isalnum(static_cast<unsigned char>(text[i])) != 0; };
  if (std::isdigit(static_cast<unsigned char>(text[at])) != 0 &&
      (at == 0 || !inName(at - 1))) {  // 1'000 is no character
    return text.find_first_not_of("0123456789abcdefABCDEFxX'", at);
  }
  if (text[at] != '"' && text[at] != '\'') {
    return at;
  }
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at]) {
    end += text[end] == '\\' ? 2 : 1;
  }
  return end + 1;
}

/// The text without what only looks like code: comments, literals and preprocessor lines.
std::string codeOf(const std::string& text) {
  std::string code;
  for (std::size_t i = 0; i < text.size();) {
    const bool newLine = code.empty() || code.back() == '\n';
    const std::size_t end = newLine && text[i] == '#' ? text.find('\n', i) : endOfSkipped(text, i);
    code += end == i ? text[i] : text[end - 1] == '\n' ? '\n' : ' ';
    i = end == i ? i + 1 : end;
  }
  return code;
}

/// The namespaces and blocks that are open, and the types defined in nothing but namespaces.
class TypeNames {
 public:
  explicit TypeNames(bool header) : header_(header) {}

  std::set<std::string> of(const std::string& code) {
    for (const char c : code) {
      if (c == '{') {
        open();
      } else if (c == '}') {
        open_.pop_back();
      } else if (c == ';') {
        alias();
      } else {
        statement_ += c;
        continue;
      }
      statement_.clear();
    }
    return found_;
  }

 private:
  struct Opened {
    bool isNamespace;
    std::string name;
  };

  /// Expressions are matched only where they can.
  bool has(std::string_view word) const { return statement_.find(word) != std::string::npos; }
  bool inNamespace() const {
    return std::ranges::all_of(
        open_, [&](const Opened& o) { return o.isNamespace && (header_ || !o.name.empty()); });
  }
  void add(const std::string& name) {
    std::string full;
    for (const Opened& o : open_) {
      full += o.name + "::";
    }
    found_.insert(full + name);
  }
  void open() {
    static const std::regex space(R"(\bnamespace\s*([\w:]*(?:\binline\s+[\w:]+)?)\s*$)");
    static const std::regex type(
        R"(^\s*(?:template\s*<[^]*>\s*)?(?:struct|class|union|enum\s+class|enum)\s+(\w+)\s*(?:final\s*)?(?::[^:][^]*)?$)");
    std::smatch match;
    if (has("namespace") && std::regex_search(statement_, match, space)) {
      open_.push_back({true, std::regex_replace(match[1].str(), std::regex(R"(inline\s+)"), "")});
      return;
    }
    if (inNamespace() && (has("struct") || has("class") || has("union") || has("enum")) &&
        std::regex_match(statement_, match, type)) {
      add(match[1]);
    }
    open_.push_back({false, ""});
  }
  /// Two aliases of one name are two meanings of it, wherever both headers are included.
  void alias() {
    static const std::regex alias(R"(^\s*(?:template\s*<[^]*>\s*)?using\s+(\w+)\s*=[^]*$)");
    std::smatch match;
    if (header_ && inNamespace() && has("using") && std::regex_match(statement_, match, alias)) {
      add(match[1]);
    }
  }

  bool header_;
  std::vector<Opened> open_;
  std::string statement_;
  std::set<std::string> found_;
};

std::set<std::string> namesIn(const std::string& text, bool header) {
  return TypeNames(header).of(codeOf(text));
}

TEST_CASE("types are found in namespaces, and nowhere else") {
  const std::string text = R"text(
#define NOT_A_TYPE struct Macro {
    namespace house {
    struct A : Base {
      struct Inner {};
    };  // struct Comment {}
    template <typename T>
    class B final {
      enum class Nested { X };
    };
    struct Forward;
    struct A::Member {};
    struct P2x {};
    enum class C : int { One = 1'000, Two = '{' };
    using D = std::vector<int>;
    const char* kText = "struct Text {";
    const char* kRaw = R"x(struct Raw { "})x";
    void f() {
      struct Local {};
    }
    namespace {
    struct Own {};
    }
    namespace deep::inline down {
    union E {};
    }
    }
  )text";
  CHECK(namesIn(text, false) ==
        std::set<std::string>{"house::A", "house::B", "house::C", "house::P2x", "house::deep::down::E"});
  CHECK(namesIn(text, true) == std::set<std::string>{"house::A", "house::B", "house::C", "house::D",
                                                     "house::P2x", "house::::Own", "house::deep::down::E"});
}

TEST_CASE("a type's name stands for one type") {
  std::map<std::string, std::vector<std::string>> files;
  for (const char* folder : {"src", "tests", "bench", "fuzz"}) {
    const fs::path root = fs::path(HRFCHECK_SOURCE_DIR) / folder;
    if (!fs::exists(root)) {
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const fs::path& path = entry.path();
      if (path.extension() == ".h" || path.extension() == ".cpp") {
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        for (const std::string& name : namesIn(text.str(), path.extension() == ".h")) {
          files[name].push_back(fs::relative(path, HRFCHECK_SOURCE_DIR).string());
        }
      }
    }
  }
  CHECK(files.size() > 700);  // the reader has not lost its way
  for (const auto& [name, places] : files) {
    CAPTURE(name);
    std::string all;
    for (const std::string& place : places) {
      all += place + " ";
    }
    CAPTURE(all);
    CHECK(places.size() == 1);
  }
}

}  // namespace

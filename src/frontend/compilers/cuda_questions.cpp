#include "frontend/compilers/cuda_questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "frontend/launch/directives.h"
#include "frontend/launch/launches.h"
#include "util/characters.h"
#include "util/code_words.h"

namespace hrfcheck::frontend::via {

namespace {

constexpr std::string_view kKernel = "hrfcheck_kernel_";
constexpr std::string_view kConstant = "hrfcheck_value_";

}  // namespace

std::string kernelVariable(std::string_view kernel) {
  std::string name(kKernel);
  for (const char c : kernel) {
    const auto byte = static_cast<unsigned char>(c);
    if (isLetterOrDigit(byte)) {
      name += c;
    } else if (!isSpace(byte)) {
      name += fmt::format("_{:02x}", byte);
    }
  }
  return name;
}

std::string constantVariable(std::string_view constant) {
  return std::string(kConstant) + std::string(constant);
}

std::string_view constantOf(std::string_view variable) {
  return variable.starts_with(kConstant) ? variable.substr(kConstant.size()) : std::string_view();
}

namespace {

/// Constants that are declared outside of all braces, behind `constexpr` or `const` and before `=`, or in
/// the braces of an `enum` there, and names of macros without parameters.
std::set<std::string_view> constantsOf(std::string_view text) {
  std::set<std::string_view> constants;
  unsigned depth = 0;
  bool inEnum = false;
  bool constant = false;
  bool enumeration = false;
  std::string_view last;
  for (const std::string_view word : codeWords(text)) {
    if (last == "define" &&
        !text.substr(static_cast<std::size_t>(word.data() - text.data()) + word.size()).starts_with('(')) {
      constants.insert(word);
    } else if (isName(word)) {
      constant = constant || word == "constexpr" || word == "const";
      enumeration = enumeration || word == "enum";
    } else if (word == "{") {
      inEnum = enumeration && depth == 0;
      ++depth;
    } else if (isName(last) &&
               (inEnum ? word == "," || word == "=" || word == "}" : depth == 0 && constant && word == "=")) {
      constants.insert(last);
    }
    if (word == "}") {
      depth -= depth > 0 ? 1 : 0;
      inEnum = false;
    }
    if (word == ";" || word == "{" || word == "}" || word == "(" || word == ")") {
      constant = enumeration = false;
    }
    last = word;
  }
  return constants;
}

}  // namespace

std::string cudaQuestions(const SourcePtr& source, const CompilerOptions& options) {
  Diagnostics reportedWhenRead;
  const FileDirectives lines = readDirectives(source, Lines::All, reportedWhenRead);
  std::set<std::string, std::less<>> kernels;
  std::set<std::string_view> words;
  for (std::string_view rest = options.kernel; !rest.empty();) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view one = rest.substr(0, end);
    kernels.emplace(isLaunchLine(one) ? kernelOfLaunchLine(one) : one);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const auto note = [&](const std::vector<Directive>& directives) {
    for (const Directive& line : directives) {
      const std::string_view rest = source->slice(line.rest);
      if (line.word == "kernel") {
        const bool launched = isLaunchLine(rest);
        kernels.emplace(launched ? kernelOfLaunchLine(rest) : rest);
      } else {
        std::ranges::copy_if(codeWords(rest), std::inserter(words, words.end()), isName);
      }
    }
  };
  note(lines.common);
  for (const NamedTest& test : lines.tests) {
    note(test.directives);
  }
  std::string text;
  for (const std::string& name : kernels) {
    if (name.find('<') != std::string::npos) {
      text += fmt::format("extern \"C\" __device__ auto* {} = &{};\n", kernelVariable(name), name);
    }
  }
  const std::string_view written = std::string_view(source->text()).substr(0, source->fileEnd());
  std::set<std::string_view> constants = constantsOf(written);
  for (const std::string& definition : options.definitions) {
    constants.insert(std::string_view(definition).substr(0, definition.find_first_of("= \t")));
  }
  for (const std::string_view name : constants) {
    if (words.contains(name)) {
      text += fmt::format("extern \"C\" __device__ const long long {} = (long long)({});\n",
                          constantVariable(name), name);
    }
  }
  return text.empty() ? "" : "#line 1 \"hrfcheck\"\n" + text;
}

}  // namespace hrfcheck::frontend::via

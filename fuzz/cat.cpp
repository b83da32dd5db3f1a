#include "cat/library.h"
#include "cat/model/builtins.h"
#include "cat/syntax/lexer.h"
#include "target.h"
#include "words.h"

namespace hrfcheck::fuzz {
namespace cat_target {

/// Includes are read from the project's models, as users' are.
void read(const std::string& text) {
  parseModel(std::make_shared<const Source>("fuzz.cat", text), {HRFCHECK_SOURCE_DIR "/models"});
}

Words words() {
  const auto keywords = cat::keywords();
  return joined({namesOf(cat::kBuiltins), Words(keywords.begin(), keywords.end())});
}

std::vector<std::string> examples() {
  return {
      "\"t\"\ninclude \"hrf-base.cat\"\nlet rec a = rf | (a ; a) and b = a^-1\n"
      "let f (x, y) = x \\ y & [W]; po?; ~(R * M)\nprocedure p(q) = acyclic q as q end\ncall p(f(a, b))\n"
      "with s from linearisations(W & SC, a)\nforall e in classes(same-wg) do empty a & e end\n"
      "flag ~irreflexive fun z -> z+ as z\nshow a, b as c\nunshow po\n"};
}

std::vector<std::string> seedsIn(const std::string& path, const std::string& text) {
  return path.ends_with(".cat") ? std::vector{text} : std::vector<std::string>{};
}

}  // namespace cat_target

const Target& cat() {
  using namespace cat_target;
  static constexpr Target kTarget{"cat", 768, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz

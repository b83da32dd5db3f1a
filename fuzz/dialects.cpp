#include "dialects.h"

#include "frontend/litmus.h"
#include "frontend/shared/text/rows.h"
#include "util/text.h"

namespace hrfcheck::fuzz {
namespace {

bool beginsWith(const frontend::Dialect& dialect, const std::string& text) {
  const std::size_t size = dialect.name.size();
  return text.size() > size && text[size] == ' ' &&
         lowered(text.substr(0, size)) == lowered(std::string(dialect.name));
}

}  // namespace

void readTest(const frontend::Dialect& dialect, const std::string& text) {
  const std::string heading = beginsWith(dialect, text) ? "" : std::string(dialect.name) + " t\n";
  parseLitmus(std::make_shared<const Source>("fuzz.litmus", heading + text));
}

std::vector<std::string> testIn(const frontend::Dialect& dialect, const std::string& text) {
  return beginsWith(dialect, text) ? std::vector{text} : std::vector<std::string>{};
}

Words wordsOf(const frontend::Dialect& dialect) {
  Words words = joined({frontend::sectionWords(), namesOf(dialect.levelNames), namesOf(dialect.ids),
                        Words(dialect.proxies.begin(), dialect.proxies.end())});
  if (dialect.mnemonics != nullptr) {
    words = joined({words, dialect.mnemonics()});
  }
  return words;
}

}  // namespace hrfcheck::fuzz

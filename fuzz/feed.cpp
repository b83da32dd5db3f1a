#include "target.h"
#include "util/diagnostic.h"

namespace hrfcheck::fuzz {

void feed(const Target& target, const std::string& text) {
  try {
    target.read(text);
  } catch (const UserError&) {
    return;
  }
}

}  // namespace hrfcheck::fuzz

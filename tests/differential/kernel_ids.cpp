#include "differential/kernel_ids.h"

#include <fmt/format.h>

#include <array>

namespace hrfcheck::kernels {

const char* textOf(Operator op) {
  constexpr std::array kTexts = {"-",  "~",  "!",  "+",  "-", "*",  "/", "%",  "&",  "|", "^",
                                 "<<", ">>", "==", "!=", "<", "<=", ">", ">=", "&&", "||"};
  return kTexts.at(static_cast<std::size_t>(op));
}

std::int64_t idOf(const Kernel& kernel, unsigned thread, Id id) {
  switch (id) {
    case Id::Global:
      return thread;
    case Id::Local:
      return itemOf(kernel, thread);
    case Id::Group:
      return groupOf(kernel, thread);
    case Id::LocalSize:
      return kernel.items;
    case Id::Groups:
      return kernel.groups;
    case Id::GlobalSize:
      return kernel.threads();
  }
  return 0;
}

std::string instanceName(const Kernel& kernel, const std::string& object, unsigned group, bool flat) {
  if (flat) {
    return fmt::format("{}_{}", object, group);
  }
  return kernel.groups == 1 ? object : fmt::format("{}@g{}", object, group);
}

}  // namespace hrfcheck::kernels

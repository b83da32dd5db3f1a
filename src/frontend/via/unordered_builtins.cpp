#include "frontend/via/unordered_builtins.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "util/code_words.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::via {
namespace {

constexpr std::array<std::string_view, 5> kBeginnings = {"__atomic_", "__scoped_atomic_", "__c11_atomic_",
                                                         "__opencl_atomic_", "__hip_atomic_"};

}  // namespace

void refuseUnorderedBuiltins(const SourcePtr& source) {
  const std::string_view text = std::string_view(source->text()).substr(0, source->fileEnd());
  Diagnostics diagnostics;
  for (const std::string_view word : codeWords(text)) {
    if (std::ranges::any_of(kBeginnings, [&](std::string_view begin) { return word.starts_with(begin); })) {
      const auto at = static_cast<std::uint32_t>(word.data() - text.data());
      diagnostics.error({source, {at, at + static_cast<std::uint32_t>(word.size())}},
                        fmt::format("clang makes PTX of '{}' without its order and scope", word),
                        "use cuda::atomic_ref of <cuda/atomic>, or atomicAdd and its like");
    }
  }
  diagnostics.throwIfErrors();
}

}  // namespace hrfcheck::frontend::via

#include "frontend/ptx/debug/compiled_lines.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/ptx/debug/origins.h"
#include "frontend/ptx/ptx.h"
#include "frontend/ptx/syntax.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::ptx {
namespace {

/// What instructions begin with that access memory: `ld`, `ldu`, `ldmatrix`, `st`, `atom`, `red`, `cp.async`.
constexpr std::array<std::string_view, 5> kAccessNames{"ld", "st", "atom", "red", "cp"};

bool isAccess(const PtxInstruction& instruction) {
  return std::ranges::any_of(kAccessNames,
                             [&](std::string_view name) { return instruction.name.starts_with(name); });
}

CodeLines linesOf(const PtxModule& module, const PtxInstruction& instruction) {
  CodeLines lines;
  std::optional<std::uint32_t> at = instruction.location;
  for (std::size_t calls = 0; at && calls <= module.locations.size(); ++calls) {
    const SourceLocation& location = module.locations[*at];
    const auto file = module.files.find(location.at.file);
    if (file != module.files.end() && location.at.line != 0) {  // compilers give line 0 to what they add
      lines.push_back({file->second, location.at.line});
    }
    at = location.caller;
  }
  return lines;
}

}  // namespace

CompiledLines::CompiledLines(const SourcePtr& written, const Deadline& deadline) {
  if (!isPtx(written)) {
    return;
  }
  const SourcePtr source = moduleTextOf(written);
  Diagnostics mistakes;
  const PtxModule module = parse(source, mistakes, deadline);
  Origins origins(module, source, written);
  for (const PtxFunction& function : module.functions) {
    for (const PtxInstruction& instruction : function.code) {
      CodeLines lines = linesOf(module, instruction);
      if (lines.empty()) {
        continue;
      }
      const c::Origin origin = origins.originOf(origins.add(instruction));
      if (isAccess(instruction)) {
        accesses_.push_back(lines);
      }
      lines_[{origin.place.source->name(), origin.place.position().line, origin.text}].push_back(
          std::move(lines));
    }
  }
}

const std::vector<CodeLines>& CompiledLines::of(const Instruction& instruction) const {
  const Place& place = instruction.place;
  const auto found = place.known()
                         ? lines_.find({place.source->name(), place.position().line, instruction.text})
                         : lines_.end();
  return found == lines_.end() ? none_ : found->second;
}

}  // namespace hrfcheck::frontend::ptx

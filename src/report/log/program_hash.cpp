#include <fmt/format.h>
#include <fmt/ranges.h>

#include "program/flow/control_flow.h"
#include "program/ir/scope_levels.h"
#include "report/log/herd_log.h"
#include "util/characters.h"
#include "util/code_words.h"
#include "util/hash.h"

// Two 64-bit FNV-1a hashes with different starts over one canonical text. The hash only tells whether two
// logs speak of the same test, as herd's does; it need not withstand an adversary.

namespace hrfcheck::inline report {
namespace {

/// Where a branch goes: its text names a label, and labels are no part of an instruction's text.
std::string targetOf(const Instruction& instruction) {
  const auto target = jumpTarget(instruction.operation);
  return target ? fmt::format(" -> {}", *target) : std::string();
}

bool inWord(char c) {
  return isWordPart(c) || c == '.';
}

/// Without the white space that separates no words.
std::string squeezed(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool separates = i > 0 && i + 1 < text.size() && inWord(text[i - 1]) && inWord(text[i + 1]);
    if (text[i] != ' ' || separates) {
      result += text[i];
    }
  }
  return result;
}

/// The text that was compiled: compilers make different instructions of the same text.
std::string compiledText(const Source& source) {
  const std::string_view file = std::string_view(source.text()).substr(0, source.fileEnd());
  return fmt::format("{}\n", fmt::join(codeWords(file, Literals::Keep), " "));
}

std::string canonicalText(const Program& program) {
  const bool compiled = program.source != nullptr && program.source->module() != nullptr;
  std::string text = program.dialect + "\n" + (compiled ? compiledText(*program.source) : "");
  for (const MemoryLocation& location : program.locations) {
    text += fmt::format("{} = {}\n", location.name, program.valueText(location.initial));
  }
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    text += thread.name + " @";
    for (std::uint32_t level = 0; level < program.scopes.levels().size(); ++level) {
      if (level == idleClusterLevel(program.scopes)) {
        continue;
      }
      text += " " + program.scopes.instances()[program.scopes.instanceOf(t, level)].name;
    }
    text += "\n";
    if (compiled) {
      continue;
    }
    for (RegisterId r = 0; r < thread.registers.size(); ++r) {
      text += fmt::format("{} = {}\n", thread.registers[r], program.valueText(thread.initialRegisters[r]));
    }
    for (const Instruction& instruction : thread.instructions) {
      text += squeezed(instruction.text) + targetOf(instruction) + "\n";
    }
  }
  return text;
}

}  // namespace

std::string programHash(const Program& program) {
  const std::string text = canonicalText(program);
  return fmt::format("{:016x}{:016x}", fnv1a(text), fnv1a(text, 0x9e3779b97f4a7c15ULL));
}

}  // namespace hrfcheck::inline report

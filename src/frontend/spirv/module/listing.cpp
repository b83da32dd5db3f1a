#include "frontend/spirv/module/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/c/syntax/syntax.h"
#include "frontend/spirv/module/inline_calls.h"
#include "frontend/spirv/module/nesting.h"
#include "frontend/spirv/module/origins.h"

namespace hrfcheck::frontend::spirv {
namespace {

constexpr std::string_view kWhite = " \t\r\n";

/// The words of assembly, without comments; of an instruction with a result: `%x`, `=`, `OpConstant`, ...
std::vector<std::string_view> wordsIn(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = text.find_first_not_of(kWhite, at)) != std::string_view::npos;) {
    if (text[at] == ';') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    std::size_t end = at + 1;
    if (text[at] == '"') {
      while (end < text.size() && text[end] != '"') {
        end += text[end] == '\\' ? 2 : 1;
      }
      end = std::min(end + 1, text.size());
    } else {
      end = std::min(text.find_first_of(" \t\r\n;", at), text.size());
    }
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

/// Of `-1`, the number with the same lowest bits; nothing of other words.
std::optional<std::uint64_t> lowestBits(std::string_view word, unsigned bits) {
  std::int64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, number);
  if (!word.starts_with('-') || read.ec != std::errc() || read.ptr != end) {
    return std::nullopt;
  }
  constexpr unsigned kAll = 64;
  const std::uint64_t mask = bits >= kAll ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  return static_cast<std::uint64_t>(number) & mask;
}

/// Assembly in which negative constants of types of integers without sign, which some tests have and
/// SPIRV-Tools refuses, are the numbers with the same bits.
std::string withoutNegatives(const std::string& text) {
  const std::vector<std::string_view> words = wordsIn(text);
  std::map<std::string_view, unsigned> types;  // of integers without sign: their bits
  for (std::size_t i = 0; i + 4 < words.size(); ++i) {
    unsigned bits = 0;
    const std::string_view width = words[i + 3];
    if (words[i + 1] == "=" && words[i + 2] == "OpTypeInt" && words[i + 4] == "0" &&
        std::from_chars(width.data(), width.data() + width.size(), bits).ec == std::errc()) {
      types[words[i]] = bits;
    }
  }
  std::string result;
  std::size_t copied = 0;
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    const auto type = words[i] == "OpConstant" ? types.find(words[i + 1]) : types.end();
    const auto number = type == types.end() ? std::nullopt : lowestBits(words[i + 2], type->second);
    if (number) {
      const auto at = static_cast<std::size_t>(words[i + 2].data() - text.data());
      result.append(text, copied, at - copied);
      result += std::to_string(*number);
      copied = at + words[i + 2].size();
    }
  }
  return result + text.substr(copied);
}

constexpr std::size_t kBytesOfWord = sizeof(std::uint32_t);
constexpr std::uint32_t kMagic = 0x07230203;
constexpr std::size_t kLargestModule = 8U << 20U;  // bytes of a module, binary or text
constexpr std::uint32_t kMostLines = 1'000'000;    // of a file that a module names
constexpr unsigned kNewestVersion = 6;
constexpr std::size_t kMostToRead = 50'000;

std::uint32_t swapped(std::uint32_t word) {
  return word >> 24U | (word >> 8U & 0xff00U) | (word << 8U & 0xff0000U) | word << 24U;
}

Words wordsOf(std::string_view bytes) {
  Words words(bytes.size() / kBytesOfWord);
  std::memcpy(words.data(), bytes.data(), words.size() * kBytesOfWord);
  if (!words.empty() && words.front() == swapped(kMagic)) {
    std::ranges::transform(words, words.begin(), swapped);
  }
  return words;
}

/// `; Version: 1.4`, which disassemblers write; the newest without it.
unsigned versionOf(std::string_view text) {
  constexpr std::string_view kVersionMark = "; Version: 1.";
  const std::size_t at = text.find(kVersionMark);
  const std::size_t digit = at == std::string_view::npos ? at : at + kVersionMark.size();
  return digit < text.size() && '0' <= text[digit] && text[digit] <= '9'
             ? static_cast<unsigned>(text[digit] - '0')
             : kNewestVersion;
}

/// The same of a binary: OpSource and the number of the language.
Words withKnownLanguages(Words words) {
  constexpr std::size_t kHeader = 5;
  constexpr std::uint32_t kOpcodeMask = 0xffff;
  constexpr unsigned kCountShift = 16;
  constexpr auto kNewestLanguage = static_cast<std::uint32_t>(spv::SourceLanguage::CPP_for_OpenCL);
  for (std::size_t at = kHeader; at + 1 < words.size();) {
    const std::uint32_t count = words[at] >> kCountShift;
    if ((words[at] & kOpcodeMask) == static_cast<std::uint32_t>(spv::Op::OpSource) &&
        words[at + 1] > kNewestLanguage) {
      words[at + 1] = static_cast<std::uint32_t>(spv::SourceLanguage::Unknown);
    }
    at += std::max<std::uint32_t>(count, 1);
  }
  return words;
}

/// Languages that SPIRV-Tools of Debian 12 does not know the names of: which one it was means nothing.
std::string withKnownLanguages(std::string text) {
  constexpr std::string_view kNew = "OpSource Slang";
  for (std::size_t at = text.find(kNew); at != std::string::npos; at = text.find(kNew, at)) {
    text.replace(at, kNew.size(), "OpSource Unknown");
  }
  return text;
}

class Loader {
 public:
  Loader(const SourcePtr& source, Diagnostics& diagnostics, const Deadline& deadline)
      : written_(source->module() != nullptr ? source : nullptr),
        source_(written_ ? source->module() : source),
        diagnostics_(diagnostics),
        deadline_(deadline) {}

  LoadedModule run() {
    if (source_->fileEnd() > kLargestModule) {
      throw UserError(Place{source_, {}},
                      fmt::format("a module of more than {} MiB is not read", kLargestModule >> 20U));
    }
    const SourcePtr text = textOf();
    deadline_.check();
    Words words = assemble(text);
    deadline_.check();
    Listing listing(text, instructionSpans(std::string_view(text->text()).substr(0, text->fileEnd())));
    nameIds(words, listing);
    std::vector<std::uint32_t> order;
    words = inOrder(words, order);
    refuseTooLarge(order.size(), text);
    refuseTooNested(words, order, listing);
    const bool valid = validate(words, order, listing);
    deadline_.check();
    TracedModule traced = withOrigins(words);
    noteLines(traced, order, listing);
    Module module = moduleOf(traced.words, text);
    std::vector<std::string> passes;
    if (valid && module.memoryModel == spv::MemoryModel::GLSL450) {
      module = upgradedModule(traced.words, text, std::move(module), passes);
    }
    if (valid && !module.physicalPointers) {
      refuseTooLarge(inlinedSize(module, kMostToRead), text);
      module = simplifiedModule(traced.words, text, std::move(module), passes);
    }
    renumber(module, order);
    return {std::move(listing), std::move(module), std::move(passes)};
  }

 private:
  /// SPIRV-Tools cannot be interrupted: what it is given, and what it makes of it, is small enough.
  static void refuseTooLarge(std::size_t instructions, const SourcePtr& text) {
    if (instructions > kMostToRead) {
      throw UserError(
          Place{text, {}},
          fmt::format("a module of more than {} instructions, calls inlined, is not read", kMostToRead));
    }
  }

  static void refuseTooNested(const Words& words, const std::vector<std::uint32_t>& order,
                              const Listing& listing) {
    Nesting nesting;
    ToolMessage message;
    parse(
        words, [&](const ParsedInstruction& in) { nesting.take(in); }, message);
    if (const auto& found = nesting.found()) {
      const bool placed = found->instruction < order.size();
      throw UserError(placed ? listing.placeOf(order[found->instruction]) : Place{listing.text(), {}},
                      found->message);
    }
  }

  static Module moduleOf(const Words& words, const SourcePtr& text) {
    ToolMessage message;
    auto module = readWords(words, message);
    if (!module) {
      throw UserError(Place{text, {}}, message.text);
    }
    return std::move(*module);
  }

  /// Shaders of the older memory model, which HLSL is compiled to.
  Module upgradedModule(Words& words, const SourcePtr& text, Module asItIs,
                        std::vector<std::string>& passes) {
    ToolMessage message;
    auto newer = upgraded(words, message);
    if (!newer) {
      return asItIs;  // which says that its model is not supported
    }
    diagnostics_.warning({text, {}},
                         "the module is of the memory model GLSL450: it is read as SPIRV-Tools "
                         "upgrades it to that of Vulkan");
    words = std::move(*newer);
    passes.emplace_back(kUpgrade);
    return moduleOf(words, text);
  }

  /// Not where pointers can be stored: SPIRV-Tools' passes take a pointer that is loaded for the variable
  /// that it was loaded from (2023.1, --ssa-rewrite). Such modules are read as they are.
  Module simplifiedModule(const Words& words, const SourcePtr& text, Module asItIs,
                          std::vector<std::string>& passes) {
    ToolMessage message;
    if (const auto simple = simplified(words, message)) {
      passes.insert(passes.end(), simplifications().begin(), simplifications().end());
      return moduleOf(*simple, text);
    }
    diagnostics_.warning({text, {}}, "SPIRV-Tools could not simplify the module: " + message.text);
    return asItIs;
  }

  SourcePtr textOf() const {
    const std::string_view all = source_->text();
    if (!isBinary(all)) {
      return source_;
    }
    ToolMessage message;
    auto text = disassembled(withKnownLanguages(wordsOf(all.substr(0, source_->fileEnd()))), message);
    if (!text) {
      throw UserError(source_->name() + " is not a SPIR-V module: " + message.text);
    }
    return std::make_shared<const Source>(source_->name(), std::move(*text));
  }

  static Words assemble(const SourcePtr& text) {
    const std::string_view all = std::string_view(text->text()).substr(0, text->fileEnd());
    ToolMessage message;
    const std::string known = withKnownLanguages(std::string(all));
    auto words = assembled(known, versionOf(all), message);
    if (!words && message.text.find("negative number") != std::string::npos) {
      ToolMessage again;
      words = assembled(withoutNegatives(known), versionOf(all), again);
    }
    if (!words) {
      throw UserError(placeAt(text, message), message.text);
    }
    return std::move(*words);
  }

  static Place placeAt(const SourcePtr& text, const ToolMessage& message) {
    std::size_t begin = 0;
    const std::string_view all = text->text();
    for (std::size_t line = 0; line < message.line && begin < all.size(); ++line) {
      begin = std::min(all.find('\n', begin), all.size()) + 1;
    }
    begin = std::min(begin + message.column, all.size());
    std::size_t end = std::min(all.find_first_of(" \t\r\n", begin), all.size());
    return {text, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}};
  }

  static void nameIds(const Words& words, Listing& listing) {
    std::uint32_t number = 0;
    ToolMessage message;
    parse(
        words,
        [&](const ParsedInstruction& in) {
          if (in.result != kNoId) {
            listing.define(number, in.result);
          }
          ++number;
        },
        message);
  }

  bool validate(const Words& words, const std::vector<std::uint32_t>& order, const Listing& listing) {
    ToolMessage message;
    if (isValid(words, message)) {
      return true;
    }
    const std::size_t at = message.instruction;
    const Place place =
        0 < at && at <= order.size() ? listing.placeOf(order[at - 1]) : Place{listing.text(), {}};
    diagnostics_.warning(place, "the module is not valid, and is read as it is: " +
                                    message.text.substr(0, message.text.find('\n')));
    return false;
  }

  /// Files that nobody needs to read: reports name their lines.
  void noteLines(const TracedModule& traced, const std::vector<std::uint32_t>& order,
                 Listing& listing) const {
    std::map<std::string, std::uint32_t> last;
    for (const auto& [number, line] : traced.lines) {
      if (line.line <= kMostLines) {
        last[line.file] = std::max(last[line.file], line.line);
      }
    }
    std::map<std::string, SourcePtr> files;
    for (const auto& [file, lines] : last) {
      const std::string name = file.empty() ? "source" : file;
      files[file] =
          isWritten(file) ? written_ : std::make_shared<const Source>(name, std::string(lines, '\n'));
    }
    for (const auto& [number, line] : traced.lines) {
      if (line.line <= kMostLines && number < order.size()) {
        listing.noteWritten(order[number], placeOfLine(files[line.file], line.line));
      }
    }
  }

  /// Compilers give the file that they read an absolute path, or call it by the pipe that they read.
  bool isWritten(const std::string& file) const {
    constexpr std::string_view kPipe = "stdin";
    return written_ != nullptr && (file == kPipe || std::filesystem::path(file).filename() ==
                                                        std::filesystem::path(written_->name()).filename());
  }

  Place placeOfLine(const SourcePtr& file, std::uint32_t line) const {
    if (file != written_) {
      return {file, {line - 1, line - 1}};
    }
    const std::string_view text = file->line(line);
    const auto blanks = std::min(text.find_first_not_of(" \t"), text.size());
    const auto begin = static_cast<std::uint32_t>(file->lineStart(line) + blanks);
    return {file, {begin, static_cast<std::uint32_t>(begin + text.size() - blanks)}};
  }

  static void renumber(Module& module, const std::vector<std::uint32_t>& order) {
    for (Function& function : module.functions) {
      for (Block& block : function.blocks) {
        for (Instruction& in : block.code) {
          in.origin = in.origin < order.size() ? order[in.origin] : kNoOrigin;
        }
      }
    }
  }

  SourcePtr written_;  ///< the text that a compiler was given, where it is known
  SourcePtr source_;
  Diagnostics& diagnostics_;
  const Deadline& deadline_;
};

}  // namespace

Place Listing::placeOf(std::uint32_t number) const {
  return number < spans_.size() ? Place{text_, spans_[number]} : Place{text_, {}};
}

c::Origin Listing::originOf(std::uint32_t number) const {
  const Place place = placeOf(number);
  const auto written = written_.find(number);
  return {written == written_.end() ? place : written->second,
          number < spans_.size() ? c::foldedText(*text_, place.span) : ""};
}

std::string Listing::nameOf(Id id) const {
  const auto found = definitions_.find(id);
  if (found == definitions_.end() || found->second >= spans_.size()) {
    return fmt::format("%{}", id);
  }
  const std::string_view text = text_->slice(spans_[found->second]);
  return std::string(text.substr(0, text.find_first_of(" \t\r\n=")));
}

std::optional<Id> Listing::idOf(std::string_view name) const {
  const auto found = ids_.find(name);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

std::uint32_t Listing::definitionOf(Id id) const {
  const auto found = definitions_.find(id);
  return found == definitions_.end() ? kNoOrigin : found->second;
}

void Listing::define(std::uint32_t number, Id result) {
  definitions_.emplace(result, number);
  ids_.emplace(nameOf(result), result);
}

bool isBinary(std::string_view text) {
  if (text.size() < kBytesOfWord) {
    return false;
  }
  std::uint32_t word = 0;
  std::memcpy(&word, text.data(), kBytesOfWord);
  return word == kMagic || word == swapped(kMagic);
}

LoadedModule load(const SourcePtr& source, Diagnostics& diagnostics, const Deadline& deadline) {
  return Loader(source, diagnostics, deadline).run();
}

}  // namespace hrfcheck::frontend::spirv

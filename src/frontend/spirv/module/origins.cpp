#include "frontend/spirv/module/origins.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <numeric>
#include <set>
#include <spirv/unified1/spirv.hpp11>

#include "frontend/spirv/module/module.h"
#include "util/characters.h"

namespace hrfcheck::frontend::spirv {
namespace {

constexpr std::size_t kHeader = 5;  // SPIR-V, 2.3, "Physical Layout of a Module and Instruction"
constexpr std::size_t kBoundWord = 3;
constexpr std::uint32_t kOpcodeMask = 0xffff;
constexpr unsigned kCountShift = 16;

/// An instruction of a stream of words.
struct Piece {
  spv::Op op;
  std::size_t begin;
  std::size_t end;
};

std::vector<Piece> piecesOf(const Words& words) {
  std::vector<Piece> pieces;
  for (std::size_t at = kHeader; at < words.size();) {
    const std::size_t count = std::max<std::size_t>(words[at] >> kCountShift, 1);
    const std::size_t end = std::min(at + count, words.size());
    pieces.push_back({static_cast<spv::Op>(words[at] & kOpcodeMask), at, end});
    at = end;
  }
  return pieces;
}

/// The words of an instruction but for the first ones.
Words wordsOf(const Words& words, const Piece& piece, std::size_t skipped) {
  return Words(words.begin() + static_cast<std::ptrdiff_t>(piece.begin + skipped),
               words.begin() + static_cast<std::ptrdiff_t>(piece.end));
}

void append(Words& words, spv::Op op, const Words& operands) {
  words.push_back(std::uint32_t(operands.size() + 1) << kCountShift | std::uint32_t(op));
  words.insert(words.end(), operands.begin(), operands.end());
}

constexpr unsigned kStrings = 6;

/// SPIR-V, 2.4: which section an instruction outside of functions belongs to.
unsigned sectionOf(spv::Op op) {
  switch (op) {
    case spv::Op::OpCapability:
      return 0;
    case spv::Op::OpExtension:
      return 1;
    case spv::Op::OpExtInstImport:
      return 2;
    case spv::Op::OpMemoryModel:
      return 3;
    case spv::Op::OpEntryPoint:
      return 4;
    case spv::Op::OpExecutionMode:
    case spv::Op::OpExecutionModeId:
      return 5;
    case spv::Op::OpString:
    case spv::Op::OpSource:
    case spv::Op::OpSourceContinued:
    case spv::Op::OpSourceExtension:
      return kStrings;
    case spv::Op::OpName:
    case spv::Op::OpMemberName:
      return 7;
    case spv::Op::OpModuleProcessed:
      return 8;
    case spv::Op::OpDecorate:
    case spv::Op::OpMemberDecorate:
    case spv::Op::OpDecorateId:
    case spv::Op::OpDecorateString:
    case spv::Op::OpMemberDecorateString:
    case spv::Op::OpDecorationGroup:
    case spv::Op::OpGroupDecorate:
    case spv::Op::OpGroupMemberDecorate:
      return 9;
    default:
      return 10;
  }
}

/// Whether OpLine may stand before it.
bool takesLine(spv::Op op, spv::Op before) {
  const bool merges = before == spv::Op::OpSelectionMerge || before == spv::Op::OpLoopMerge;
  return !merges && op != spv::Op::OpLabel && op != spv::Op::OpFunctionEnd &&
         op != spv::Op::OpFunctionParameter && op != spv::Op::OpFunction && op != spv::Op::OpVariable;
}

class Tracer {
 public:
  explicit Tracer(const Words& words) : words_(words) {}

  TracedModule run() {
    result_.words.assign(words_.begin(), words_.begin() + kHeader);
    file_ = words_[kBoundWord];
    result_.words[kBoundWord] = file_ + 1;
    for (const Piece& piece : piecesOf(words_)) {
      take(piece);
      ++number_;
    }
    return std::move(result_);
  }

 private:
  Words operandsOf(const Piece& piece) const { return wordsOf(words_, piece, 1); }

  void take(const Piece& piece) {
    // A module that is not valid is read as well: these may lack their operands.
    if (piece.op == spv::Op::OpLine) {
      const Words operands = operandsOf(piece);
      line_ = operands.size() > 1 ? SourceLine{strings_[operands[0]], operands[1]} : SourceLine{};
      return;
    }
    if (piece.op == spv::Op::OpNoLine) {
      line_ = {};
      return;
    }
    if (piece.op == spv::Op::OpString) {
      if (const Words operands = operandsOf(piece); !operands.empty()) {
        strings_[operands[0]] = textIn(operands, 1);
      }
    }
    note(piece);
    copy(piece);
    function_ = (function_ || piece.op == spv::Op::OpFunction) && piece.op != spv::Op::OpFunctionEnd;
    before_ = piece.op;
  }

  void note(const Piece& piece) {
    if (line_.line != 0) {
      result_.lines[number_] = line_;
    }
    if (!hasFile_ && sectionOf(piece.op) >= kStrings) {
      append(result_.words, spv::Op::OpString, {file_, 0});
      hasFile_ = true;
    }
    if (function_ && hasFile_ && takesLine(piece.op, before_)) {
      append(result_.words, spv::Op::OpLine, {file_, number_, 0});
    }
  }

  void copy(const Piece& piece) {
    const std::size_t at = result_.words.size();
    std::ranges::copy(wordsOf(words_, piece, 0), std::back_inserter(result_.words));
    constexpr std::size_t kControl = 3;
    if (piece.op == spv::Op::OpFunction && piece.end - piece.begin > kControl) {
      result_.words[at + kControl] &= ~std::uint32_t(spv::FunctionControlMask::DontInline);
    }
  }

  const Words& words_;
  TracedModule result_;
  std::map<Id, std::string> strings_;
  SourceLine line_;
  std::uint32_t number_ = 0;
  std::uint32_t file_ = 0;
  bool hasFile_ = false;
  bool function_ = false;
  spv::Op before_ = spv::Op::OpNop;
};

/// Sets of instructions that describe the program that was compiled to debuggers: "OpenCL.DebugInfo.100".
std::set<Id> debugSets(const Words& words, const std::vector<Piece>& pieces) {
  std::set<Id> sets;
  for (const Piece& piece : pieces) {
    if (piece.op == spv::Op::OpExtInstImport && piece.end - piece.begin > 2) {
      if (textIn(wordsOf(words, piece, 2), 0).find("DebugInfo") != std::string::npos) {
        sets.insert(words[piece.begin + 1]);
      }
    }
  }
  return sets;
}

bool isDebugInfo(const Words& words, const Piece& piece, const std::set<Id>& sets) {
  constexpr std::size_t kSet = 3;
  return piece.op == spv::Op::OpExtInst && piece.end - piece.begin > kSet &&
         sets.contains(words[piece.begin + kSet]);
}

/// Hints to compilers, in kernels: control flow has no structure there.
bool isMerge(spv::Op op) {
  return op == spv::Op::OpLoopMerge || op == spv::Op::OpSelectionMerge;
}

bool isForKernels(const Words& words, const std::vector<Piece>& pieces) {
  const auto model = std::ranges::find(pieces, spv::Op::OpMemoryModel, &Piece::op);
  return model != pieces.end() && model->end - model->begin > 2 &&
         words[model->begin + 2] == std::uint32_t(spv::MemoryModel::OpenCL);
}

bool isOpcodeWord(std::string_view word) {
  return word.size() > 2 && word.starts_with("Op") && std::isupper(static_cast<unsigned char>(word[2])) != 0;
}

}  // namespace

std::uint32_t originOf(const Words& operandsOfLine) {
  return operandsOfLine.size() > 1 ? operandsOfLine[1] : kNoOrigin;
}

TracedModule withOrigins(const Words& words) {
  return Tracer(words).run();
}

Words inOrder(const Words& words, std::vector<std::uint32_t>& order) {
  std::vector<Piece> pieces = piecesOf(words);
  order.resize(pieces.size());
  std::iota(order.begin(), order.end(), 0U);
  std::erase_if(order, [&, sets = debugSets(words, pieces),
                        kernels = isForKernels(words, pieces)](std::uint32_t number) {
    const Piece& piece = pieces[number];
    return isDebugInfo(words, piece, sets) || (kernels && isMerge(piece.op));
  });
  const auto functions =
      std::ranges::find(order, spv::Op::OpFunction, [&](std::uint32_t n) { return pieces[n].op; }) -
      order.begin();
  std::stable_sort(order.begin(), order.begin() + functions, [&](std::uint32_t a, std::uint32_t b) {
    return sectionOf(pieces[a].op) < sectionOf(pieces[b].op);
  });
  Words result(words.begin(), words.begin() + kHeader);
  for (const std::uint32_t number : order) {
    std::ranges::copy(wordsOf(words, pieces[number], 0), std::back_inserter(result));
  }
  return result;
}

std::vector<Span> instructionSpans(std::string_view text) {
  std::vector<Span> spans;
  std::uint32_t start = 0;  // of the instruction: of its result, if it has one
  bool result = false;
  const auto size = static_cast<std::uint32_t>(text.size());
  for (std::uint32_t at = 0; at < size;) {
    const char c = text[at];
    if (c == ';') {
      at = static_cast<std::uint32_t>(std::min<std::size_t>(text.find('\n', at), size));
    } else if (c == '"') {
      for (++at; at < size && text[at] != '"'; ++at) {
        at += text[at] == '\\' ? 1 : 0;
      }
      ++at;
    } else if (isSpace(c)) {
      ++at;
    } else {
      const std::uint32_t begin = at;
      while (at < size && !isSpace(text[at]) && text[at] != ';') {
        ++at;
      }
      const std::string_view word = text.substr(begin, at - begin);
      if (isOpcodeWord(word)) {
        const auto end =
            static_cast<std::uint32_t>(std::min<std::size_t>(text.find_first_of(";\n", at), size));
        spans.push_back({result ? start : begin, end});
        result = false;
      } else if (word == "=") {
        result = true;
      } else if (!result) {
        start = begin;
      }
    }
  }
  for (Span& span : spans) {
    while (span.end > span.begin && isSpace(text[span.end - 1])) {
      --span.end;
    }
  }
  return spans;
}

}  // namespace hrfcheck::frontend::spirv

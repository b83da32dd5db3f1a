#include "frontend/spirv/module/header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "frontend/shared/condition_parser.h"
#include "frontend/shared/initial_state.h"
#include "util/characters.h"

namespace hrfcheck::frontend::spirv {
namespace {

constexpr unsigned kDeepestLine = 100;
constexpr std::size_t kMostParts = 65'536;  // numbers, comparisons
constexpr std::string_view kMark = "@";

/// A mistake in a line: the rest of it is not read.
struct BadLine {};

bool isNamePart(char c) {
  return isWordPart(c) || c == '.';
}

/// Reads the words of one line.
class LineReader {
 public:
  LineReader(const SourcePtr& source, Span line, Diagnostics& diagnostics)
      : source_(source), text_(source->text()), at_(line.begin), end_(line.end), diagnostics_(diagnostics) {}

  bool atEnd() {
    skipBlanks();
    return at_ == end_;
  }
  std::uint32_t position() {
    skipBlanks();
    return at_;
  }
  Span since(std::uint32_t begin) const { return {begin, at_}; }

  bool accept(std::string_view symbol) {
    skipBlanks();
    const bool there = text_.substr(at_, end_ - at_).starts_with(symbol);
    const bool word = isLetter(symbol.front());
    const std::uint32_t behind = at_ + static_cast<std::uint32_t>(symbol.size());
    if (!there || (word && behind < end_ && isNamePart(text_[behind]))) {
      return false;
    }
    at_ = behind;
    return true;
  }

  void expect(std::string_view symbol) {
    if (!accept(symbol)) {
      fail(fmt::format("expected '{}'", symbol));
    }
  }

  bool atNumber() {
    skipBlanks();
    const std::uint32_t digit = at_ < end_ && text_[at_] == '-' ? at_ + 1 : at_;
    return digit < end_ && isDigit(text_[digit]);
  }

  /// Up to 64 bits, with or without sign.
  Value number() {
    skipBlanks();
    const std::uint32_t begin = at_;
    const bool minus = accept("-");
    std::uint64_t magnitude = 0;
    const char* last = text_.data() + end_;
    const auto [behind, error] = std::from_chars(text_.data() + at_, last, magnitude);
    const bool large = minus && magnitude > std::uint64_t{1} << 63U;
    if (error != std::errc{} || large) {
      fail("expected a number of at most 64 bits");
    }
    at_ = static_cast<std::uint32_t>(behind - text_.data());
    if (at_ < end_ && isNamePart(text_[at_])) {
      at_ = begin;
      fail("expected a number");
    }
    return static_cast<Value>(minus ? 0 - magnitude : magnitude);
  }

  std::string_view name() {
    skipBlanks();
    const std::uint32_t begin = at_;
    expect("%");
    while (at_ < end_ && isNamePart(text_[at_])) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  [[noreturn]] void fail(const std::string& message) {
    diagnostics_.error({source_, {position(), std::max(at_, end_)}}, message);
    throw BadLine{};
  }

  void count() {
    if (++parts_ > kMostParts) {
      fail(fmt::format("more than {} parts", kMostParts));
    }
  }

 private:
  void skipBlanks() {
    while (at_ < end_ && isSpace(text_[at_])) {
      ++at_;
    }
  }

  const SourcePtr& source_;
  std::string_view text_;
  std::uint32_t at_;
  std::uint32_t end_;
  Diagnostics& diagnostics_;
  std::size_t parts_ = 0;
};

InputValue readValue(LineReader& in, unsigned depth) {
  InputValue value;
  in.count();
  const std::uint32_t begin = in.position();
  if (in.accept("{")) {
    if (depth > kDeepestLine) {
      in.fail("these values are nested too deeply");
    }
    if (!in.accept("}")) {
      do {
        value.parts.push_back(readValue(in, depth + 1));
      } while (in.accept(","));
      in.expect("}");
    }
  } else if (in.accept("true")) {
    value.number = 1;
  } else if (in.accept("false")) {
    value.number = 0;
  } else {
    value.number = in.number();
  }
  value.span = in.since(begin);
  return value;
}

class ConditionReader {
 public:
  explicit ConditionReader(LineReader& in) : in_(in) {}

  HeaderConditionPtr run() { return joint(Joint::Or); }

 private:
  using Words = std::array<std::string_view, 3>;
  static constexpr Words kOr = {"or", "||", "\\/"};
  static constexpr Words kAnd = {"and", "&&", "/\\"};
  static constexpr Words kNot = {"not", "!", "~"};

  bool acceptAny(const Words& words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return in_.accept(word); });
  }

  HeaderConditionPtr joint(Joint joint) {
    HeaderCondition result;
    result.joint = joint;
    do {
      result.parts.push_back(joint == Joint::Or ? this->joint(Joint::And) : negation());
    } while (acceptAny(joint == Joint::Or ? kOr : kAnd));
    return result.parts.size() == 1 ? result.parts.front()
                                    : std::make_shared<const HeaderCondition>(std::move(result));
  }

  HeaderConditionPtr negation() {
    in_.count();
    if (++depth_ > kDeepestLine) {
      in_.fail("this condition is nested too deeply");
    }
    HeaderConditionPtr result;
    if (acceptAny(kNot)) {
      HeaderCondition inverted;
      inverted.joint = Joint::Not;
      inverted.parts = {negation()};
      result = std::make_shared<const HeaderCondition>(std::move(inverted));
    } else if (in_.accept("(")) {
      result = joint(Joint::Or);
      in_.expect(")");
    } else if (in_.accept("true")) {
      result = std::make_shared<const HeaderCondition>();
    } else {
      result = comparison();
    }
    --depth_;
    return result;
  }

  HeaderConditionPtr comparison() {
    HeaderTerm left = term();
    for (const CompareSymbol& candidate : byLength()) {
      if (in_.accept(candidate.symbol)) {
        HeaderCondition result;
        result.comparison = HeaderCondition::Comparison{std::move(left), candidate.op, term()};
        return std::make_shared<const HeaderCondition>(std::move(result));
      }
    }
    in_.fail("expected a comparison, such as '=='");
  }

  /// `==` before `=`.
  static const std::vector<CompareSymbol>& byLength() {
    static const std::vector<CompareSymbol> kSorted = [] {
      std::vector<CompareSymbol> symbols(kCompareSymbols.begin(), kCompareSymbols.end());
      std::ranges::stable_sort(symbols, std::ranges::greater{},
                               [](const CompareSymbol& s) { return s.symbol.size(); });
      return symbols;
    }();
    return kSorted;
  }

  HeaderTerm term() {
    if (in_.atNumber()) {
      return in_.number();
    }
    const std::uint32_t begin = in_.position();
    MemoryReference reference;
    reference.name = in_.name();
    while (in_.accept("[")) {
      const Value index = in_.number();
      if (index < 0 || index > static_cast<Value>(kMaxArraySize)) {
        in_.fail(fmt::format("{} is not an index", index));
      }
      reference.path.push_back(static_cast<std::uint32_t>(index));
      in_.expect("]");
    }
    reference.span = in_.since(begin);
    return reference;
  }

  LineReader& in_;
  unsigned depth_ = 0;
};

class HeaderReader {
 public:
  HeaderReader(const SourcePtr& source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics) {}

  Header run() {
    const std::string_view text = source_->text();
    for (std::size_t begin = 0; begin < source_->fileEnd();) {
      const std::size_t end = std::min<std::size_t>(text.find('\n', begin), source_->fileEnd());
      line({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
      begin = end + 1;
    }
    return std::move(header_);
  }

 private:
  void line(Span span) {
    LineReader in(source_, span, diagnostics_);
    if (!in.accept(";") || !in.accept(kMark)) {
      return;
    }
    try {
      statement(in);
      if (!in.atEnd()) {
        in.fail("expected the end of the line");
      }
    } catch (const BadLine&) {
      // Reported.
    }
  }

  void statement(LineReader& in) {
    const std::uint32_t begin = in.position();
    if (in.accept("Input:")) {
      do {
        const std::uint32_t at = in.position();
        InputLine input;
        input.name = in.name();
        input.span = in.since(at);
        in.expect("=");
        input.value = readValue(in, 0);
        header_.inputs.push_back(std::move(input));
      } while (in.accept(","));
    } else if (in.accept("Output:")) {
      output(in, begin);
    } else if (in.accept("Filter:")) {
      header_.filters.push_back(ConditionReader(in).run());
    } else if (in.accept("Config:")) {
      config(in, begin);
    } else {
      in.fail("expected Input:, Output:, Filter: or Config:");
    }
  }

  void output(LineReader& in, std::uint32_t begin) {
    OutputLine output;
    if (in.accept("forall")) {
      output.quantifier = Quantifier::Forall;
    } else if (in.accept("not")) {
      in.expect("exists");
      output.quantifier = Quantifier::NotExists;
    } else if (in.accept("~exists")) {
      output.quantifier = Quantifier::NotExists;
    } else if (in.accept("exists")) {
      output.quantifier = Quantifier::Exists;
    } else {
      in.fail("expected exists, not exists or forall");
    }
    output.condition = ConditionReader(in).run();
    output.span = in.since(begin);
    header_.outputs.push_back(std::move(output));
  }

  void config(LineReader& in, std::uint32_t begin) {
    ConfigLine config;
    config.itemsPerSubGroup = size(in);
    in.expect(",");
    config.subGroupsPerGroup = size(in);
    in.expect(",");
    config.groups = size(in);
    config.span = in.since(begin);
    const std::uint64_t threads =
        std::uint64_t{config.itemsPerSubGroup} * config.subGroupsPerGroup * config.groups;
    if (threads > kMaxThreads) {
      in.fail(fmt::format("this is a launch of {} threads; a test has at most {}", threads, kMaxThreads));
    }
    header_.config = config;
  }

  static std::uint32_t size(LineReader& in) {
    const Value number = in.number();
    if (number < 1 || number > static_cast<Value>(kMaxThreads)) {
      in.fail(fmt::format("expected a number from 1 to {}", kMaxThreads));
    }
    return static_cast<std::uint32_t>(number);
  }

  const SourcePtr& source_;
  Diagnostics& diagnostics_;
  Header header_;
};

}  // namespace

Header readHeader(const SourcePtr& source, Diagnostics& diagnostics) {
  return HeaderReader(source, diagnostics).run();
}

void forEachReference(const HeaderCondition& condition,
                      const std::function<void(const MemoryReference&)>& take) {
  for (const HeaderConditionPtr& part : condition.parts) {
    forEachReference(*part, take);
  }
  if (condition.comparison) {
    for (const HeaderTerm* term : {&condition.comparison->left, &condition.comparison->right}) {
      if (const auto* reference = std::get_if<MemoryReference>(term)) {
        take(*reference);
      }
    }
  }
}

}  // namespace hrfcheck::frontend::spirv

#include "frontend/shared/preamble.h"

#include <algorithm>

#include "frontend/shared/grammar.h"
#include "util/text.h"
#include "util/utf8.h"

namespace hrfcheck::frontend {
namespace {

namespace pegtl = tao::pegtl;
using Input = pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf_crlf, const char*>;

struct State {
  Preamble& preamble;
  std::string key;
  bool opened = false;
};

template <typename Rule>
struct Action : pegtl::nothing<Rule> {};
template <>
struct Action<grammar::Description> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    std::string& description = state.preamble.description;
    const std::string_view quoted = in.string_view();
    description += (description.empty() ? "" : "\n");
    description += quoted.substr(1, quoted.size() - 2);
  }
};
template <>
struct Action<grammar::Key> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    state.key = in.string();
  }
};
template <>
struct Action<grammar::KeyValueText> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    state.preamble.keyValues[state.key] = in.string();
  }
};
template <>
struct Action<grammar::StateOpening> {
  static void apply0(State& state) { state.opened = true; }
};

/// One rule at `at`; the offset behind it, or `at` when it does not match.
/// @throws pegtl::parse_error for an unclosed string or comment.
template <typename Rule>
std::uint32_t match(std::string_view text, std::uint32_t at) {
  Input in(text.data() + at, text.data() + text.size(), "");
  pegtl::parse<Rule, pegtl::nothing, grammar::Control>(in);
  return static_cast<std::uint32_t>(in.current() - text.data());
}

std::uint32_t skip(const SourcePtr& source, std::uint32_t at) {
  try {
    return match<pegtl::seq<pegtl::opt<grammar::ByteOrderMark>, pegtl::star<grammar::Skipped>>>(
        std::string_view(source->text()).substr(0, source->fileEnd()), at);
  } catch (const pegtl::parse_error& e) {
    throw UserError({source, {at, at + 1}}, std::string(e.message()));
  }
}

}  // namespace

Preamble readHeading(const SourcePtr& source) {
  const std::string_view text = std::string_view(source->text()).substr(0, source->fileEnd());
  Preamble preamble;
  const std::uint32_t begin = skip(source, 0);
  const std::uint32_t behind = match<grammar::Word>(text, begin);
  if (behind == begin) {
    throw UserError({source, {begin, begin + 1}},
                    "expected a dialect and a name, such as 'HSA message-passing'");
  }
  preamble.dialect = text.substr(begin, behind - begin);
  preamble.dialectSpan = {begin, behind};
  preamble.end = match<grammar::TestName>(text, behind);
  // Reports and logs show it, and find tests by it.
  preamble.name = cleaned(stripped(text.substr(behind, preamble.end - behind)), Controls::None);
  return preamble;
}

void readDescriptions(const SourcePtr& source, Preamble& preamble, Diagnostics& diagnostics) {
  const std::string_view text = std::string_view(source->text()).substr(0, source->fileEnd());
  if (preamble.name.empty()) {
    diagnostics.error({source, preamble.dialectSpan},
                      "expected the name of the test after '" + preamble.dialect + "'");
  }
  State state{preamble, "", false};
  while (preamble.end < text.size()) {
    const std::uint32_t at = preamble.end;
    Input in(text.data() + at, text.data() + text.size(), "");
    std::string problem = "expected a description in quotes, Key=Value, or the initial state in '{ }'";
    try {
      if (pegtl::parse<grammar::PreambleElement, Action, grammar::Control>(in, state)) {
        if (state.opened) {
          return;
        }
        preamble.end = static_cast<std::uint32_t>(in.current() - text.data());
        continue;
      }
    } catch (const pegtl::parse_error& e) {
      problem = e.message();
    }
    diagnostics.error({source, {at, at + 1}}, problem);
    preamble.end = static_cast<std::uint32_t>(std::min(text.find('{', at), text.size()));
  }
}

}  // namespace hrfcheck::frontend

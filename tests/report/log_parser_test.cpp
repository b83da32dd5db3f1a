#include "report/log/log_parser.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "report/log/herd_log.h"
#include "util/diagnostic.h"
#include "util/random.h"

namespace log_parser_test {

using namespace hrfcheck;

namespace {

std::vector<ParsedEntry> parsed(const std::string& text) {
  return parseLog(std::make_shared<const Source>("a.log", text));
}

LogEntry one(const std::string& text) {
  const std::vector<ParsedEntry> entries = parsed(text);
  REQUIRE(entries.size() == 1);
  return entries.front().entry;
}

/// "3:1 message" of every mistake.
std::vector<std::string> mistakes(const std::string& text) {
  std::vector<std::string> result;
  try {
    parsed(text);
  } catch (const UserError& error) {
    for (const Diagnostic& d : error.diagnostics()) {
      const LineColumn at = d.place.position();
      result.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + " " + d.message);
    }
  }
  return result;
}

using Mistakes = std::vector<std::string>;

const std::string kStoreBuffering = R"(Test SB Allowed
States 3
0:r0=0; 1:r0=1;
0:r0=1; 1:r0=0;
0:r0=1; 1:r0=1;
No
Witnesses
Positive: 0 Negative: 3
Condition exists (0:r0=0 /\ 1:r0=0)
Observation SB Never 0 3
Time SB 0.12
Hash=00ff

)";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

template <typename Element>
const Element& anyOf(Random& random, const std::vector<Element>& elements) {
  return elements[random.below(elements.size())];
}

/// Distinct elements, in order.
std::vector<std::string> someOf(Random& random, const std::vector<std::string>& elements) {
  std::vector<std::string> chosen;
  std::copy_if(elements.begin(), elements.end(), std::back_inserter(chosen),
               [&](const std::string&) { return random.chance(40); });
  return chosen;
}

LogEntry randomEntry(Random& random) {
  LogEntry entry;
  entry.test = anyOf<std::string>(random, {"SB", "MP with spaces", "a+b-c.d", "Größe", "Hash=1", "=;"});
  entry.models = someOf(random, {"hrf-direct", "rsp", "models/my.cat"});
  entry.kind = kindNamed(anyOf<std::string>(random, {"Allowed", "Forbidden", "Required", ""}));
  for (const std::string& flag : someOf(random, {"heterogeneous-race", "scope-inclusion", "x"})) {
    entry.flags.push_back(flag);
    entry.pairs.push_back({flag, "P0:" + std::to_string(random.below(9)), "P10:0"});
  }
  entry.incidents = someOf(random, {"bound-reached P0:3", "fault P1:0", "barrier-divergence P0:1"});
  const std::vector<std::string> names = someOf(random, {"0:r0", "[x]", "12:X1", "[q[2]]", "[ü]"});
  for (std::uint64_t i = names.empty() ? random.below(2) : random.below(5); i > 0; --i) {
    LoggedState& state = entry.states.emplace_back();
    for (const std::string& name : names) {
      state.emplace_back(
          name, anyOf<std::string>(random, {"0", "1", "-7", "x", "q[1]", "18446744073709551615", "0b"}));
    }
  }
  entry.result = *resultNamed(
      anyOf<std::string>(random, {"Ok", "No", "Undef", "Loop Ok", "Loop No", "Loop Undef", "?? (time limit)",
                                  "?? (vacuous)", "?? (solver: incomplete)"}));
  entry.positive = random.below(2) == 0 ? random.below(3) : random.next();
  entry.negative = random.below(100);
  entry.condition =
      anyOf<std::string>(random, {"exists (0:r0=1)", "~exists (true)", "forall ([x]=1 \\/ [x]=2)"});
  entry.observation =
      anyOf<Observation>(random, {Observation::Sometimes, Observation::Never, Observation::Always,
                                  Observation::Undecided, Observation::Vacuous});
  entry.incomplete = anyOf<std::string>(random, {"", "time limit", "solver: gave up"});
  entry.seconds = static_cast<double>(random.below(100000)) / 100;
  entry.hash = anyOf<std::string>(random, {"", "0123456789abcdef"});
  return entry;
}

}  // namespace

TEST_CASE("what is printed is parsed, whatever the entries") {
  Random random(7);
  for (int round = 0; round < 2000; ++round) {
    std::vector<LogEntry> entries;
    std::string text;
    for (std::uint64_t i = random.below(4); i > 0; --i) {
      entries.push_back(randomEntry(random));
      text += printLog(entries.back());
    }
    CAPTURE(text);
    const std::vector<ParsedEntry> read = parsed(random.chance(20) ? replaced(text, "\n", "\r\n") : text);
    REQUIRE(read.size() == entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      CHECK(read[i].entry == entries[i]);
    }
  }
}

TEST_CASE("damaged logs give entries or mistakes, nothing else") {
  Random random(11);
  const std::vector<std::string> pieces{"\n",
                                        "\r\n",
                                        "States 2\n",
                                        "Test B Allowed\n",
                                        ";",
                                        "=",
                                        "0x",
                                        "Ok\n",
                                        "Histogram (1 states)\n",
                                        "\n\n",
                                        "Observation ",
                                        "99999999999999999999",
                                        " "};
  std::size_t readable = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = printLog(randomEntry(random)) + printLog(randomEntry(random));
    for (std::uint64_t i = 1 + random.below(3); i > 0; --i) {
      const std::size_t at = random.below(text.size());
      text.replace(at, random.below(12), random.chance(50) ? "" : anyOf(random, pieces));
    }
    CAPTURE(text);
    try {
      parsed(text);
      ++readable;
    } catch (const UserError& error) {
      CHECK(!error.diagnostics().empty());
    }
  }
  CHECK(readable > 100);
  CHECK(readable < 2900);
}

TEST_CASE("an entry of ours that is cut off anywhere is a mistake") {
  LogEntry entry = one(kStoreBuffering);
  entry.models = {"sc"};
  entry.flags = {"race"};
  const std::string text = printLog(entry);
  // Behind the last word that is compared, what is cut is a part of the hash.
  for (std::size_t length = 5; length < text.find("Hash=") + 5; ++length) {
    CAPTURE(text.substr(0, length));
    CHECK(!mistakes(text.substr(0, length)).empty());
    CHECK(!mistakes(text.substr(0, length) + "\n" + text).empty());
  }
}

TEST_CASE("herd's log") {
  const LogEntry entry = one(kStoreBuffering);
  CHECK(entry.test == "SB");
  CHECK(entry.models.empty());
  CHECK(entry.kind == Quantifier::Exists);
  CHECK(entry.states.size() == 3);
  CHECK(entry.states[0] == LoggedState{{"0:r0", "0"}, {"1:r0", "1"}});
  CHECK(entry.result == LoggedResult{ResultWord::No});
  CHECK(entry.positive == 0);
  CHECK(entry.negative == 3);
  CHECK(entry.condition == "exists (0:r0=0 /\\ 1:r0=0)");
  CHECK(entry.observation == Observation::Never);
  CHECK(entry.seconds == doctest::Approx(0.12));
  CHECK(entry.hash == "00ff");
}

TEST_CASE("places of entries") {
  const auto entries = parsed("a line\n\n" + kStoreBuffering + kStoreBuffering);
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].line == 3);
  CHECK(entries[1].line == 16);
}

TEST_CASE("lines that herd prints for some tests") {
  const LogEntry entry = one(replaced(
      replaced(kStoreBuffering, "Condition", "Bad executions (0 in total): 0\nFlag mixed\nCondition"),
      "Hash=", "Cycle=Fre PodWR\nGenerator=diy7\nKey SB 12\nRelax SB No\nHash="));
  CHECK(entry.flags == std::vector<std::string>{"mixed"});
  CHECK(entry.hash == "00ff");
  CHECK(entry.observation == Observation::Never);
}

TEST_CASE("a test without a quantifier, without witnesses") {
  const LogEntry entry = one("Test A\nStates 1\n[x]=1;\nOk\nObservation A Always 1 0\n");
  CHECK(entry.test == "A");
  CHECK_FALSE(entry.kind);
  CHECK(entry.positive == 1);
  CHECK(entry.hash.empty());
}

TEST_CASE("litmus7's log") {
  const std::string text =
      "%%%%%%%%%%%%%%%%%%\n% Results for SB.litmus %\n%%%%%%%%%%%%%%%%%%\nX86 SB\n{ x=0; }\n P0 ;\n"
      "Generated assembler\n#START _litmus_P0\n\n"
      "Test SB Allowed\nHistogram (3 states)\n12    *>0:r0=0; x=0x1;\n499999:>0:r0=1; [x]=0;\n1     "
      ":>0:r0=1; [ "
      "x ]=-0x2;\nOk\n\nWitnesses\nPositive: 12, Negative: 500000\nCondition exists (0:r0=0) is validated\n"
      "Hash=2d53e83cd627ba17ab11c875525e078b\nObservation SB Sometimes 12 500000\nTime SB 0.11\n\n"
      "Machine:laptop\n";
  const LogEntry entry = one(text);
  CHECK(entry.states == std::vector<LoggedState>{{{"0:r0", "0"}, {"[x]", "1"}},
                                                 {{"0:r0", "1"}, {"[x]", "0"}},
                                                 {{"0:r0", "1"}, {"[x]", "-2"}}});
  CHECK(entry.condition == "exists (0:r0=0)");
  CHECK(entry.positive == 12);
  CHECK(entry.negative == 500000);
  CHECK(entry.hash == "2d53e83cd627ba17ab11c875525e078b");
  CHECK(one(replaced(text, "is validated", "is NOT validated")).condition == "exists (0:r0=0)");
  CHECK(one(replaced(text, "\n", "\r\n")) == entry);
}

TEST_CASE("witnesses are swapped back for ~exists where no observation tells") {
  const std::string text =
      replaced(replaced(kStoreBuffering, "Allowed", "Forbidden"), "Observation SB Never 0 3\n", "");
  CHECK(one(text).positive == 3);
  CHECK(one(text).negative == 0);
  CHECK(one(replaced(text, "Forbidden", "Required")).positive == 0);
}

TEST_CASE("values are plain: hexadecimal as 64 bits with a sign, addresses by name") {
  const auto value = [](const std::string& written) {
    return one(replaced("Test A Allowed\nStates 1\n0:r0=VALUE;\nOk\nTime A 0\n", "VALUE", written))
        .states.at(0)
        .at(0)
        .second;
  };
  CHECK(value("0x1f") == "31");
  CHECK(value("0XFFFFFFFFFFFFFFFF") == "-1");
  CHECK(value("-0x10") == "-16");
  CHECK(value("-3") == "-3");
  CHECK(value("x") == "x");
  CHECK(value("&x") == "x");
  CHECK(value("{1,2}") == "{1,2}");
}

TEST_CASE("nothing observed is one empty state; nothing allowed is none") {
  CHECK(one("Test A Allowed\nStates 1\n\nOk\nTime A 0\n").states == std::vector<LoggedState>{{}});
  CHECK(one("Test A Allowed\nStates 0\n\nNo\nTime A 0\n").states.empty());
  CHECK(one("Test A Allowed\nHistogram (1 states)\n7 *>\nOk\nTime A 0\n").states ==
        std::vector<LoggedState>{{}});
}

TEST_CASE("every result word") {
  for (const std::string word :
       {"Ok", "No", "Undef", "Succeeded", "Failed", "Loop Ok", "Loop No", "??", "?? (x)"}) {
    CHECK(one("Test A Allowed\nStates 0\n" + word + "\nTime A 0\n").result == resultNamed(word));
    CHECK(resultText(*resultNamed(word)) == word);
  }
  CHECK(mistakes("Test A Allowed\nStates 0\nOkay\nTime A 0\n") ==
        Mistakes{"3:1 expected the result, such as 'Ok' or 'No'"});
}

TEST_CASE("states that are no states") {
  const auto with = [](const std::string& state) {
    return mistakes("Test A Allowed\nStates 2\n0:r0=0;\n" + state + "\nOk\nTime A 0\n");
  };
  CHECK(with("0:r0=1;").empty());
  const Mistakes malformed{"4:1 expected a state such as '0:r0=1; [x]=2;': 1 of 2 states are here"};
  for (const std::string state :
       {"0:r0=1", "0:r0=1; 0:r1", "0:r0=;", "=1;", "[x=1;", "[]=1;", "", ";", "Ok", "0:r0=1; 0:r0=1;"}) {
    CAPTURE(state);
    CHECK(with(state) == malformed);
  }
  CHECK(with("0:r1=1;") == Mistakes{"4:1 this state has other names than the first"});
}

TEST_CASE("more or fewer states than announced") {
  CHECK(mistakes(replaced(kStoreBuffering, "States 3", "States 2")) ==
        Mistakes{"5:1 more than the 2 states announced"});
  CHECK(mistakes(replaced(kStoreBuffering, "States 3", "States 4")) ==
        Mistakes{"6:1 expected a state such as '0:r0=1; [x]=2;': 3 of 4 states are here"});
  CHECK(mistakes(replaced(kStoreBuffering, "States 3", "States many")) ==
        Mistakes{"2:1 expected the number of states"});
  CHECK(mistakes(replaced(kStoreBuffering, "States 3", "Histogram (3)")) ==
        Mistakes{"2:1 expected the number of states"});
}

TEST_CASE("entries that lost their end or their beginning; the others are read on") {
  const auto upTo = [](const std::string& line) {
    return kStoreBuffering.substr(0, kStoreBuffering.find(line));
  };
  CHECK(mistakes(upTo("States 3")) == Mistakes{"1:1 the entry of SB is cut off: its states are missing"});
  CHECK(mistakes(upTo("0:r0=1; 1:r0=0;")) ==
        Mistakes{"4:1 expected a state such as '0:r0=1; [x]=2;': 1 of 3 states are here"});
  CHECK(mistakes(upTo("\n0:r0=1; 1:r0=0;") + "\n" + kStoreBuffering) ==
        Mistakes{"1:1 the entry of SB is cut off: 2 of 3 states are missing"});
  CHECK(mistakes(upTo("No\n")) == Mistakes{"1:1 the entry of SB is cut off: its result is missing"});
  CHECK(mistakes(upTo("Observation") + kStoreBuffering + upTo("States 3")) ==
        Mistakes{"1:1 the entry of SB is cut off: its line 'Observation' is missing",
                 "23:1 the entry of SB is cut off: its states are missing"});
  CHECK(mistakes(kStoreBuffering + kStoreBuffering.substr(16)) ==
        Mistakes{"14:1 states without a 'Test' line before them"});
}

TEST_CASE("closing lines that say something else") {
  CHECK(mistakes(replaced(kStoreBuffering, "Observation SB", "Observation LB")) ==
        Mistakes{"10:1 an observation of LB in the entry of SB"});
  CHECK(mistakes(replaced(kStoreBuffering, "Never 0 3", "Never 0")) ==
        Mistakes{"10:1 expected 'Observation NAME Sometimes 1 2'"});
  CHECK(mistakes(replaced(kStoreBuffering, "Never", "Seldom")) ==
        Mistakes{"10:1 expected 'Observation NAME Sometimes 1 2'"});
  CHECK(mistakes(replaced(kStoreBuffering, "Negative: 3", "Negative:")) ==
        Mistakes{"8:1 expected 'Positive: 1 Negative: 2'"});
  CHECK(mistakes(replaced(kStoreBuffering, "States", "Pair race P0:0\nStates")) ==
        Mistakes{"2:1 expected 'Pair FLAG P0:0 P1:0'"});
  CHECK(mistakes("Test\nStates 0\nNo\nTime A 0\n") == Mistakes{"1:1 expected the name of the test"});
}

TEST_CASE("what the observation says counts, and it says it once") {
  const std::string observation = "Observation SB Never 0 3\n";
  CHECK(mistakes(replaced(kStoreBuffering, observation, observation + observation)) ==
        Mistakes{"11:1 an observation of SB in the entry of SB"});
  const LogEntry late = one(kStoreBuffering + "Positive: 7 Negative: 8\n");
  CHECK(late.positive == 0);
  CHECK(late.negative == 3);
  const std::string without = replaced(kStoreBuffering, observation, "");
  CHECK(mistakes(without).empty());
  CHECK(mistakes(replaced(without, "States", "Models m\nStates")) ==
        Mistakes{"1:1 the entry of SB is cut off: its line 'Observation' is missing"});
}

TEST_CASE("no entries") {
  CHECK(parsed("").empty());
  CHECK(parsed("Testing\nStates 3\n").empty());
}

}  // namespace log_parser_test

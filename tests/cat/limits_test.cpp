// What reading a model may cost: texts of a few kilobytes that ask for very much.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <ctime>
#include <functional>

#include "cat/support.h"
#include "cat/syntax/parser.h"
#include "cat/syntax/print.h"
#include "support/temp_folder.h"

using namespace hrfcheck;
using test::modelOf;

namespace {

std::string times(unsigned count, const std::function<std::string(unsigned)>& line) {
  std::string text;
  for (unsigned i = 1; i <= count; ++i) text += line(i) + "\n";
  return text;
}

std::string repeated(const std::string& piece, unsigned count) {
  return times(count, [&](unsigned) { return piece; });
}

/// The first error under these limits, "LINE:COLUMN: message", or "" for a model.
std::string errorWithin(const std::string& text, const ModelLimits& limits) {
  try {
    parseModel(test::sourceOf(text), {}, limits);
  } catch (const UserError& error) {
    const Diagnostic& first = error.diagnostics().front();
    return fmt::format("{}:{}: {}", first.place.position().line, first.place.position().column,
                       first.message);
  }
  return "";
}

/// Of the processor: what else the machine does is not measured.
double secondsFor(const std::function<void()>& what) {
  const std::clock_t start = std::clock();
  what();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Well under a second in a release build; sanitizers are slower.
constexpr double kSoon = 10;

}  // namespace

TEST_CASE("procedures that call the one before twice check each thing once") {
  const std::string text =
      "procedure p0(r) = acyclic r end\n" +
      times(36,
            [](unsigned i) {
              return fmt::format("procedure p{0}(r) = call p{1}(r) call p{1}(r) end", i, i - 1);
            }) +
      "call p36(po)";
  CHECK(modelOf(text).checks.size() == 1);
  // With an argument that grows there is no end to it, and the call is named.
  const std::string growing =
      "procedure p0(r) = acyclic r end\n" + times(36, [](unsigned i) {
        return fmt::format("procedure p{0}(r) = call p{1}(r;po) call p{1}(r;rf) end", i, i - 1);
      });
  CHECK(errorWithin(growing + "call p36(po)", {.steps = 20'000}) ==
        "38:1: the call of 'p36' takes more than 20000 steps to read");
}

TEST_CASE("functions that use the one before twice are applied once to each node") {
  const std::string text = "let f0(r) = r | po\n" + times(36, [](unsigned i) {
                             return fmt::format("let f{0}(r) = f{1}(r) ; f{1}(r)", i, i - 1);
                           });
  CHECK(modelOf(text + "acyclic f36(po)").checks.size() == 1);
  CHECK(modelOf(text + "let g(a, b) = f36(a) | f36(b)\nacyclic g(po, rf)").checks.size() == 1);
}

TEST_CASE("nested recursive definitions are read in polynomial time") {
  std::string text = "po";
  for (unsigned i = 1; i <= 40; ++i) text = fmt::format("(let rec x{0} = {1} | (x{0};po) in x{0})", i, text);
  CHECK(modelOf("acyclic " + text).checks.size() == 1);
}

TEST_CASE("a tuple of a tuple twice is shared") {
  const std::string text = "let t0 = (po, rf)\n" + times(36, [](unsigned i) {
                             return fmt::format("let t{0} = (t{1}, t{1})", i, i - 1);
                           });
  CHECK(modelOf(text + "acyclic po").checks.size() == 1);
  std::string all = "(po, rf)";
  for (unsigned i = 0; i < 8; ++i) all = fmt::format("(let t = {} in (t, t))", all);
  CHECK(modelOf("let t = " + all + "\nacyclic po").checks.size() == 1);
}

TEST_CASE("files that include the next one twice are given up") {
  const test::TempFolder folder;
  for (unsigned i = 0; i < 28; ++i) {
    folder.write(fmt::format("f{}.cat", i), fmt::format("include \"f{0}.cat\"\ninclude \"f{0}.cat\"", i + 1));
  }
  folder.write("f28.cat", "let x = po");
  const std::string path = folder.write("m.cat", "acyclic po\ninclude \"f0.cat\"");
  try {
    ModelLibrary({}, {.steps = 100'000}).load(path);
    FAIL("accepted");
  } catch (const UserError& error) {
    const Diagnostic& first = error.diagnostics().front();
    CHECK(first.message == "the included file 'f0.cat' takes more than 100000 steps to read");
    CHECK(first.place.position() == LineColumn{2, 1});
  }
}

TEST_CASE("twenty thousand of anything are read soon") {
  const auto soon = [](const std::string& text, std::size_t checks) {
    CHECK(secondsFor([&] { CHECK(modelOf(text).checks.size() == checks); }) < kSoon);
  };
  constexpr unsigned kMany = 20'000;
  soon(times(kMany, [](unsigned i) { return fmt::format("let a{} = po | rf", i); }) + "acyclic a7", 1);
  soon("let a0 = po\n" +
           times(kMany, [](unsigned i) { return fmt::format("let a{} = a{} ; rf", i, i - 1); }) +
           "acyclic a7",
       1);
  soon("let a0 = po\n" +
           times(kMany, [](unsigned i) { return fmt::format("let rec a{0} = a{1} | (a{0};po)", i, i - 1); }) +
           "acyclic a7",
       1);
  soon(times(kMany, [](unsigned i) { return fmt::format("let f{}(r) = r | po", i); }) + "acyclic f7(rf)", 1);
  soon(times(kMany, [](unsigned i) { return fmt::format("acyclic po as c{}", i); }), kMany);
  soon("acyclic po\n" + times(kMany, [](unsigned i) { return fmt::format("show po as c{}", i); }), 1);
  soon("if \"a\"" + repeated(" || \"a\"", kMany) + " then acyclic po else acyclic rf end", 1);
  soon("if \"a\"" + repeated(" && \"a\"", kMany) + " then acyclic po else acyclic rf end", 1);
}

TEST_CASE("twenty thousand unknown names are all told soon") {
  std::string text = times(20'000, [](unsigned i) { return fmt::format("let a{} = b{}", i, i); });
  CHECK(secondsFor([&] { CHECK(test::firstError(text) == "1:10: unknown name 'b1'"); }) < kSoon);
}

TEST_CASE("what is nested deeply is a model or a mistake with a place") {
  const std::string chain =
      "let a0 = po\n" + times(5000, [](unsigned i) { return fmt::format("let a{} = a{} ; rf", i, i - 1); });
  CHECK(modelOf(chain + "acyclic a1500").checks.size() == 1);
  CHECK(test::firstError(chain + "acyclic a5000") ==
        "5002:9: definitions are nested more than 2000 deep here");
  CHECK(test::firstError(chain + "show a5000").find("nested more than 2000 deep") != std::string::npos);
  CHECK(test::firstError(chain + "with x from linearisations(W, a5000)").find("nested more than 2000 deep") !=
        std::string::npos);
  const std::string recursive = "let a0 = po\n" + times(5000, [](unsigned i) {
                                  return fmt::format("let rec a{0} = a{1} | (a{0};po)", i, i - 1);
                                });
  CHECK(test::firstError(recursive + "acyclic a5000").find("nested more than 2000 deep") !=
        std::string::npos);
  std::string functions = "let f0(r) = r | po\n";
  for (unsigned i = 1; i < 40; ++i) {
    functions += fmt::format("let f{}(r) = f{}(r)", i, i - 1) + std::string(900, '?') + "\n";
  }
  CHECK(test::firstError(functions + "acyclic f39(rf)").find("nested too deeply here") != std::string::npos);
  for (const char* piece : {"(", "~", "[", "let x = ", "if \"a\" then ", "fun x -> ", "try "}) {
    CAPTURE(piece);
    CHECK(test::firstError("acyclic " + repeated(piece, 100'000)).find("is not supported") !=
          std::string::npos);
  }
}

TEST_CASE("the time limit and an interruption end the reading of a model") {
  const std::string text =
      "procedure p0(r) = acyclic r end\n" +
      times(36,
            [](unsigned i) {
              return fmt::format("procedure p{0}(r) = call p{1}(r;po) call p{1}(r;rf) end", i, i - 1);
            }) +
      "call p36(po)";
  CHECK(errorWithin(text, {.seconds = 0.05, .steps = 1'000'000'000}) ==
        "38:1: the time limit was reached while the call of 'p36' was being read");
  const std::atomic<bool> cancelled{true};
  CHECK(errorWithin(text, {.cancelled = &cancelled}) ==
        "38:1: interrupted while the call of 'p36' was being read");
}

TEST_CASE("the models of the distribution are far from the limits") {
  for (const auto& path : test::catFiles()) {
    if (path.parent_path() != test::modelsFolder()) continue;
    CAPTURE(path.string());
    CHECK_NOTHROW(parseModel(readSource(path.string()), {test::modelsFolder()}, {.steps = 20'000}));
  }
}

TEST_CASE("the models of herd and Dartagnan are far from the limits" *
          doctest::skip(!std::filesystem::exists(std::filesystem::path(HRFCHECK_SOURCE_DIR) /
                                                 "../shared/corpora"))) {
  unsigned loaded = 0;
  for (const char* peer : {"dat3m", "herd"}) {
    const auto folder = std::filesystem::path(HRFCHECK_SOURCE_DIR) / "../shared/corpora" / peer / "cat";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".cat") continue;
      CAPTURE(entry.path().string());
      try {
        parseModel(readSource(entry.path().string()), {folder}, {.steps = 20'000});
        ++loaded;
      } catch (const UserError& error) {  // not supported, perhaps, but neither large nor an include astray
        const std::string what = error.what();
        CHECK(what.find("steps to read") == std::string::npos);
        CHECK(what.find("included file") == std::string::npos);
        CHECK(what.find("leads out of") == std::string::npos);
      }
    }
  }
  CHECK(loaded > 10);
}

TEST_CASE("a text that is no model has a hundred mistakes at most") {
  try {
    modelOf(repeated("let = \xff\n", 5000));
    FAIL("accepted");
  } catch (const UserError& error) {
    CHECK(error.diagnostics().size() <= 101);
  }
}

TEST_CASE("a chain of conditions is printed as it was written") {
  Diagnostics diagnostics;
  const auto file = cat::parseFile(
      test::sourceOf("if \"a\" || \"b\" || not \"c\" && \"d\" && (\"e\" || \"f\") acyclic po end"),
      diagnostics);
  REQUIRE_FALSE(diagnostics.hasErrors());
  CHECK(cat::parseFile(test::sourceOf(cat::print(file)), diagnostics) == file);
}

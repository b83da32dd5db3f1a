#include "lsp/document.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "util/unified_diff.h"

using namespace hrfcheck;
using nlohmann::json;

namespace {

Document documentAt(const std::string& uri, const std::string& language = "", const std::string& text = "") {
  return opened({{"uri", uri}, {"languageId", language}, {"version", 3}, {"text", text}});
}

json changeOf(std::size_t line, std::size_t from, std::size_t toLine, std::size_t to,
              const std::string& text) {
  return {
      {"range",
       {{"start", {{"line", line}, {"character", from}}}, {"end", {{"line", toLine}, {"character", to}}}}},
      {"text", text}};
}

/// What the changes of a diff make of a text.
std::string applied(const std::string& before, const std::string& after) {
  const TextPositions positions(before);
  std::string result = before;
  const std::vector<Change> changes = changesOf(unifiedDiff("t", before, after), positions);
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    result.replace(change->range.begin, change->range.end - change->range.begin, change->text);
  }
  return result;
}

}  // namespace

TEST_CASE("what a document is, by its name or else by the editor's word") {
  CHECK(documentAt("file:///a/t.litmus").kind == DocumentKind::Test);
  CHECK(documentAt("file:///a/m.cat").kind == DocumentKind::Model);
  CHECK(documentAt("file:///a/k.cu", "cpp").kind == DocumentKind::Kernel);
  CHECK(documentAt("file:///a/k.cu").language.empty());
  CHECK(documentAt("untitled:Untitled-1", "hip").kind == DocumentKind::Kernel);
  CHECK(documentAt("untitled:Untitled-1", "hip").language == "hip");
  CHECK(documentAt("untitled:Untitled-1", "hip").name() == "<stdin>");
  CHECK(documentAt("file:///a/notes.txt", "plaintext").kind == DocumentKind::Other);
  CHECK(documentAt("file:///a/t.litmus").name() == "/a/t.litmus");
  CHECK(documentAt("file:///a/t.litmus").version == 3);
}

TEST_CASE("whether a kernel says how it is launched") {
  CHECK(documentAt("file:///k.cl", "", "kernel void k() {}\n//# launch 2x1\n").saysLaunch());
  CHECK_FALSE(documentAt("file:///k.cl", "", "kernel void k() {}\n").saysLaunch());
  CHECK(documentAt("file:///k.cu", "", "int main() { k<<<2, 1>>>(); }\n").saysLaunch());
  CHECK(documentAt("file:///k.spvasm", "", ";# launch 2x1\n").saysLaunch());
}

TEST_CASE("changes are made one after the other, each in the text that the one before left") {
  Document document = documentAt("file:///t.litmus", "", "one\ntwo\n");
  change(document, json::array({changeOf(0, 3, 1, 0, ""), changeOf(0, 3, 0, 6, " and three")}));
  CHECK(document.text == "one and three\n");
  change(document, json::array({json{{"text", "all of it"}}}));
  CHECK(document.text == "all of it");
  change(document, json::array({changeOf(9, 9, 9, 9, " and more"), changeOf(0, 3, 0, 0, "")}));
  CHECK(document.text == " of it and more");
}

TEST_CASE("what is no change throws, and a position below zero is none") {
  Document document = documentAt("file:///t.litmus", "", "text");
  CHECK_THROWS_AS(change(document, json::array({json{{"range", 3}, {"text", ""}}})), json::exception);
  CHECK_THROWS_AS(change(document, json::array({json::object()})), json::exception);
  change(document,
         json::array(
             {{{"range",
                {{"start", {{"line", -1}, {"character", -1}}}, {"end", {{"line", 0}, {"character", 1}}}}},
               {"text", ""}}}));
  CHECK(document.text == "ext");
}

TEST_CASE("the changes of a diff make the other text") {
  const std::string text = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n";
  CHECK(applied(text, "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nK\nl\n") == "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nK\nl\n");
  CHECK(applied(text, "new\n" + text) == "new\n" + text);
  CHECK(applied(text, text + "new\n") == text + "new\n");
  CHECK(applied(text, text + "new") == text + "new");
  CHECK(applied("a\nb", "a\nb\n") == "a\nb\n");
  CHECK(applied("a\nb", "a\nc") == "a\nc");
  CHECK(applied(text, "a\nb\nc\nd\ne\nf\n") == "a\nb\nc\nd\ne\nf\n");
  CHECK(applied("", "one\n") == "one\n");
  CHECK(applied("one\n", "") == "");
  CHECK(changesOf("", TextPositions(text)).empty());
}

#include "batch/expect/promote.h"

#include <doctest/doctest.h>

#include "batch/expect/expectations.h"
#include "batch/expected_rows.h"
#include "check/check.h"
#include "support/temp_folder.h"
#include "util/diagnostic.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

using Lines = std::vector<std::string>;

const LogEntry kOne = logWith("A", "Allowed", {"1"});
const LogEntry kTwo = logWith("A", "Allowed", {"0", "1"});

struct PromotedFolder {
  TempFolder folder;
  std::string test = folder.write("a b.litmus", "HSA A");
  std::string path = folder / "expected/a b.log";

  ResultRow row(const std::string& model, const LogEntry& log) const { return answered(test, model, log); }
  std::string log() const { return folder.read("expected/a b.log"); }
  Promotion promote(const std::vector<ResultRow>& rows) const {
    Promoter promoter;
    promoter.add(rows);
    return promoter.done();
  }
};

}  // namespace

TEST_CASE("a log is written where there was none; models that say the same share an entry") {
  const PromotedFolder f;
  LogEntry timed = kOne;
  timed.seconds = 7;
  const Promotion done = f.promote({f.row("z", kOne), f.row("b", kTwo), f.row("a", timed)});
  CHECK(done.written == Lines{f.path});
  CHECK(done.removed.empty());
  CHECK(done.left.empty());
  CHECK(f.log() == printed(kOne, {"a", "z"}) + printed(kTwo, {"b"}));
}

TEST_CASE("a log that says the same is not written again") {
  const PromotedFolder f;
  f.promote({f.row("a", kOne)});
  CHECK(f.promote({f.row("a", kOne)}).written.empty());
  CHECK(f.promote({f.row("a", kTwo)}).written == Lines{f.path});
  CHECK(f.log() == printed(kTwo, {"a"}));
}

TEST_CASE("models that were not asked keep their entries") {
  const PromotedFolder f;
  f.promote({f.row("a", kOne), f.row("b", kOne), f.row("c", kTwo)});
  f.promote({f.row("b", kTwo)});
  CHECK(f.log() == printed(kOne, {"a"}) + printed(kTwo, {"b", "c"}));
}

TEST_CASE("answers that were cut short are not promoted; bounds, and values that are not considered, are") {
  const PromotedFolder f;
  f.promote({f.row("a", kTwo), f.row("b", kTwo), f.row("c", kTwo), f.row("d", kTwo), f.row("e", kTwo)});
  const ResultRow bound = bounded(f.row("e", logWith("A", "Allowed", {"0"})));
  ResultRow both = bounded(f.row("f", kOne));
  both.reason = both.log->incomplete = "time limit";
  ResultRow uncut = cutShort(f.row("g", kOne));
  uncut.reason = "bound reached";
  ResultRow open = f.row("h", logWith("A", "Allowed", {"0"}));
  open.status = RowStatus::Undecided;
  open.reason = kThinAir;
  open.log->result = {ResultWord::Open, false, " (" + open.reason + ")"};
  open.log->observation = Observation::Undecided;
  const Promotion done =
      f.promote({cutShort(f.row("a", kOne)), unanswered(f.test, "b", RowStatus::Crashed, "signal 9"),
                 unanswered(f.test, "c", RowStatus::NotApplicable, "why"), f.row("d", kOne), bound, both,
                 uncut, open, unanswered(f.test, "", RowStatus::Error, "bad")});
  CHECK(done.left == Lines{f.test + " under a: undecided: time limit", f.test + " under b: crashed: signal 9",
                           f.test + " under f: undecided: time limit",
                           f.test + " under g: undecided: bound reached", f.test + ": error: bad"});
  CHECK(f.log() == printed(kTwo, {"a", "b", "c"}) + printed(kOne, {"d"}) + printed(*bound.log, {"e"}) +
                       printed(*open.log, {"h"}));
}

TEST_CASE("nothing to promote writes nothing") {
  const PromotedFolder f;
  CHECK(f.promote({unanswered(f.test, "m", RowStatus::Error, "bad")}).written.empty());
  CHECK(f.promote({unanswered(f.test, "m", RowStatus::NotApplicable, "why")}).left.empty());
  CHECK(f.promote({}).left.empty());
  CHECK(!f.folder.has("expected"));
  f.folder.write("expected/a b.log", "\n");
  CHECK(f.promote({unanswered(f.test, "m", RowStatus::Error, "bad")}).removed == Lines{f.path});
  CHECK(!f.folder.has("expected/a b.log"));
}

TEST_CASE("a model whose name has spaces has no place in a log") {
  const PromotedFolder f;
  CHECK(f.promote({f.row("my models/x.cat", kOne)}).left ==
        Lines{f.test + " under my models/x.cat: the name of the model has spaces"});
  CHECK(!f.folder.has("expected"));
}

TEST_CASE("a log that cannot be read is not overwritten") {
  const PromotedFolder f;
  f.folder.write("expected/a b.log", "Test A Allowed\nStates 3\n");
  CHECK_THROWS_AS(f.promote({f.row("a", kOne)}), UserError);
  CHECK(f.log() == "Test A Allowed\nStates 3\n");
}

TEST_CASE("orphans: logs go, other files stay") {
  const PromotedFolder f;
  f.promote({f.row("a", kOne)});
  f.folder.write("expected/gone.log", printed(kOne, {"a"}));
  f.folder.write("expected/notes.txt", "");
  f.folder.write("herd.log", printLog(logWith("B", "Allowed", {})));
  const Corpus corpus = walkCorpus({f.folder.path()});
  Promoter promoter;
  promoter.remove(expectedLogs(corpus)->orphans(corpus, {}));
  promoter.remove(expectationsFrom(f.folder / "herd.log", corpus)->orphans(corpus, {}));
  CHECK(promoter.done().removed == Lines{f.folder / "expected/gone.log"});
  CHECK(promoter.done().left ==
        Lines{f.folder / "expected/notes.txt: not a log", f.folder / "herd.log: no test has the name B"});
  CHECK(!f.folder.has("expected/gone.log"));
  CHECK(f.folder.has("expected/notes.txt"));
  CHECK(f.folder.has("herd.log"));
  CHECK(f.folder.has("expected/a b.log"));
}

TEST_CASE("what was promoted is met by the same rows") {
  const PromotedFolder f;
  const std::vector<ResultRow> rows{f.row("a", kOne), bounded(f.row("b", kTwo)), f.row("c", kTwo)};
  f.promote(rows);
  const auto expectations = expectedLogs(walkCorpus({f.folder.path()}));
  CHECK(expectations->modelsOf(f.test) == Lines{"a", "b", "c"});
  for (ResultRow row : rows) {
    expectations->judge(row);
    REQUIRE(row.expectations.size() == 1);
    CHECK(said(row.expectations.front()) == "met");
  }
}

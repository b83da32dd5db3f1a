#include "corpus/pins.h"

#include <doctest/doctest.h>

using namespace hrfcheck;
using namespace hrfcheck::corpus;

TEST_CASE("the lines of a verdict") {
  Observed observed;
  observed.flags["heterogeneous-race"] = {"P0:1/P1:0", "P0:0/P1:0"};
  observed.flags["no-pairs"] = {};
  observed.incidents = {"fault P0:1"};
  CHECK(verdictOf(observed) == corpus::Verdict{"flag heterogeneous-race: P0:0/P1:0, P0:1/P1:0",
                                               "flag no-pairs", "incident fault P0:1", "no outcome"});
  observed.outcomes = {"1:r0=0", "1:r0=1"};
  CHECK(verdictOf(observed).back() == "outcome 1:r0=1");
}

TEST_CASE("an entry of a log has the same lines") {
  LogEntry entry;
  entry.flags = {"no-pairs", "heterogeneous-race"};
  entry.pairs = {{"heterogeneous-race", "P0:1", "P1:0"}, {"heterogeneous-race", "P0:0", "P1:0"}};
  entry.incidents = {"fault P0:1"};
  CHECK(verdictOf(entry) == corpus::Verdict{"flag heterogeneous-race: P0:0/P1:0, P0:1/P1:0", "flag no-pairs",
                                            "incident fault P0:1", "no outcome"});
  entry.states = {{{"1:r0", "0"}, {"[x]", "2"}}};
  CHECK(verdictOf(entry).back() == "outcome 1:r0=0 x=2");
}

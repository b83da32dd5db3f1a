// Which values may occur: closed under everything that an execution can do, and no further where a value
// comes through each write once.

#include "program/values/value_flow.h"

#include <doctest/doctest.h>

#include "frontend/litmus.h"
#include "program/structure/event_structure.h"
#include "util/diagnostic.h"

using namespace hrfcheck;

namespace {

using Values = std::vector<Value>;

/// The values of each location of a C11 test, in the order of the initial state.
std::vector<Values> domainsOf(const std::string& initial, const std::string& code) {
  const std::string text = "C t\n{ " + initial + " }\n" + code;
  const EventStructure structure(parseLitmus(std::make_shared<Source>("t.litmus", text)), 4);
  return structure.domains();
}

std::string load(const std::string& name) {
  return "atomic_load_explicit(" + name + ", memory_order_relaxed)";
}
std::string store(const std::string& name, const std::string& value) {
  return "atomic_store_explicit(" + name + ", " + value + ", memory_order_relaxed);";
}
std::string add(const std::string& name, const std::string& value) {
  return "atomic_fetch_add_explicit(" + name + ", " + value + ", memory_order_relaxed)";
}

}  // namespace

TEST_CASE("a value comes through each write once") {
  // P0 stores x + 2 at most, P1 what it finds; 2 is P0's, 1 + 2 that of P1's 1.
  const auto domains =
      domainsOf("x=0;", "P0 (atomic_int* x) { int r0 = " + load("x") + "; " + store("x", "r0 + 2") +
                            " }\nP1 (atomic_int* x) { " + store("x", "1") + " }\n");
  CHECK(domains[0] == Values{0, 1, 2, 3});
}

TEST_CASE("two additions to one location: each once, in either order") {
  const auto domains = domainsOf("x=0;", "P0 (atomic_int* x) { int r0 = " + add("x", "1") +
                                             "; }\nP1 (atomic_int* x) { int r0 = " + add("x", "5") + "; }\n");
  CHECK(domains[0] == Values{0, 1, 5, 6});
}

TEST_CASE("a read that is added to what is read does not double the values for ever") {
  const auto domains = domainsOf(
      "x=0;", "P0 (atomic_int* x) { int r0 = " + load("x") + "; int r1 = " + add("x", "r0 + 2") +
                  "; }\nP1 (atomic_int* x) { int r0 = " + load("x") + "; if (r0 == 2) { " + store("x", "1") +
                  " if (r0 == 0) { int r1 = " + add("x", "r0 == 1") + "; } } " + store("x", "2") + " }\n");
  CHECK(domains[0].front() == 0);
  CHECK(domains[0].back() <= 14);
}

TEST_CASE("values that come through distinct writes are all there, however many") {
  std::string code;
  for (int t = 0; t < 6; ++t) {
    code += "P" + std::to_string(t) + " (atomic_int* x) { int r0 = " + add("x", "1") + "; }\n";
  }
  CHECK(domainsOf("x=0;", code)[0] == Values{0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("a loop of additions has as many values as it has copies") {
  const std::string loop =
      " (atomic_int* x) { for (int i = 0; i < 3; i++) { int r0 = " + add("x", "1") + "; } }\n";
  CHECK(domainsOf("x=0;", "P0" + loop + "P1" + loop)[0].size() >= 7);
}

TEST_CASE("a value behind a branch that it opens itself goes as far as any other") {
  // x1 = 1 reaches x3 in two steps and lets P2 store 5; in an execution where P2 read that 5, so does 5.
  const auto domains =
      domainsOf("x1=1; x2=0; x3=0;",
                "P0 (atomic_int* x1, atomic_int* x2) { int r = " + load("x1") + "; " + store("x2", "r") +
                    " }\nP1 (atomic_int* x2, atomic_int* x3) { int r = " + load("x2") + "; " +
                    store("x3", "r") + " }\nP2 (atomic_int* x3, atomic_int* x1) { int r = " + load("x3") +
                    "; if (r) { " + store("x1", "5") + " } }\n");
  CHECK(domains[0] == Values{1, 5});
  CHECK(domains[1] == Values{0, 1, 5});
  CHECK(domains[2] == Values{0, 1, 5});
}

TEST_CASE("compare-exchanges that let each other succeed") {
  const std::string exchange = "atomic_compare_exchange_strong_explicit(";
  const std::string relaxed = ", memory_order_relaxed, memory_order_relaxed)";
  const auto domains =
      domainsOf("x=30; y=20;", "P0 (atomic_int* x, atomic_int* y) { int r0 = " + load("y") + "; " + exchange +
                                   "x, r0, 20" + relaxed +
                                   "; }\nP1 (atomic_int* x, atomic_int* y) { int r0 = " + load("x") + "; " +
                                   exchange + "y, r0, 30" + relaxed + "; }\n");
  CHECK(domains[0] == Values{20, 30});
  CHECK(domains[1] == Values{20, 30});
}

TEST_CASE("a cycle through memory that is addressed by a register") {
  const auto domains = domainsOf("atomic_int q[3] = {1, 2, 3}; i = 0;",
                                 "P0 (atomic_int* q, atomic_int* i) { int r0 = " + load("i") +
                                     "; int r1 = " + add("&q[r0]", "1") +
                                     "; }\n"
                                     "P1 (atomic_int* i) { " +
                                     store("i", "2") + " }\n");
  CHECK(domains[0] == Values{1, 2});
  CHECK(domains[2] == Values{3, 4});
}

TEST_CASE("too many values are refused with a place") {
  std::string code = "P0 (atomic_int* x) {\n";
  for (int i = 0; i < 12; ++i) {
    code += "int a" + std::to_string(i) + " = " + load("x") + "; " +
            add("x", "a" + std::to_string(i) + " * 3 + 1") + ";\n";
  }
  CHECK_THROWS_AS(domainsOf("x=1;", code + "}\nP1 (atomic_int* x) { " + store("x", "7") + " }\n"), UserError);
}

TEST_CASE("a compare-exchange may let itself succeed, where the model does not forbid it") {
  const auto domains =
      domainsOf("x=0;",
                "P0 (atomic_int* x) { atomic_compare_exchange_strong_explicit(x, 1, 1, memory_order_relaxed, "
                "memory_order_relaxed); }\n");
  CHECK(domains[0] == Values{0, 1});
}

TEST_CASE("a sum of flags has few values, however many combinations of them there are") {
  std::string initial;
  std::string parameters;
  std::string stores;
  std::string loads;
  std::string sum = "0";
  for (int i = 0; i < 24; ++i) {
    const std::string f = "f" + std::to_string(i);
    initial += f + "=0; ";
    parameters += ", atomic_int* " + f;
    stores += store(f, "1") + "\n";
    loads += "int r" + std::to_string(i) + " = " + load(f) + ";\n";
    sum += " + r" + std::to_string(i);
  }
  const auto domains = domainsOf(
      "s=0; " + initial, "P0 (atomic_int* s" + parameters + ") {\n" + stores + "}\nP1 (atomic_int* s" +
                             parameters + ") {\n" + loads + store("s", sum) + "\n" +
                             store("s", "(r0 && " + sum + " > 40) || r1") + "\n}\n");
  REQUIRE(domains[0].size() == 25);
  CHECK(domains[0].front() == 0);
  CHECK(domains[0].back() == 24);
}

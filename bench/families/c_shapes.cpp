// The families that herd can run, in the C11 that both read. All atomic operations are seq_cst, so that rc11
// allows what SC does; but for the chain, which is release and acquire.

#include <fmt/format.h>

#include "bench/families/layout.h"
#include "bench/families/shapes.h"

namespace hrfcheck::families {
namespace {

std::string atomic(const std::string& name) {
  return "atomic_int* " + name;
}

std::string cell(unsigned i) {
  return fmt::format("x{}", i);
}

std::string store(const std::string& where, unsigned value) {
  return fmt::format("atomic_store_explicit({}, {}, memory_order_seq_cst);", where, value);
}

std::string load(const std::string& into, const std::string& from) {
  return fmt::format("int {} = atomic_load_explicit({}, memory_order_seq_cst);", into, from);
}

}  // namespace

std::string storeBufferingInC(const Sizes& sizes) {
  const unsigned n = sizes[0];
  std::vector<ThreadText> threads(n);
  for (unsigned i = 0; i < n; ++i) {
    const std::string next = cell((i + 1) % n);
    threads[i] = {"", {store(cell(i), 1), load("r0", next)}, {atomic(cell(i)), atomic(next)}};
  }
  const auto zero = [](unsigned i) { return fmt::format("{}:r0=0", i); };
  return cTest({fmt::format("SB{}", n), "", "", exists(joined(n, " /\\ ", zero))}, threads);
}

std::string loadBufferingInC(const Sizes& sizes) {
  const unsigned n = sizes[0];
  std::vector<ThreadText> threads(n);
  for (unsigned i = 0; i < n; ++i) {
    const std::string next = cell((i + 1) % n);
    threads[i] = {"", {load("r0", cell(i)), store(next, 1)}, {atomic(cell(i)), atomic(next)}};
  }
  const auto one = [](unsigned i) { return fmt::format("{}:r0=1", i); };
  return cTest({fmt::format("LB{}", n), "", "", exists(joined(n, " /\\ ", one))}, threads);
}

std::string independentReadsInC(const Sizes& sizes) {
  const unsigned n = sizes[0];
  std::vector<ThreadText> threads(2 * n);
  for (unsigned i = 0; i < n; ++i) {
    const std::string next = cell((i + 1) % n);
    threads[i] = {"", {store(cell(i), 1)}, {atomic(cell(i))}};
    threads[n + i] = {"", {load("r0", cell(i)), load("r1", next)}, {atomic(cell(i)), atomic(next)}};
  }
  const auto disagree = [&](unsigned i) { return fmt::format("{0}:r0=1 /\\ {0}:r1=0", n + i); };
  return cTest({fmt::format("IRIW{}", n), "", "", exists(joined(n, " /\\ ", disagree))}, threads);
}

std::string messageChainInC(const Sizes& sizes) {
  const unsigned n = sizes[0];
  const auto release = [](unsigned i, const char* value) {
    return fmt::format("atomic_store_explicit(x{}, {}, memory_order_release);", i, value);
  };
  const auto acquire = [](unsigned i) {
    return fmt::format("int r0 = atomic_load_explicit(x{}, memory_order_acquire);", i);
  };
  std::vector<ThreadText> threads(n);
  threads[0] = {"", {"*d = 1;", release(0, "1")}, {"int* d", atomic(cell(0))}};
  for (unsigned i = 1; i + 1 < n; ++i) {
    threads[i] = {"", {acquire(i - 1), release(i, "r0")}, {atomic(cell(i - 1)), atomic(cell(i))}};
  }
  threads[n - 1] = {"",
                    {acquire(n - 2), "int r1 = 2;", "if (r0 == 1) {", "  r1 = *d;", "}"},
                    {"int* d", atomic(cell(n - 2))}};
  return cTest({fmt::format("MP{}", n), "", "", exists(fmt::format("{0}:r0=1 /\\ {0}:r1=0", n - 1))},
               threads);
}

std::string counterInC(const Sizes& sizes) {
  const unsigned n = sizes[0];
  const unsigned times = sizes[1];
  std::vector<ThreadText> threads(n);
  for (ThreadText& thread : threads) {
    thread.parameters = {atomic("x")};
    for (unsigned j = 0; j < times; ++j) {
      thread.code.push_back(
          fmt::format("int r{} = atomic_fetch_add_explicit(x, 1, memory_order_seq_cst);", j));
    }
  }
  const auto results = [&](unsigned i) {
    return joined(times, " ", [&](unsigned j) { return fmt::format("{}:r{};", i, j); });
  };
  return cTest({fmt::format("FetchAdd{}x{}", n, times), "", "[x; " + joined(n, " ", results) + "]",
                exists(fmt::format("not (x={})", n * times))},
               threads);
}

std::string writersAndReadersInC(const Sizes& sizes) {
  const unsigned writers = sizes[0];
  const unsigned readers = sizes[1];
  std::vector<ThreadText> threads(writers + readers);
  for (unsigned i = 0; i < writers; ++i) {
    threads[i] = {"", {store("x", i + 1)}, {atomic("x")}};
  }
  for (unsigned i = 0; i < readers; ++i) {
    threads[writers + i] = {"", {load("r0", "x"), load("r1", "x")}, {atomic("x")}};
  }
  const auto results = [&](unsigned i) { return fmt::format(" {0}:r0; {0}:r1;", writers + i); };
  const std::string overwritten = fmt::format("{0}:r0={1} /\\ {0}:r1=0", writers, writers);
  return cTest({fmt::format("W{}R{}", writers, readers), "", "[x;" + joined(readers, "", results) + "]",
                exists(readers == 0 ? "x=0" : overwritten)},
               threads);
}

}  // namespace hrfcheck::families

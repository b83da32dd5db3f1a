// The families in the HSA dialect. Threads that do not say otherwise are alone in their work-groups, all of
// one component: what passes between them has component scope.

#include <fmt/format.h>

#include "bench/families/layout.h"
#include "bench/families/shapes.h"

namespace hrfcheck::families {
namespace {

/// "x0; x1; ...".
std::string locations(std::string_view prefix, unsigned count) {
  return joined(count, " ", [&](unsigned i) { return fmt::format("{}{}=0;", prefix, i); });
}

}  // namespace

std::string storeBuffering(const Sizes& sizes) {
  const unsigned n = sizes[0];
  std::vector<ThreadText> threads(n);
  for (unsigned i = 0; i < n; ++i) {
    threads[i].code = {fmt::format("st.sc.cmp x{}, 1", i), fmt::format("ld.sc.cmp r0, x{}", (i + 1) % n)};
  }
  const auto zero = [](unsigned i) { return fmt::format("{}:r0=0", i); };
  return hsaTest({fmt::format("SB{}", n), locations("x", n), "", exists(joined(n, " /\\ ", zero))}, threads);
}

std::string loadBuffering(const Sizes& sizes) {
  const unsigned n = sizes[0];
  std::vector<ThreadText> threads(n);
  for (unsigned i = 0; i < n; ++i) {
    threads[i].code = {fmt::format("ld.sc.cmp r0, x{}", i), fmt::format("st.sc.cmp x{}, 1", (i + 1) % n)};
  }
  const auto one = [](unsigned i) { return fmt::format("{}:r0=1", i); };
  return hsaTest({fmt::format("LB{}", n), locations("x", n), "", exists(joined(n, " /\\ ", one))}, threads);
}

std::string independentReads(const Sizes& sizes) {
  const unsigned n = sizes[0];
  std::vector<ThreadText> threads(2 * n);
  for (unsigned i = 0; i < n; ++i) {
    threads[i].code = {fmt::format("st.sc.cmp x{}, 1", i)};
    threads[n + i].code = {fmt::format("ld.sc.cmp r0, x{}", i),
                           fmt::format("ld.sc.cmp r1, x{}", (i + 1) % n)};
  }
  const auto disagree = [&](unsigned i) { return fmt::format("{0}:r0=1 /\\ {0}:r1=0", n + i); };
  return hsaTest({fmt::format("IRIW{}", n), locations("x", n), "", exists(joined(n, " /\\ ", disagree))},
                 threads);
}

std::string messageChain(const Sizes& sizes) {
  const unsigned n = sizes[0];
  std::vector<ThreadText> threads(n);
  threads[0].code = {"st d, 1", "st.rel.cmp f0, 1"};
  for (unsigned i = 1; i + 1 < n; ++i) {
    threads[i].code = {fmt::format("ld.acq.cmp r0, f{}", i - 1), fmt::format("st.rel.cmp f{}, r0", i)};
  }
  threads[n - 1].code = {fmt::format("ld.acq.cmp r0, f{}", n - 2), "bne r0, 1, END", "ld r1, d", "END:"};
  return hsaTest({fmt::format("MP{}", n), "d=0; " + locations("f", n - 1), "",
                  exists(fmt::format("{0}:r0=1 /\\ {0}:r1=0", n - 1))},
                 threads);
}

std::string counter(const Sizes& sizes) {
  const unsigned n = sizes[0];
  const unsigned times = sizes[1];
  std::vector<ThreadText> threads(n);
  for (ThreadText& thread : threads) {
    for (unsigned j = 0; j < times; ++j) {
      thread.code.push_back(fmt::format("faa.ar.cmp r{}, x, 1", j));
    }
  }
  const auto results = [&](unsigned i) {
    return joined(times, " ", [&](unsigned j) { return fmt::format("{}:r{};", i, j); });
  };
  return hsaTest({fmt::format("FetchAdd{}x{}", n, times), "x=0;", "[x; " + joined(n, " ", results) + "]",
                  exists(fmt::format("x!={}", n * times))},
                 threads);
}

std::string writersAndReaders(const Sizes& sizes) {
  const unsigned writers = sizes[0];
  const unsigned readers = sizes[1];
  std::vector<ThreadText> threads(writers + readers);
  for (unsigned i = 0; i < writers; ++i) {
    threads[i].code = {fmt::format("st.rlx.cmp x, {}", i + 1)};
  }
  for (unsigned i = 0; i < readers; ++i) {
    threads[writers + i].code = {"ld.rlx.cmp r0, x", "ld.rlx.cmp r1, x"};
  }
  const auto results = [&](unsigned i) { return fmt::format(" {0}:r0; {0}:r1;", writers + i); };
  const std::string overwritten = fmt::format("{0}:r0={1} /\\ {0}:r1=0", writers, writers);
  return hsaTest({fmt::format("W{}R{}", writers, readers), "x=0;", "[x;" + joined(readers, "", results) + "]",
                  exists(readers == 0 ? "x=0" : overwritten)},
                 threads);
}

std::string lockHandOff(const Sizes& sizes) {
  const unsigned n = sizes[0];
  std::vector<ThreadText> threads(n);
  for (ThreadText& thread : threads) {
    thread.code = {"cas.acq.cmp r0, l, 0, 1",
                   "bne r0, 0, END",
                   "ld r1, d",
                   "add r2, r1, 1",
                   "st d, r2",
                   "st.rel.cmp l, 0",
                   "END:"};
  }
  const auto results = [](unsigned i) { return fmt::format(" {0}:r0; {0}:r1;", i); };
  return hsaTest({fmt::format("Lock{}", n), "l=0; d=0;", "[d;" + joined(n, "", results) + "]",
                  exists(fmt::format("d={}", n))},
                 threads);
}

/// litmus/workstealing, fig6-repaired: a push and N times steal().
std::string remoteSteal(const Sizes& sizes) {
  const unsigned n = sizes[0];
  std::vector<ThreadText> threads(n + 1);
  threads[0] = {"wg 0", {"st task, 7", "st.rel.wg tail, 1"}, {}};
  for (unsigned i = 1; i <= n; ++i) {
    threads[i] = {fmt::format("wg {}", i),
                  {"ld.rm_acq.cmp t, tail", "ld.rm_acq.cmp h, head", "ble t, h, END", "ld v, task",
                   "cas.rm_ar.cmp old, head, 0, 1", "setp.eq s, old, 0", "END:"},
                  {}};
  }
  const auto results = [](unsigned i) { return fmt::format("{0}:v; {0}:s;", i + 1); };
  const auto untouched = [](unsigned i) { return fmt::format("({0}:s=1 /\\ {0}:v!=7)", i + 1); };
  return hsaTest({fmt::format("Steal{}", n), "task=0; tail=0; head=0;", "[" + joined(n, " ", results) + "]",
                  exists(joined(n, " \\/ ", untouched))},
                 threads);
}

/// litmus/ghost-zone, fig4-one-step-leaders: group i owns u<i>[0] and u<i>[1], in a ring; what is read is the
/// neighbor's.
std::string ghostZone(const Sizes& sizes) {
  const unsigned n = sizes[0];
  std::vector<ThreadText> threads(2 * n);
  for (unsigned i = 0; i < n; ++i) {
    const std::string place = fmt::format("wg {}", i);
    threads[2 * i] = {place,
                      {fmt::format("st u{}a, 1", i), "barrier.wg", "faa.ar.cmp _, arrived, 1",
                       "WAIT:", "ld.acq.cmp r0, arrived", fmt::format("bne r0, {}, WAIT", n), "barrier.wg",
                       fmt::format("ld g, u{}b", (i + n - 1) % n)},
                      {}};
    threads[2 * i + 1] = {
        place,
        {fmt::format("st u{}b, 1", i), "barrier.wg", "barrier.wg", fmt::format("ld g, u{}a", (i + 1) % n)},
        {}};
  }
  const auto stale = [](unsigned i) { return fmt::format("{}:g=0", i); };
  const auto seen = [](unsigned i) { return fmt::format("{}:g;", i); };
  return hsaTest(
      {fmt::format("GhostZone{}", n),
       joined(n, " ", [](unsigned i) { return fmt::format("u{0}a=0; u{0}b=0;", i); }) + " arrived=0;",
       "[" + joined(2 * n, " ", seen) + "]", exists(joined(2 * n, " \\/ ", stale))},
      threads);
}

}  // namespace hrfcheck::families

#pragma once

#include <string>

namespace hrfcheck::test {

/// Blocking idioms in the columns of dialect HSA, all threads in one work-group unless said otherwise.

/// `code` for threads 0 to n-1, one instruction a line.
inline std::string sameForAll(unsigned n, const std::string& memory, const std::string& code) {
  std::string rows;
  for (std::size_t at = 0; at < code.size();) {
    const std::size_t end = code.find('\n', at);
    rows += " " + code.substr(at, end - at) + " ;\n";
    at = end == std::string::npos ? code.size() : end + 1;
  }
  return "HSA same\n{ " + memory + " }\n P0-P" + std::to_string(n - 1) + " ;\n" + rows;
}

inline std::string mutexOf(unsigned n) {
  return sameForAll(n, "m=0;", "GET: cas r0, m, 0, 1\nbne r0, 0, GET\nst m, 0");
}

inline std::string ticketLockOf(unsigned n) {
  return sameForAll(n, "next=0; served=0; d=0;",
                    "faa r0, next, 1\nTURN: ld r1, served\nbne r1, r0, TURN\nld r2, d\nadd r2, r2, 1\n"
                    "st d, r2\nadd r1, r1, 1\nst served, r1");
}

inline std::string barrierOf(unsigned n) {
  return sameForAll(n, "c=0;", "faa _, c, 1\nALL: ld r1, c\nbne r1, " + std::to_string(n) + ", ALL");
}

/// Algorithm 1 of CONCUR 2018, as published before or changed for lobe, and then something.
inline std::string discoveryOf(unsigned n, bool lobe, const std::string& then) {
  const std::string refuse = lobe ? "ld r2, count\nblt %tid, r2, IN\nst m, 0\nexit\n" : "st m, 0\nexit\n";
  const std::string enter = lobe ? "add r3, %tid, 1\nmax r2, r2, r3\nst count, r2\n"
                                 : "st map[%tid], r2\nadd r2, r2, 1\nst count, r2\n";
  const std::string size = std::to_string(n);
  return sameForAll(n, "m=0; open=1; count=0; map[" + size + "]=9; b=0; flag[" + size + "];",
                    "A: cas r0, m, 0, 1\nbne r0, 0, A\nld r1, open\nbne r1, 0, IN\n" + refuse +
                        "IN: ld r2, count\n" + enter +
                        "st m, 0\nB: cas r0, m, 0, 1\nbne r0, 0, B\nld r1, open\nbeq r1, 0, C\nst open, 0\n"
                        "C: st m, 0\n" +
                        then);
}

inline const std::string kThenNothing = "nop";
inline const std::string kThenBarrier = "ld r4, count\nfaa _, b, 1\nD: ld r5, b\nbne r5, r4, D";
/// Everybody waits for the next one of those who take part.
inline const std::string kThenRing =
    "ld r4, count\nst flag[%tid], 1\nadd r5, %tid, 1\nrem r5, r5, r4\nD: ld r6, flag[r5]\nbne r6, 1, D";
inline const std::string kThenRingOfNumbers =
    "ld r4, count\nld r3, map[%tid]\nst flag[r3], 1\nadd r5, r3, 1\nrem r5, r5, r4\n"
    "D: ld r6, flag[r5]\nbne r6, 1, D";

inline const std::string kHandshake = R"(HSA handshake
{ x=0; y=0; }
 P0           | P1           ;
 st x, 1      | st y, 1      ;
 L: ld r0, y  | L: ld r0, x  ;
 bne r0, 1, L | bne r0, 1, L ;
)";

inline const std::string kOneWay = R"(HSA one-way
{ x=0; }
 P0      | P1           ;
 st x, 1 | L: ld r0, x  ;
         | bne r0, 1, L ;
)";

inline const std::string kOneWayBack = R"(HSA one-way-back
{ x=0; }
 P0           | P1      ;
 L: ld r0, x  | st x, 1 ;
 bne r0, 1, L |         ;
)";

inline const std::string kDining = R"(HSA dining
{ x=0; }
 P0              | P1              ;
 L: exch r0, x, 0 | L: exch r0, x, 1 ;
 beq r0, 1, L    | beq r0, 0, L    ;
)";

}  // namespace hrfcheck::test

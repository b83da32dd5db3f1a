#pragma once

#include <string>
#include <vector>

namespace hrfcheck::test {

// The programs of docs/machines.md; each condition describes what goes wrong.

/// B1 with a prefetch: message passing.
inline const std::string kB1 = R"(HSA B1
{ x=0; L=0; }
 P0@wg 0         | P1@wg 1          ;
 st x, 1         | ld.acq.cmp r0, L ;
 st.rel.cmp L, 1 | bne r0, 1, END   ;
                 | ld r1, x         ;
                 | END:             ;
exists (1:r0=1 /\ 1:r1=0)
)";

/// B1 without prefetch: a neighbour refills the L1 in the middle of the acquire.
inline const std::string kWarWindow = R"(HSA WarWindow
{ x=0; L=0; F=0; }
 P0@wg 0          | P1@wg 0         | P2@wg 1          ;
 ld.acq.cmp r0, L | ld r0, x        | ld.acq.cmp r0, F ;
 bne r0, 1, END   | st.rel.cmp F, 1 | bne r0, 1, END   ;
 ld r1, x         |                 | st x, 1          ;
 END:             |                 | st.rel.cmp L, 1  ;
                  |                 | END:             ;
exists (2:r0=1 /\ 0:r0=1 /\ 0:r1=0)
)";

/// B2 in strict FIFO order: the second release overtakes its data.
inline const std::string kB2 = R"(HSA B2
{ x=0; L=0; }
 P0@wg 0         | P1@wg 1             ;
 st.rel.wg L, 1  | ld.rm_acq.cmp r0, L ;
 st x, 1         | bne r0, 2, END      ;
 st.rel.wg L, 2  | ld r1, x            ;
                 | END:                ;
exists (1:r0=2 /\ 1:r1=0)
)";

/// B2 with early write-back: one release is enough.
inline const std::string kB2Early = R"(HSA B2Early
{ x=0; L=0; }
 P0@wg 0         | P1@wg 1             ;
 st x, 1         | ld.rm_acq.cmp r0, L ;
 st.rel.wg L, 1  | bne r0, 1, END      ;
                 | ld r1, x            ;
                 | END:                ;
exists (1:r0=1 /\ 1:r1=0)
)";

/// B3: the neighbour has seen the release, the remote acquire misses it.
inline const std::string kB3 = R"(HSA B3
{ L=0; }
 P0@wg 0         | P1@wg 0             ;
 st.rel.wg L, 1  | ld.acq.wg r0, L     ;
                 | ld.rm_acq.cmp r1, L ;
exists (1:r0=1 /\ 1:r1=0)
)";

/// B4: two work-items of one work-group at different scopes.
inline const std::string kB4Atomicity = R"(HSA B4Atomicity
{ L=0; }
 P0@wg 0            | P1@wg 0             ;
 faa.ar.wg r0, L, 1 | faa.ar.cmp r0, L, 1 ;
exists (L=1)
)";

/// B4: reads past its own release.
inline const std::string kB4Release = R"(HSA B4Release
{ L=0; }
 P0@wg 0          ;
 st.rel.wg L, 1   ;
 ld.acq.cmp r0, L ;
exists (0:r0=0)
)";

/// B4: its own L1 keeps the old value.
inline const std::string kB4Stale = R"(HSA B4Stale
{ L=0; }
 P0@wg 0            ;
 ld.acq.wg r0, L    ;
 st.rm_rel.cmp L, 1 ;
 ld.acq.wg r1, L    ;
exists (0:r1=0)
)";

/// B5: a remote release between the read and the write of an RMW.
inline const std::string kB5 = R"(HSA B5
{ L=0; }
 P0@wg 0            | P1@wg 1             ;
 faa.ar.wg r0, L, 1 | st.rm_rel.cmp L, 10 ;
exists (0:r0=0 /\ L=1)
)";

/// B6 without prefetch.
inline const std::string kB6 = R"(HSA B6
{ x=0; L=0; F=0; }
 P0@wg 0                | P1@wg 0         | P2@wg 1          ;
 faa.rm_ar.cmp r0, L, 1 | ld r0, x        | ld.acq.cmp r0, F ;
 bne r0, 1, END         | st.rel.cmp F, 1 | bne r0, 1, END   ;
 ld r1, x               |                 | st x, 1          ;
 END:                   |                 | st.rel.wg L, 1   ;
                        |                 | END:             ;
exists (2:r0=1 /\ 0:r0=1 /\ 0:r1=0)
)";

/// B6 with a prefetch.
inline const std::string kB6Prefetch = R"(HSA B6Prefetch
{ x=0; L=0; }
 P0@wg 0         | P1@wg 1                ;
 st x, 1         | faa.rm_ar.cmp r0, L, 1 ;
 st.rel.wg L, 1  | bne r0, 1, END         ;
                 | ld r1, x               ;
                 | END:                   ;
exists (1:r0=1 /\ 1:r1=0)
)";

/// B7, B11: two additions, one of them remote.
inline const std::string kTwoAdds = R"(HSA TwoAdds
{ L=0; }
 P0@wg 0            | P1@wg 1                ;
 faa.ar.wg r0, L, 1 | faa.rm_ar.cmp r0, L, 1 ;
exists (L=1)
)";

/// B8: three additions, two of them remote.
inline const std::string kThreeAdds = R"(HSA ThreeAdds
{ L=0; }
 P0@wg 0            | P1@wg 1                | P2@wg 2                ;
 faa.ar.wg r0, L, 1 | faa.rm_ar.cmp r0, L, 1 | faa.rm_ar.cmp r0, L, 1 ;
exists (L=2)
)";

/// B9: a bystander's ordinary store.
inline const std::string kB9 = R"(HSA B9
{ y=0; L=0; }
 P0@wg 0            | P1@wg 1             ;
 st y, 1            | st.rm_rel.cmp L, 1  ;
 ld r0, y           |                     ;
exists (y=0)
)";

/// B9: a dirty line that the lock of rm_rel waits for.
inline const std::string kB9Lock = R"(HSA B9Lock
{ y=0; L=0; }
 P0@wg 0            | P1@wg 1             ;
 st.rel.wg L, 1     | st.rm_rel.cmp L, 2  ;
exists (L=0)
)";

/// B10: message passing over two components.
inline const std::string kB10 = R"(HSA B10
{ x=0; L=0; }
 P0@wg 0,cmp 0   | P1@wg 0,cmp 1    ;
 st x, 1         | ld.acq.sys r0, L ;
 st.rel.sys L, 1 | bne r0, 1, END   ;
                 | ld r1, x         ;
                 | END:             ;
exists (1:r0=1 /\ 1:r1=0)
)";

/// B12: store buffering on synchronizing accesses.
inline const std::string kB12 = R"(HSA B12
{ x=0; y=0; }
 P0@wg 0           | P1@wg 1             ;
 st.rel.cmp x, 1   | st.rel.cmp y, 1     ;
 ld.acq.cmp r0, y  | ld.acq.cmp r0, x    ;
exists (0:r0=0 /\ 1:r0=0)
)";

/// HF1: the window of B1, all scopes global.
inline const std::string kHf1 = R"(HSA Hf1
{ x=0; L=0; F=0; }
 P0@wg 0          | P1@wg 0         | P2@wg 1          ;
 ld.acq.sys r0, L | ld r0, x        | ld.acq.sys r0, F ;
 bne r0, 1, END   | st.rel.sys F, 1 | bne r0, 1, END   ;
 ld r1, x         |                 | st x, 1          ;
 END:             |                 | st.rel.sys L, 1  ;
                  |                 | END:             ;
exists (2:r0=1 /\ 0:r0=1 /\ 0:r1=0)
)";

/// HF2: reads its own global release as old.
inline const std::string kHf2 = R"(HSA Hf2
{ L=0; }
 P0@wg 0            ;
 ld.acq.wg r0, L    ;
 st.rel.sys L, 1    ;
 ld.acq.wg r1, L    ;
exists (0:r1=0)
)";

/// HF4: an acquire right behind an ordinary store of its own.
inline const std::string kHf4 = R"(HSA Hf4
{ L=0; }
 P0@wg 0         ;
 st L, 1         ;
 ld.acq.wg r0, L ;
exists (0:r0=0)
)";

/// HF6: HRF0 orders an addition that only releases behind the release that it reads from.
inline const std::string kHf6 = R"(HSA Hf6
{ X=0; D=0; }
 P0@wg 0         | P1@wg 1              ;
 st X, 1         | faa.rel.cmp r0, D, 1 ;
 st.rel.cmp D, 1 | bne r0, 1, END       ;
                 | ld r1, X             ;
                 | END:                 ;
exists (1:r0=1 /\ 1:r1=0)
)";

/// Figure 7: a lock that wg 0 gives up and takes again, and wg 1 takes in between by remote operations.
inline const std::string kFigure7 = R"(HSA Figure7
{ X=0; L=1; }
 P0@wg 0                | P1@wg 1                   ;
 st X, 1                | cas.rm_ar.cmp r0, L, 0, 1 ;
 st.rel.wg L, 0         | bne r0, 0, END            ;
 cas.acq.wg r2, L, 0, 1 | ld r1, X                  ;
 bne r2, 0, END         | st X, 2                   ;
 ld r3, X               | st.rm_rel.cmp L, 0        ;
 END:                   | END:                      ;
exists (1:r0=0 /\ 0:r2=0 /\ 0:r3=1)
)";

/// W1: two releases and one remote acquire.
inline const std::string kW1 = R"(HSA W1
{ x=0; y=0; C=0; }
 P0@wg 0            | P1@wg 0            | P2@wg 1             ;
 st x, 1            | st y, 1            | ld.rm_acq.cmp r0, C ;
 faa.rel.wg _, C, 1 | faa.rel.wg _, C, 1 | bne r0, 2, END      ;
                    |                    | ld r1, x            ;
                    |                    | ld r2, y            ;
                    |                    | END:                ;
exists (2:r0=2 /\ (2:r1=0 \/ 2:r2=0))
)";

/// W2: one remote release and two acquires.
inline const std::string kW2 = R"(HSA W2
{ x=0; L=0; }
 P0@wg 0            | P1@wg 1         | P2@wg 2         ;
 st x, 1            | ld.acq.wg r0, L | ld.acq.wg r0, L ;
 st.rm_rel.cmp L, 1 | bne r0, 1, END  | bne r0, 1, END  ;
                    | ld r1, x        | ld r1, x        ;
                    | END:            | END:            ;
exists (1:r0=1 /\ 1:r1=0 \/ 2:r0=1 /\ 2:r1=0)
)";

/// W2: a stranger's failed remote CAS.
inline const std::string kW2FailedCas = R"(HSA W2FailedCas
{ x=0; L=0; D=0; }
 P0@wg 0            | P1@wg 1         | P2@wg 2                     ;
 st x, 1            | ld.acq.wg r0, L | cas.rm_acq.cmp r0, L, 5, 6  ;
 st.rm_rel.cmp L, 1 | bne r0, 1, END  |                             ;
                    | ld r1, x        |                             ;
                    | END:            |                             ;
exists (1:r0=1 /\ 1:r1=0)
)";

/// S1: a later remote operation promotes an earlier release.
inline const std::string kS1 = R"(HSA S1
{ x=0; L=0; }
 P0@wg 0            | P1@wg 1                ;
 st x, 1            | ld.acq.cmp r0, L       ;
 faa.ar.wg _, L, 1  | bne r0, 1, SKIP        ;
                    | ld r1, x               ;
                    | SKIP:                  ;
                    | faa.rm_ar.cmp _, L, 1  ;
exists (1:r0=1 /\ 1:r1=0)
)";

/// S2, shortest.
inline const std::string kS2Shortest = R"(HSA S2Shortest
{ L=0; }
 P0@wg 0            | P1@wg 1                ;
 faa.ar.wg r0, L, 1 | faa.rm_ar.cmp r0, L, 1 ;
                    | st.rel.cmp L, 1        ;
exists (0:r0=1 /\ L=2)
)";

/// S2 in strict FIFO order, without prefetch.
inline const std::string kS2 = R"(HSA S2
{ x=0; L=0; F=0; }
 P0@wg 0            | P1@wg 1                | P2@wg 0         ;
 faa.ar.wg r0, L, 1 | faa.rm_ar.cmp _, L, 1  | ld r0, x        ;
 bne r0, 5, END     | ld.acq.cmp r0, F       | st.rel.cmp F, 1 ;
 ld r1, x           | bne r0, 1, END         |                 ;
 END:               | st x, 1                |                 ;
                    | st.rel.cmp L, 5        |                 ;
                    | END:                   |                 ;
exists (0:r0=5 /\ 0:r1=0)
)";

/// S3: self-promotion.
inline const std::string kS3 = R"(HSA S3
{ x=0; L=0; }
 P0@wg 0                | P1@wg 1           ;
 st x, 3                | ld.acq.cmp r0, L  ;
 st.rel.wg L, 2         | bne r0, 2, END    ;
 faa.rm_ar.cmp _, L, 1  | ld r1, x          ;
                        | END:              ;
exists (1:r0=2 /\ 1:r1=0)
)";

/// The literal rm_rel without its line lock: an acquire of the new L finds the old x in its L1.
inline const std::string kNextAcquireStale = R"(HSA NextAcquireStale
{ x=0; L=0; }
 P0@wg 0            | P1@wg 1         ;
 st x, 1            | ld.acq.wg r0, L ;
 st.rm_rel.cmp L, 1 | bne r0, 1, END  ;
                    | ld r1, x        ;
                    | END:            ;
exists (1:r0=1 /\ 1:r1=0)
)";

/// The same in strict FIFO order, without prefetch: the requester has read x before.
inline const std::string kNextAcquireStaleFifo = R"(HSA NextAcquireStaleFifo
{ x=0; L=0; F=0; }
 P0@wg 0            | P1@wg 1         ;
 ld.acq.cmp r0, F   | ld r2, x        ;
 bne r0, 1, END     | st.rel.cmp F, 1 ;
 st x, 1            | ld.acq.wg r0, L ;
 st.rm_rel.cmp L, 1 | bne r0, 1, END  ;
 END:               | ld r1, x        ;
                    | END:            ;
exists (1:r0=1 /\ 1:r1=0)
)";

/// rm_ar without a flush of the requester's own L1: a neighbour's store stays behind.
inline const std::string kOwnFlush = R"(HSA OwnFlush
{ x=0; L=0; M=0; }
 P0@wg 0         | P1@wg 0                | P2@wg 1         ;
 st x, 1         | ld.acq.wg r0, M        | ld.acq.wg r0, L ;
 st.rel.wg M, 1  | bne r0, 1, END         | bne r0, 1, END  ;
                 | faa.rm_ar.cmp r1, L, 1 | ld r1, x        ;
                 | END:                   | END:            ;
exists (2:r0=1 /\ 2:r1=0)
)";

/// Figure 7 in short: a lock that one work-group takes at its scope and another remotely.
inline const std::string kRemoteLock = R"(HSA RemoteLock
{ x=0; L=0; }
 P0@wg 0                | P1@wg 1                   ;
 cas.ar.wg r0, L, 0, 1  | cas.rm_ar.cmp r0, L, 0, 1 ;
 bne r0, 0, END         | bne r0, 0, END            ;
 ld r1, x               | ld r1, x                  ;
 add r1, r1, 1          | add r1, r1, 1             ;
 st x, r1               | st x, r1                  ;
 st.rel.wg L, 0         | st.rm_rel.cmp L, 0        ;
 END:                   | END:                      ;
exists (0:r0=0 /\ 1:r0=0 /\ x=1)
)";

struct Named {
  const char* name;
  const std::string* text;
};
inline const std::vector<Named> kPrograms = {{"B1", &kB1},
                                             {"WarWindow", &kWarWindow},
                                             {"B2", &kB2},
                                             {"B2Early", &kB2Early},
                                             {"B3", &kB3},
                                             {"B4Atomicity", &kB4Atomicity},
                                             {"B4Release", &kB4Release},
                                             {"B4Stale", &kB4Stale},
                                             {"B5", &kB5},
                                             {"B6", &kB6},
                                             {"B6Prefetch", &kB6Prefetch},
                                             {"TwoAdds", &kTwoAdds},
                                             {"ThreeAdds", &kThreeAdds},
                                             {"B9", &kB9},
                                             {"B9Lock", &kB9Lock},
                                             {"B10", &kB10},
                                             {"B12", &kB12},
                                             {"Hf1", &kHf1},
                                             {"Hf2", &kHf2},
                                             {"Hf4", &kHf4},
                                             {"Figure7", &kFigure7},
                                             {"W1", &kW1},
                                             {"W2", &kW2},
                                             {"W2FailedCas", &kW2FailedCas},
                                             {"S1", &kS1},
                                             {"S2Shortest", &kS2Shortest},
                                             {"S2", &kS2},
                                             {"S3", &kS3},
                                             {"NextAcquireStale", &kNextAcquireStale},
                                             {"NextAcquireStaleFifo", &kNextAcquireStaleFifo},
                                             {"OwnFlush", &kOwnFlush},
                                             {"RemoteLock", &kRemoteLock}};

}  // namespace hrfcheck::test

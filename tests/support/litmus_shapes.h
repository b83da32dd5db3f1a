#pragma once

#include "support/program_builder.h"

namespace hrfcheck::test {

/// Store buffering: x:=1; r0:=y || y:=1; r0:=x.
inline ProgramBuilder storeBuffering() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread().store(x, 1).load("r0", y);
  p.thread().store(y, 1).load("r0", x);
  return p;
}

/// Message passing: x:=1; y:=1 || r0:=y; r1:=x.
inline ProgramBuilder messagePassing() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread().store(x, 1).store(y, 1);
  p.thread().load("r0", y).load("r1", x);
  return p;
}

/// Load buffering: r0:=x; y:=1 || r0:=y; x:=1.
inline ProgramBuilder loadBuffering() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread().load("r0", x).store(y, 1);
  p.thread().load("r0", y).store(x, 1);
  return p;
}

/// Coherence of two reads: x:=1 || r0:=x; r1:=x.
inline ProgramBuilder readRead() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().store(x, 1);
  p.thread().load("r0", x).load("r1", x);
  return p;
}

/// Independent reads of independent writes: x:=1 || y:=1 || r0:=x; r1:=y || r0:=y; r1:=x.
inline ProgramBuilder independentReads() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread().store(x, 1);
  p.thread().store(y, 1);
  p.thread().load("r0", x).load("r1", y);
  p.thread().load("r0", y).load("r1", x);
  return p;
}

/// 2+2W: x:=1; y:=2 || y:=1; x:=2.
inline ProgramBuilder twoPlusTwoWrites() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread().store(x, 1).store(y, 2);
  p.thread().store(y, 1).store(x, 2);
  return p;
}

}  // namespace hrfcheck::test

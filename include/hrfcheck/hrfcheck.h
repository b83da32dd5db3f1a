#pragma once

/// hrfcheck as a library: text in, verdict out.
///
///   auto program  = hrfcheck::parseLitmus(hrfcheck::readSource("fig14-case2.litmus"));
///   auto model    = hrfcheck::ModelLibrary({"models"}).load("rsp");
///   auto engine   = hrfcheck::makeSmtEngine();
///   auto verdict  = hrfcheck::checkProgram(*engine, hrfcheck::Preparation(program, 4).of(model), {});
///
/// There is no global state: two checks may run in two threads, each with its own engine. Mistakes in the
/// input are hrfcheck::UserError, with places; broken invariants of the library are hrfcheck::InternalError.

#include "batch/batch.h"
#include "cat/library.h"
#include "check/check.h"
#include "check/prepare/preparation.h"
#include "engine/engine.h"
#include "execution/evaluate/evaluate.h"
#include "execution/execution.h"
#include "frontend/litmus.h"
#include "machine/machine.h"
#include "program/ir/program.h"
#include "program/structure/event_structure.h"
#include "termination/termination.h"
#include "util/diagnostic.h"

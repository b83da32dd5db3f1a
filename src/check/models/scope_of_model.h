#pragma once

#include <string>
#include <vector>

#include "cat/model/model.h"
#include "program/ir/program.h"

namespace hrfcheck::inline check {

/// What a program uses and the source of a model says nothing about (the model file's `Outside:` line), for
/// people, with what the model makes of it: "fences (taken by the rules of HSA)". In a fixed order.
std::vector<std::string> outsideOf(const Model& model, const Program& program);

/// Whether the model's source speaks of remote operations.
bool knowsRemote(const Model& model);

/// Whether the model says what a race is: it has the flag kRaceFlag.
bool definesRaces(const Model& model);

/// Whether a model of PTX is asked about a test of CUDA or HIP: then it judges the test as PTX has it
/// (program/ir/ptx_form.h).
bool judgesPtxForm(const Model& model, const Program& program);

/// Why a model cannot be asked about a program (`-m all` lists it as not applicable), or empty: another
/// dialect (the model file's `Dialects:` line, where there is one; a title that is the name of a dialect says
/// the same). Of dialects whose models know more than others do (Conventions::ownModels) a model must say
/// that it is. Tests of LISA with annotations need a model that was read with a bell file, or that says it is
/// for them.
std::string whyNotApplicable(const Model& model, const Program& program);

}  // namespace hrfcheck::inline check

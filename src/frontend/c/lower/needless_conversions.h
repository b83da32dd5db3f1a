#pragma once

#include "program/ir/program.h"

namespace hrfcheck::frontend::c {

/// Takes the conversions out of the code of a thread that change no value which its registers can hold: those
/// of variables that are not declared, but only ever get numbers that fit.
void dropNeedlessConversions(const Program& program, const std::vector<Value>& initial,
                             std::vector<Instruction>& code);

}  // namespace hrfcheck::frontend::c

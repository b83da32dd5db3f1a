#pragma once

#include <string>
#include <vector>

#include "frontend/spirv/module/module.h"
#include "program/expr/expr.h"

namespace hrfcheck::frontend::spirv {

/// The numbers of a value, in order: one of a scalar.
using Parts = std::vector<ExprPtr>;

/// A number, and the integers that it is one of.
struct Operand {
  ExprPtr value;
  IntegerKind kind;
};

/// What is not defined, and has no value.
ExprPtr undefinedNumber();
bool isUndefined(const ExprPtr& expr);

/// The number as one of another kind, with the same lowest bits.
ExprPtr as(IntegerKind kind, const Operand& operand);
/// condition ? whenTrue : whenFalse
ExprPtr chosen(const ExprPtr& condition, const ExprPtr& whenTrue, const ExprPtr& whenFalse);

/// What an operator of SPIR-V makes of numbers (3.49.11 to 3.49.15: conversion, arithmetic, bits,
/// comparisons).
/// @return null for other instructions
ExprPtr computed(spv::Op op, const std::vector<Operand>& operands, IntegerKind result);
/// What an instruction of `GLSL.std.450` or `OpenCL.std` makes of numbers; null for those that are not
/// supported. Operands are used several times: they should be registers or constants.
ExprPtr computedByExtension(const std::string& set, std::uint32_t number,
                            const std::vector<Operand>& operands, IntegerKind result);
/// Whether operands are used several times.
bool repeatsOperands(spv::Op op);

}  // namespace hrfcheck::frontend::spirv

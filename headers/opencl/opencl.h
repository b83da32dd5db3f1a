#pragma once

// OpenCL C as clang reads it for hrfcheck: the built-in functions of the specification ("OpenCL C Specification", chapter
// "Built-in Functions"; "OpenCL Extension Specification"), with bodies. Types, constants and the operators as_type() are
// those of clang's opencl-c-base.h. What a text does not mention is left out (HRFCHECK_WITH_...), since reading all of it
// takes longer than reading the text. Everything here is hrfcheck's own text.

#include <opencl-c-base.h>

#ifndef __OPENCL_VERSION__
#define __OPENCL_VERSION__ __OPENCL_C_VERSION__
#endif
#ifndef __IMAGE_SUPPORT__
#define __IMAGE_SUPPORT__ 1
#endif
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#include "hrfcheck/qualifiers.h"
#include "hrfcheck/meaning.h"
#include "hrfcheck/work_items.h"
#include "hrfcheck/synchronization.h"
#include "hrfcheck/integer_functions.h"
#include "hrfcheck/math_functions.h"
#include "hrfcheck/common_functions.h"
#ifdef HRFCHECK_WITH_ATOMICS
#include "hrfcheck/legacy_atomics.h"
#include "hrfcheck/atomic_functions.h"
#endif
#if defined(HRFCHECK_WITH_WORDS) || defined(HRFCHECK_WITH_SUB_GROUPS)
#include "hrfcheck/word_functions.h"
#endif
#ifdef HRFCHECK_WITH_DIRECTED
#undef HRFCHECK_WITH_PARTS
#define HRFCHECK_WITH_PARTS 1
#endif
#if defined(HRFCHECK_WITH_RELATIONS) || defined(HRFCHECK_WITH_PARTS)
#include "hrfcheck/relational_functions.h"
#endif
#if defined(HRFCHECK_WITH_ELSEWHERE) || defined(HRFCHECK_WITH_PARTS) || defined(HRFCHECK_WITH_ROUGH)
#include "hrfcheck/other_math_functions.h"
#endif
#ifdef HRFCHECK_WITH_PARTS
#include "hrfcheck/exact_functions.h"
#endif
#ifdef HRFCHECK_WITH_ROUGH
#include "hrfcheck/rough_functions.h"
#endif
#ifdef HRFCHECK_WITH_DIRECTED
#include "hrfcheck/directed_rounding.h"
#endif
#ifdef HRFCHECK_WITH_CONVERSIONS
#include "hrfcheck/conversions.h"
#ifdef HRFCHECK_WITH_SATURATION
#include "hrfcheck/saturating.h"
#endif
#endif
#ifdef HRFCHECK_WITH_VECTOR_MEMORY
#include "hrfcheck/vector_memory.h"
#endif
#ifdef HRFCHECK_WITH_SUB_GROUPS
#include "hrfcheck/sub_groups.h"
#endif
#ifdef HRFCHECK_WITH_VOTES
#include "hrfcheck/work_group_votes.h"
#endif
#ifdef HRFCHECK_WITH_COPIES
#include "hrfcheck/async_copies.h"
#endif
#ifdef HRFCHECK_WITH_IMAGES
#include "hrfcheck/images.h"
#endif

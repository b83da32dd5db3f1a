#include <bit>

#include "frontend/llvm/reader/function_translator.h"
#include "frontend/lowlevel/module/address_map.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

// Intrinsics (Language Reference, "Intrinsic Functions").

namespace hrfcheck::frontend::llvm::reader {

/// By element of vectors: the numbers of an element of each argument become one.
void FunctionTranslator::eachLeaf(const ir::CallBase& in,
                                  const std::function<NumberPtr(const Numbers&)>& make) {
  std::vector<Numbers> arguments;
  for (const ir::Use& argument : in.args()) {
    arguments.push_back(numbersOf(*argument));
  }
  Numbers result;
  for (std::size_t i = 0; i < leavesOf(in.getType()).size(); ++i) {
    Numbers own;
    for (const Numbers& argument : arguments) {
      own.push_back(argument.size() == 1 ? argument.front() : argument.at(i));
    }
    result.push_back(make(own));
  }
  define(in, result);
}

bool FunctionTranslator::intrinsic(const ir::CallBase& in, ir::Intrinsic::ID id) {
  switch (id) {
    case ir::Intrinsic::assume:
    case ir::Intrinsic::donothing:
    case ir::Intrinsic::experimental_noalias_scope_decl:
    case ir::Intrinsic::invariant_start:
    case ir::Intrinsic::invariant_end:
    case ir::Intrinsic::sideeffect:
    case ir::Intrinsic::prefetch:
    case ir::Intrinsic::var_annotation:
      emit(Nothing{});
      return true;
    case ir::Intrinsic::lifetime_start:
    case ir::Intrinsic::lifetime_end: {
      const auto own = variables_.find(in.getArgOperand(1)->stripPointerCasts());
      if (own == variables_.end()) {
        emit(Nothing{});
      } else {
        emit(Forget{{own->second}});
      }
      return true;
    }
    case ir::Intrinsic::trap:
    case ir::Intrinsic::debugtrap:
    case ir::Intrinsic::ubsantrap:
      emit(Fault{});
      return true;
    case ir::Intrinsic::memcpy:
    case ir::Intrinsic::memcpy_inline:
    case ir::Intrinsic::memmove:
      copyMemory(ir::cast<ir::MemTransferInst>(in));
      return true;
    case ir::Intrinsic::memset:
    case ir::Intrinsic::memset_inline:
      setMemory(ir::cast<ir::MemSetInst>(in));
      return true;
    case ir::Intrinsic::expect:
    case ir::Intrinsic::expect_with_probability:
    case ir::Intrinsic::ssa_copy:
    case ir::Intrinsic::launder_invariant_group:
    case ir::Intrinsic::strip_invariant_group:
    case ir::Intrinsic::annotation:
    case ir::Intrinsic::ptr_annotation:
      define(in, numbersOf(*in.getArgOperand(0)));
      return true;
    case ir::Intrinsic::is_constant:
      define(in, literal(0, 1));
      return true;
    default:
      return integerIntrinsic(in, id) || floatIntrinsic(in, id) || ofAmd(in, id) || ofNvidia(in, id);
  }
}

bool FunctionTranslator::integerIntrinsic(const ir::CallBase& in, ir::Intrinsic::ID id) {
  const auto two = [&](NumberOp op) {
    eachLeaf(in, [&](const Numbers& o) { return number(op, o[0]->bits, {o[0], o[1]}); });
    return true;
  };
  const auto zero = [](unsigned bits) { return literal(0, bits); };
  const auto less = [](const NumberPtr& a, const NumberPtr& b) {
    return numberFrom(NumberOp::LtUnsigned, a->bits, 1, {a, b});
  };
  const auto negative = [](const NumberPtr& a) {
    return numberFrom(NumberOp::LtSigned, a->bits, 1, {a, literal(0, a->bits)});
  };
  /// Sums and differences: their bits, and whether they do not fit.
  const auto signedSum = [&](bool subtracts, const NumberPtr& a, const NumberPtr& b) {
    const unsigned bits = a->bits;
    const NumberPtr sum = kept(number(subtracts ? NumberOp::Sub : NumberOp::Add, bits, {a, b}));
    const NumberPtr left = number(NumberOp::Xor, bits, {a, subtracts ? b : sum});
    const NumberPtr right = number(NumberOp::Xor, bits, {subtracts ? a : b, sum});
    return std::pair(sum, negative(number(NumberOp::And, bits, {left, right})));
  };
  const auto withFlag =
      [&](const std::function<std::pair<NumberPtr, NumberPtr>(const NumberPtr&, const NumberPtr&)>& make) {
        const auto [result, flag] =
            make(kept(numberOf(*in.getArgOperand(0))), kept(numberOf(*in.getArgOperand(1))));
        define(in, Numbers{result, flag});
        return true;
      };
  switch (id) {
    case ir::Intrinsic::smax:
      return two(NumberOp::MaxSigned);
    case ir::Intrinsic::smin:
      return two(NumberOp::MinSigned);
    case ir::Intrinsic::umax:
      return two(NumberOp::MaxUnsigned);
    case ir::Intrinsic::umin:
      return two(NumberOp::MinUnsigned);
    case ir::Intrinsic::abs:
      eachLeaf(in, [&](const Numbers& o) {
        return selected(negative(o[0]), number(NumberOp::Sub, o[0]->bits, {zero(o[0]->bits), o[0]}), o[0]);
      });
      return true;
    case ir::Intrinsic::ctpop:
      eachLeaf(in, [&](const Numbers& o) {
        return numberFrom(NumberOp::PopCount, o[0]->bits, o[0]->bits, {o[0]});
      });
      return true;
    case ir::Intrinsic::ctlz:
      eachLeaf(in, [&](const Numbers& o) {
        return numberFrom(NumberOp::LeadingZeros, o[0]->bits, o[0]->bits, {o[0]});
      });
      return true;
    case ir::Intrinsic::cttz:
      eachLeaf(in, [&](const Numbers& o) {
        return numberFrom(NumberOp::LeadingZeros, o[0]->bits, o[0]->bits,
                          {number(NumberOp::ReverseBits, o[0]->bits, {o[0]})});
      });
      return true;
    case ir::Intrinsic::bitreverse:
      eachLeaf(in, [&](const Numbers& o) { return number(NumberOp::ReverseBits, o[0]->bits, {o[0]}); });
      return true;
    case ir::Intrinsic::bswap:
      eachLeaf(in, [&](const Numbers& o) {
        const unsigned bits = o[0]->bits;
        NumberPtr result;
        for (unsigned from = 0; from < bits; from += 8) {
          const NumberPtr down =
              from == 0 ? o[0] : number(NumberOp::ShrUnsigned, bits, {o[0], literal(from, bits)});
          const NumberPtr byte = number(NumberOp::And, bits, {down, literal(0xff, bits)});
          const unsigned to = bits - 8 - from;
          const NumberPtr there = to == 0 ? byte : number(NumberOp::Shl, bits, {byte, literal(to, bits)});
          result = result == nullptr ? there : number(NumberOp::Or, bits, {result, there});
        }
        return result;
      });
      return true;
    case ir::Intrinsic::fshl:
    case ir::Intrinsic::fshr:
      eachLeaf(in, [&](const Numbers& o) {
        const unsigned bits = o[0]->bits;
        const NumberPtr by = kept(number(NumberOp::RemUnsigned, bits, {o[2], literal(bits, bits)}));
        const NumberPtr rest = number(NumberOp::Sub, bits, {literal(bits, bits), by});
        const bool left = id == ir::Intrinsic::fshl;
        const NumberPtr moved = number(NumberOp::Or, bits,
                                       {number(NumberOp::Shl, bits, {o[0], left ? by : rest}),
                                        number(NumberOp::ShrUnsigned, bits, {o[1], left ? rest : by})});
        return selected(numberFrom(NumberOp::Eq, bits, 1, {by, zero(bits)}), o[left ? 0 : 1], moved);
      });
      return true;
    case ir::Intrinsic::uadd_sat:
      eachLeaf(in, [&](const Numbers& o) {
        const NumberPtr sum = kept(number(NumberOp::Add, o[0]->bits, {o[0], o[1]}));
        return selected(less(sum, o[0]), literal(~std::uint64_t{0}, o[0]->bits), sum);
      });
      return true;
    case ir::Intrinsic::usub_sat:
      eachLeaf(in, [&](const Numbers& o) {
        return selected(less(o[0], o[1]), zero(o[0]->bits), number(NumberOp::Sub, o[0]->bits, {o[0], o[1]}));
      });
      return true;
    case ir::Intrinsic::sadd_sat:
    case ir::Intrinsic::ssub_sat:
      eachLeaf(in, [&](const Numbers& o) {
        const unsigned bits = o[0]->bits;
        const auto [sum, overflows] = signedSum(id == ir::Intrinsic::ssub_sat, kept(o[0]), kept(o[1]));
        const std::uint64_t least = std::uint64_t{1} << (bits - 1);
        return selected(overflows, selected(negative(o[0]), literal(least, bits), literal(least - 1, bits)),
                        sum);
      });
      return true;
    case ir::Intrinsic::uadd_with_overflow:
      return withFlag([&](const NumberPtr& a, const NumberPtr& b) {
        const NumberPtr sum = kept(number(NumberOp::Add, a->bits, {a, b}));
        return std::pair(sum, less(sum, a));
      });
    case ir::Intrinsic::usub_with_overflow:
      return withFlag([&](const NumberPtr& a, const NumberPtr& b) {
        return std::pair(number(NumberOp::Sub, a->bits, {a, b}), less(a, b));
      });
    case ir::Intrinsic::sadd_with_overflow:
    case ir::Intrinsic::ssub_with_overflow:
      return withFlag([&](const NumberPtr& a, const NumberPtr& b) {
        return signedSum(id == ir::Intrinsic::ssub_with_overflow, a, b);
      });
    case ir::Intrinsic::umul_with_overflow:
      return withFlag([&](const NumberPtr& a, const NumberPtr& b) {
        const NumberPtr high = number(NumberOp::MulHighUnsigned, a->bits, {a, b});
        return std::pair(number(NumberOp::Mul, a->bits, {a, b}),
                         numberFrom(NumberOp::Ne, a->bits, 1, {high, zero(a->bits)}));
      });
    case ir::Intrinsic::smul_with_overflow:
      return withFlag([&](const NumberPtr& a, const NumberPtr& b) {
        const NumberPtr low = kept(number(NumberOp::Mul, a->bits, {a, b}));
        const NumberPtr high = number(NumberOp::MulHighSigned, a->bits, {a, b});
        const NumberPtr sign = number(NumberOp::ShrSigned, a->bits, {low, literal(a->bits - 1U, a->bits)});
        return std::pair(low, numberFrom(NumberOp::Ne, a->bits, 1, {high, sign}));
      });
    case ir::Intrinsic::vector_reduce_add:
    case ir::Intrinsic::vector_reduce_and:
    case ir::Intrinsic::vector_reduce_or:
    case ir::Intrinsic::vector_reduce_xor: {
      const NumberOp op = id == ir::Intrinsic::vector_reduce_add   ? NumberOp::Add
                          : id == ir::Intrinsic::vector_reduce_and ? NumberOp::And
                          : id == ir::Intrinsic::vector_reduce_or  ? NumberOp::Or
                                                                   : NumberOp::Xor;
      NumberPtr all;
      for (const NumberPtr& one : numbersOf(*in.getArgOperand(0))) {
        all = all == nullptr ? one : number(op, one->bits, {all, one});
      }
      define(in, all);
      return true;
    }
    default:
      return false;
  }
}

bool FunctionTranslator::floatIntrinsic(const ir::CallBase& in, ir::Intrinsic::ID id) {
  const bool bfloat = in.getType()->isVectorTy() || in.getType()->isFloatingPointTy()
                          ? in.getType()->getScalarType()->isBFloatTy()
                          : false;
  const auto computed = [&](NumberOp op, bool approximate = false) {
    eachLeaf(in, [&](const Numbers& o) {
      NumberPtr made = floatNumber(op, o[0]->bits, o, bfloat);
      if (approximate) {
        Number rounded = *made;
        FloatMode mode = FloatMode::unpacked(rounded.index);
        mode.approximate = true;
        rounded.index = mode.packed();
        made = std::make_shared<const Number>(std::move(rounded));
      }
      return made;
    });
    return true;
  };
  const auto sign = [](unsigned bits) { return literal(std::uint64_t{1} << (bits - 1), bits); };
  switch (id) {
    case ir::Intrinsic::sqrt:
      return computed(NumberOp::FloatSqrt);
    case ir::Intrinsic::fma:
      return computed(NumberOp::FloatFma);
    case ir::Intrinsic::fmuladd:  // fused or not: here it is not, as -ffp-contract=off has it
      eachLeaf(in, [&](const Numbers& o) {
        return floatNumber(NumberOp::FloatAdd, o[0]->bits,
                           {floatNumber(NumberOp::FloatMul, o[0]->bits, {o[0], o[1]}, bfloat), o[2]}, bfloat);
      });
      return true;
    case ir::Intrinsic::minnum:
      return computed(NumberOp::FloatMin);
    case ir::Intrinsic::maxnum:
      return computed(NumberOp::FloatMax);
    case ir::Intrinsic::floor:
      return computed(NumberOp::FloatRoundDown);
    case ir::Intrinsic::ceil:
      return computed(NumberOp::FloatRoundUp);
    case ir::Intrinsic::trunc:
      return computed(NumberOp::FloatRoundZero);
    case ir::Intrinsic::rint:
    case ir::Intrinsic::nearbyint:
    case ir::Intrinsic::roundeven:
      return computed(NumberOp::FloatRoundEven);
    case ir::Intrinsic::exp:
      return computed(NumberOp::FloatExp, true);
    case ir::Intrinsic::exp2:
      return computed(NumberOp::FloatExp2, true);
    case ir::Intrinsic::exp10:
      return computed(NumberOp::FloatExp10, true);
    case ir::Intrinsic::log:
      return computed(NumberOp::FloatLog, true);
    case ir::Intrinsic::log2:
      return computed(NumberOp::FloatLog2, true);
    case ir::Intrinsic::log10:
      return computed(NumberOp::FloatLog10, true);
    case ir::Intrinsic::sin:
      return computed(NumberOp::FloatSin, true);
    case ir::Intrinsic::cos:
      return computed(NumberOp::FloatCos, true);
    case ir::Intrinsic::tan:
      return computed(NumberOp::FloatTan, true);
    case ir::Intrinsic::pow:
      return computed(NumberOp::FloatPow, true);
    case ir::Intrinsic::fabs:
      eachLeaf(in, [&](const Numbers& o) {
        return number(NumberOp::And, o[0]->bits,
                      {o[0], number(NumberOp::Not, o[0]->bits, {sign(o[0]->bits)})});
      });
      return true;
    case ir::Intrinsic::copysign:
      eachLeaf(in, [&](const Numbers& o) {
        const unsigned bits = o[0]->bits;
        return number(NumberOp::Or, bits,
                      {number(NumberOp::And, bits, {o[0], number(NumberOp::Not, bits, {sign(bits)})}),
                       number(NumberOp::And, bits, {o[1], sign(bits)})});
      });
      return true;
    case ir::Intrinsic::fptosi_sat:
    case ir::Intrinsic::fptoui_sat: {
      if (in.getType()->isVectorTy()) {
        return false;
      }
      const NumberPtr from = numberOf(*in.getArgOperand(0));
      define(in,
             numberFrom(id == ir::Intrinsic::fptosi_sat ? NumberOp::FloatToSigned : NumberOp::FloatToUnsigned,
                        from->bits, widthOf(in.getType()), {from}));
      return true;
    }
    default:
      return false;
  }
}

bool FunctionTranslator::ofAmd(const ir::CallBase& in, ir::Intrinsic::ID id) {
  const auto told = [&](BuiltIn which) {
    define(in, builtInNumber(which));
    return true;
  };
  switch (id) {
    case ir::Intrinsic::amdgcn_workitem_id_x:
      return told(BuiltIn::ItemX);
    case ir::Intrinsic::amdgcn_workitem_id_y:
      return told(BuiltIn::ItemY);
    case ir::Intrinsic::amdgcn_workitem_id_z:
      return told(BuiltIn::ItemZ);
    case ir::Intrinsic::amdgcn_workgroup_id_x:
      return told(BuiltIn::GroupX);
    case ir::Intrinsic::amdgcn_workgroup_id_y:
      return told(BuiltIn::GroupY);
    case ir::Intrinsic::amdgcn_workgroup_id_z:
      return told(BuiltIn::GroupZ);
    case ir::Intrinsic::amdgcn_wavefrontsize:
      return told(BuiltIn::LanesOfWarp);
    case ir::Intrinsic::amdgcn_dispatch_ptr:
    case ir::Intrinsic::amdgcn_implicitarg_ptr:
      return true;  // what is loaded through it is known (knownOfLaunch)
    case ir::Intrinsic::amdgcn_s_barrier: {
      ScopeBarrier barrier;
      barrier.order = std::nullopt;
      barrier.fences = false;
      barrier.number = 0;
      emit(std::move(barrier));
      return true;
    }
    case ir::Intrinsic::amdgcn_wave_barrier: {
      ScopeBarrier barrier;
      barrier.level = kWaveLevel;
      barrier.order = std::nullopt;
      barrier.fences = false;
      emit(std::move(barrier));
      return true;
    }
    case ir::Intrinsic::amdgcn_sched_barrier:
    case ir::Intrinsic::amdgcn_sched_group_barrier:
    case ir::Intrinsic::amdgcn_s_waitcnt:
    case ir::Intrinsic::amdgcn_s_sleep:
    case ir::Intrinsic::amdgcn_s_sethalt:
    case ir::Intrinsic::amdgcn_s_setprio:
    case ir::Intrinsic::amdgcn_s_nop:
      emit(Nothing{});
      return true;
    case ir::Intrinsic::amdgcn_endpgm:
      emit(Exit{});
      return true;
    case ir::Intrinsic::amdgcn_mbcnt_lo: {
      const NumberPtr below =
          number(NumberOp::And, 32, {numberOf(*in.getArgOperand(0)), builtInNumber(BuiltIn::LanesBelow)});
      define(in, number(NumberOp::Add, 32,
                        {numberFrom(NumberOp::PopCount, 32, 32, {below}), numberOf(*in.getArgOperand(1))}));
      return true;
    }
    case ir::Intrinsic::amdgcn_mbcnt_hi:  // at most 32 lanes are there
      define(in, numberOf(*in.getArgOperand(1)));
      return true;
    case ir::Intrinsic::amdgcn_readfirstlane:
      exchange(in, LaneExchange::Kind::Index, numberOf(*in.getArgOperand(0)), literal(0, 32), literal(31, 32),
               nullptr, widthOf(in.getType()));
      return true;
    case ir::Intrinsic::amdgcn_readlane:
      exchange(in, LaneExchange::Kind::Index, numberOf(*in.getArgOperand(0)), numberOf(*in.getArgOperand(1)),
               literal(31, 32), nullptr, widthOf(in.getType()));
      return true;
    case ir::Intrinsic::amdgcn_ds_bpermute: {
      const NumberPtr lane =
          number(NumberOp::And, 32,
                 {number(NumberOp::ShrUnsigned, 32, {numberOf(*in.getArgOperand(0)), literal(2, 32)}),
                  literal(63, 32)});
      exchange(in, LaneExchange::Kind::Index, numberOf(*in.getArgOperand(1)), lane, literal(31, 32), nullptr,
               32);
      return true;
    }
    case ir::Intrinsic::amdgcn_ds_swizzle: {
      const std::uint64_t pattern = constantArgument(in, 1, "the pattern of a swizzle");
      if ((pattern & 0x8000) != 0) {
        refuse("this pattern of a swizzle is not supported");
      }
      NumberPtr lane = number(NumberOp::And, 32, {builtInNumber(BuiltIn::Lane), literal(pattern & 31U, 32)});
      lane = number(NumberOp::Or, 32, {lane, literal(pattern >> 5U & 31U, 32)});
      lane = number(NumberOp::Xor, 32, {lane, literal(pattern >> 10U & 31U, 32)});
      exchange(in, LaneExchange::Kind::Index, numberOf(*in.getArgOperand(0)), lane, literal(31, 32), nullptr,
               32);
      return true;
    }
    case ir::Intrinsic::amdgcn_update_dpp:
    case ir::Intrinsic::amdgcn_mov_dpp:
      moveLanes(in, id == ir::Intrinsic::amdgcn_update_dpp);
      return true;
    case ir::Intrinsic::amdgcn_is_shared:
    case ir::Intrinsic::amdgcn_is_private: {
      const Space space = id == ir::Intrinsic::amdgcn_is_shared ? Space::Shared : Space::Local;
      const NumberPtr high =
          number(NumberOp::ShrUnsigned, 64, {numberOf(*in.getArgOperand(0)), literal(32, 64)});
      define(in, numberFrom(NumberOp::Eq, 64, 1, {high, literal(windowOf(space) >> 32U, 64)}));
      return true;
    }
    case ir::Intrinsic::amdgcn_ballot:
      exchange(in, LaneExchange::Kind::Ballot, numberOf(*in.getArgOperand(0)), nullptr, nullptr, nullptr, 32);
      return true;
    default:
      return false;
  }
}

/// "AMD Instinct MI300 ISA", "DPP": a lane takes a word of another one of its row of 16 lanes; where there is
/// none, it keeps another word, or gets 0.
void FunctionTranslator::moveLanes(const ir::CallBase& in, bool keeps) {
  const unsigned first = keeps ? 1 : 0;
  const std::uint64_t control = constantArgument(in, first + 1, "what a DPP does");
  const std::uint64_t rows = constantArgument(in, first + 2, "the rows of a DPP");
  const std::uint64_t banks = constantArgument(in, first + 3, "the banks of a DPP");
  const bool zero = constantArgument(in, first + 4, "the bound of a DPP") != 0;
  if (rows != 0xf || banks != 0xf || widthOf(in.getType()) != 32) {
    refuse("a DPP of some rows or banks, or of another width, is not supported");
  }
  const NumberPtr lane = builtInNumber(BuiltIn::Lane);
  const auto of = [](NumberOp op, const NumberPtr& a, std::uint64_t b) {
    return number(op, 32, {a, literal(b, 32)});
  };
  const NumberPtr inRow = of(NumberOp::And, lane, 15);
  const std::uint64_t by = control & 15U;
  NumberPtr source;
  NumberPtr there = literal(1, 1);
  if (control <= 0xff) {  // quad_perm
    const NumberPtr at = of(NumberOp::And, lane, 3);
    const NumberPtr twice = of(NumberOp::Shl, at, 1);
    const NumberPtr chosen =
        of(NumberOp::And, number(NumberOp::ShrUnsigned, 32, {literal(control, 32), twice}), 3);
    source = number(NumberOp::Or, 32, {of(NumberOp::And, lane, ~std::uint64_t{3}), chosen});
  } else if (control > 0x100 && control <= 0x10f) {  // row_shl
    source = of(NumberOp::Add, lane, by);
    there = numberFrom(NumberOp::LtUnsigned, 32, 1, {inRow, literal(16 - by, 32)});
  } else if (control > 0x110 && control <= 0x11f) {  // row_shr
    source = of(NumberOp::Sub, lane, by);
    there = numberFrom(NumberOp::LeUnsigned, 32, 1, {literal(by, 32), inRow});
  } else if (control > 0x120 && control <= 0x12f) {  // row_ror
    const NumberPtr turned = of(NumberOp::And, of(NumberOp::Sub, inRow, by), 15);
    source = number(NumberOp::Or, 32, {of(NumberOp::And, lane, ~std::uint64_t{15}), turned});
  } else if (control == 0x140 || control == 0x141) {  // row_mirror, row_half_mirror
    source = of(NumberOp::Xor, lane, control == 0x140 ? 15 : 7);
  } else {
    refuse("this DPP is not supported");
  }
  source = kept(source);
  // A lane that is not there gives nothing.
  const NumberPtr mask = number(NumberOp::ShrUnsigned, 32, {builtInNumber(BuiltIn::LanesHere), source});
  there = kept(number(NumberOp::And, 1, {there, resized(mask, 1)}));
  const NumberPtr otherwise = zero || !keeps ? literal(0, 32) : numberOf(*in.getArgOperand(0));
  exchange(in, LaneExchange::Kind::Index, numberOf(*in.getArgOperand(first)), selected(there, source, lane),
           literal(31, 32), nullptr, 32);
  const std::uint32_t reg = registersOf(in).front();
  const NumberPtr taken = registerNumber(reg, 32);
  emit(Compute{reg, selected(there, taken, resized(otherwise, 32))});
}

}  // namespace hrfcheck::frontend::llvm::reader

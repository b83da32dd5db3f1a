#include "frontend/llvm/reader/function_translator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

// Intrinsics of NVIDIA's ("User Guide for NVPTX Back-end"; "NVVM IR Specification").

namespace hrfcheck::frontend::llvm::reader {

bool FunctionTranslator::ofNvidia(const ir::CallBase& in, ir::Intrinsic::ID id) {
  const auto told = [&](BuiltIn which) {
    define(in, builtInNumber(which));
    return true;
  };
  const auto fenceAt = [&](std::uint32_t level) {
    emit(Fence{Order::SeqCst, level, true});
    return true;
  };
  switch (id) {
    case ir::Intrinsic::nvvm_read_ptx_sreg_tid_x:
      return told(BuiltIn::ItemX);
    case ir::Intrinsic::nvvm_read_ptx_sreg_tid_y:
      return told(BuiltIn::ItemY);
    case ir::Intrinsic::nvvm_read_ptx_sreg_tid_z:
      return told(BuiltIn::ItemZ);
    case ir::Intrinsic::nvvm_read_ptx_sreg_ntid_x:
      return told(BuiltIn::ItemsX);
    case ir::Intrinsic::nvvm_read_ptx_sreg_ntid_y:
      return told(BuiltIn::ItemsY);
    case ir::Intrinsic::nvvm_read_ptx_sreg_ntid_z:
      return told(BuiltIn::ItemsZ);
    case ir::Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
      return told(BuiltIn::GroupX);
    case ir::Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
      return told(BuiltIn::GroupY);
    case ir::Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
      return told(BuiltIn::GroupZ);
    case ir::Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
      return told(BuiltIn::GroupsX);
    case ir::Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
      return told(BuiltIn::GroupsY);
    case ir::Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
      return told(BuiltIn::GroupsZ);
    case ir::Intrinsic::nvvm_read_ptx_sreg_laneid:
      return told(BuiltIn::Lane);
    case ir::Intrinsic::nvvm_read_ptx_sreg_warpsize:
      return told(BuiltIn::LanesOfWarp);
    case ir::Intrinsic::nvvm_barrier0: {
      BlockBarrier barrier;
      barrier.number = literal(0, 32);
      emit(std::move(barrier));
      return true;
    }
    case ir::Intrinsic::nvvm_bar_warp_sync:
      emit(WarpBarrier{resized(numberOf(*in.getArgOperand(0)), 32)});
      return true;
    case ir::Intrinsic::nvvm_membar_cta:
      return fenceAt(kGroupLevel);
    case ir::Intrinsic::nvvm_membar_gl:
      return fenceAt(kGpuLevel);
    case ir::Intrinsic::nvvm_membar_sys:
      return fenceAt(kAllLevel);
    default:
      return false;
  }
}

}  // namespace hrfcheck::frontend::llvm::reader

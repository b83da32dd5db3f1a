#include "differential/profile.h"

namespace hrfcheck {

const char* nameOf(Profile profile) {
  switch (profile) {
    case Profile::Anything:
      return "anything";
    case Profile::NoRemote:
      return "no-remote";
    case Profile::SeqCstOnly:
      return "sc-only";
    case Profile::SystemScope:
      return "sys-scope";
    case Profile::RemoteHeavy:
      return "remote";
    case Profile::Barriers:
      return "barriers";
    case Profile::Alike:
      return "alike";
    case Profile::Waits:
      return "waits";
    case Profile::Twins:
      return "twins";
    case Profile::OpenCl:
      return "opencl";
    case Profile::OpenClRemote:
      return "opencl-remote";
    case Profile::OpenClBarriers:
      return "opencl-barriers";
    case Profile::OpenClLoops:
      return "opencl-loops";
    case Profile::OpenClStructures:
      return "opencl-structures";
    case Profile::OpenClOneLevel:
      return "opencl-one-level";
    case Profile::OpenClAlike:
      return "opencl-alike";
    case Profile::OpenClWorkGroups:
      return "opencl-work-groups";
    case Profile::OpenClKernels:
      return "opencl-kernels";
    case Profile::CAlike:
      return "c-alike";
    case Profile::C:
      return "c";
    case Profile::CLoops:
      return "c-loops";
    case Profile::CSeqCst:
      return "c-seq-cst";
    case Profile::Ptx:
      return "ptx";
    case Profile::PtxLoops:
      return "ptx-loops";
    case Profile::PtxBarriers:
      return "ptx-barriers";
    case Profile::PtxAlike:
      return "ptx-alike";
    case Profile::Vulkan:
      return "vulkan";
    case Profile::VulkanLoops:
      return "vulkan-loops";
    case Profile::VulkanBarriers:
      return "vulkan-barriers";
    case Profile::VulkanAlike:
      return "vulkan-alike";
  }
  return "";
}

bool isHsa(Profile profile) {
  return profile <= Profile::Twins;
}

bool isOpenCl(Profile profile) {
  return !isHsa(profile) && profile < Profile::C;
}

bool isPtx(Profile profile) {
  return profile >= Profile::Ptx && profile <= Profile::PtxAlike;
}

bool isGpu(Profile profile) {
  return profile >= Profile::Ptx;
}

bool hasLoops(Profile profile) {
  return profile == Profile::OpenClLoops || profile == Profile::OpenClWorkGroups ||
         profile == Profile::CLoops || profile == Profile::PtxLoops || profile == Profile::VulkanLoops;
}

bool hasBarriers(Profile profile) {
  return profile == Profile::OpenClBarriers || profile == Profile::OpenClWorkGroups ||
         profile == Profile::PtxBarriers || profile == Profile::VulkanBarriers;
}

bool isAlike(Profile profile) {
  return profile == Profile::Alike || profile == Profile::OpenClAlike || profile == Profile::CAlike ||
         profile == Profile::PtxAlike || profile == Profile::VulkanAlike;
}

}  // namespace hrfcheck

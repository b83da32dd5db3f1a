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
    case Profile::CAlike:
      return "c-alike";
    case Profile::C:
      return "c";
    case Profile::CLoops:
      return "c-loops";
    case Profile::CSeqCst:
      return "c-seq-cst";
  }
  return "";
}

bool isHsa(Profile profile) {
  return profile <= Profile::Twins;
}

bool isOpenCl(Profile profile) {
  return !isHsa(profile) && profile < Profile::C;
}

bool hasLoops(Profile profile) {
  return profile == Profile::OpenClLoops || profile == Profile::OpenClWorkGroups ||
         profile == Profile::CLoops;
}

bool hasBarriers(Profile profile) {
  return profile == Profile::OpenClBarriers || profile == Profile::OpenClWorkGroups;
}

bool isAlike(Profile profile) {
  return profile == Profile::Alike || profile == Profile::OpenClAlike || profile == Profile::CAlike;
}

}  // namespace hrfcheck

#include "cat/licence/rule_words.h"

namespace hrfcheck {

const char* whatIsLeft(LeavingOutRule rule) {
  switch (rule) {
    case LeavingOutRule::FewRounds:
      return "last iterations of spin loops, and one earlier one";
    case LeavingOutRule::LastRound:
      return "last iterations of spin loops";
    case LeavingOutRule::RoundPerWrite:
      return "as many iterations of spin loops as there are writes to read from";
    case LeavingOutRule::SilentRmws:
      return "no iterations that store what they read";
    case LeavingOutRule::CountedUpdates:
      return "two iterations that store what they read for each write that they read";
    case LeavingOutRule::SubsumedAcquires:
      return "no reads that the next iteration repeats";
    case LeavingOutRule::OwnStores:
      return "locations of one thread as its registers";
    case LeavingOutRule::JointRounds:
      return "last iterations of blocks that wait together";
    case LeavingOutRule::NarrowedValues:
      return "values that reads can return";
    case LeavingOutRule::SettledMemory:
      return "accesses of locations that are not settled";
    case LeavingOutRule::AlikeThreads:
      break;
  }
  return "interchangeable threads";
}

}  // namespace hrfcheck

#include "report/text/order_text.h"

namespace hrfcheck::inline report {

std::string_view orderText(Order order) {
  switch (order) {
    case Order::Relaxed:
      return "relaxed";
    case Order::Consume:
      return "consume";
    case Order::Acquire:
      return "acquire";
    case Order::Release:
      return "release";
    case Order::AcquireRelease:
      return "acq_rel";
    case Order::SeqCst:
      return "seq_cst";
  }
  return "";
}

}  // namespace hrfcheck::inline report

#include "report/text/order_text.h"

#include "util/enum_names.h"

namespace hrfcheck::inline report {

constexpr std::array kOrderWords{
    EnumName{Order::Relaxed, "relaxed"},        EnumName{Order::Consume, "consume"},
    EnumName{Order::Acquire, "acquire"},        EnumName{Order::Release, "release"},
    EnumName{Order::AcquireRelease, "acq_rel"}, EnumName{Order::SeqCst, "seq_cst"}};
static_assert(coversUpTo(kOrderWords, Order::SeqCst));

std::string_view orderText(Order order) {
  return nameIn(kOrderWords, order);
}

}  // namespace hrfcheck::inline report

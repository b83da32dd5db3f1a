#include "machine/describe/built_in.h"

// Made of the files by cmake/Embed.cmake.
namespace hrfcheck::assets {
extern const std::string_view sc_machine, hrf0_machine, hrf0_fix_machine, qr_machine, qr_fix_machine,
    rsp_lit_machine, rsp_lit_drop_machine, rsp_char_machine, rsp_fix_machine, rsp_fix2_machine, hrfr_machine;
}  // namespace hrfcheck::assets

namespace hrfcheck::inline machine {

const std::vector<std::pair<std::string_view, std::string_view>>& builtInMachines() {
  static const std::vector<std::pair<std::string_view, std::string_view>> files = {
      {"sc.machine", assets::sc_machine},
      {"hrf0.machine", assets::hrf0_machine},
      {"hrf0-fix.machine", assets::hrf0_fix_machine},
      {"qr.machine", assets::qr_machine},
      {"qr-fix.machine", assets::qr_fix_machine},
      {"rsp-lit.machine", assets::rsp_lit_machine},
      {"rsp-lit-drop.machine", assets::rsp_lit_drop_machine},
      {"rsp-char.machine", assets::rsp_char_machine},
      {"rsp-fix.machine", assets::rsp_fix_machine},
      {"rsp-fix2.machine", assets::rsp_fix2_machine},
      {"hrfr.machine", assets::hrfr_machine}};
  return files;
}

}  // namespace hrfcheck::inline machine

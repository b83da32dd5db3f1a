#include "frontend/spirv/module/tools.h"

#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>

namespace hrfcheck::frontend::spirv {
namespace {

constexpr spv_target_env kEnvironments[] = {
    SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2, SPV_ENV_UNIVERSAL_1_3,
    SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5, SPV_ENV_UNIVERSAL_1_6};
constexpr unsigned kNewest = std::size(kEnvironments) - 1;

constexpr std::size_t kMinorShift = 8;

/// The environment of the version that the module itself says it is written for.
spv_target_env environmentOf(const Words& words) {
  const std::uint32_t minor = words.size() > 1 ? words[1] >> kMinorShift & 0xff : kNewest;
  return kEnvironments[std::min<std::uint32_t>(minor, kNewest)];
}

/// The first error is the one to tell.
spvtools::MessageConsumer keepFirst(ToolMessage& message) {
  return
      [&message](spv_message_level_t level, const char*, const spv_position_t& position, const char* text) {
        if (level <= SPV_MSG_ERROR && message.text.empty()) {
          message = {text, position.line, position.column, position.index};
        }
      };
}

std::optional<Words> optimized(const Words& words, const std::vector<std::string>& passes,
                               ToolMessage& message) {
  spvtools::Optimizer optimizer(environmentOf(words));
  optimizer.SetMessageConsumer(keepFirst(message));
  if (!optimizer.RegisterPassesFromFlags(passes)) {
    return std::nullopt;
  }
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);  // the caller has asked
  Words result;
  return optimizer.Run(words.data(), words.size(), &result, options) ? std::optional(std::move(result))
                                                                     : std::nullopt;
}

}  // namespace

std::optional<Words> assembled(std::string_view text, unsigned minor, ToolMessage& message) {
  spvtools::SpirvTools tools(kEnvironments[std::min(minor, kNewest)]);
  tools.SetMessageConsumer(keepFirst(message));
  Words words;
  if (tools.Assemble(text.data(), text.size(), &words, SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS)) {
    // No id is 0, and one may be called so.
    ToolMessage unused;
    if (parse(
            words, [](const ParsedInstruction&) {}, unused)) {
      return words;
    }
    words.clear();
    if (tools.Assemble(text.data(), text.size(), &words, SPV_TEXT_TO_BINARY_OPTION_NONE)) {
      return words;
    }
  }
  return std::nullopt;
}

std::optional<std::string> disassembled(const Words& words, ToolMessage& message) {
  spvtools::SpirvTools tools(environmentOf(words));
  tools.SetMessageConsumer(keepFirst(message));
  std::string text;
  constexpr std::uint32_t kHow = SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES;
  return tools.Disassemble(words, &text, kHow) ? std::optional(std::move(text)) : std::nullopt;
}

bool isValid(const Words& words, ToolMessage& message) {
  spvtools::SpirvTools tools(environmentOf(words));
  tools.SetMessageConsumer(keepFirst(message));
  return tools.Validate(words);
}

const std::vector<std::string>& simplifications() {
  static const std::vector<std::string> kFlags = {"--merge-return",
                                                  "--inline-entry-points-exhaustive",
                                                  "--eliminate-dead-functions",
                                                  "--private-to-local",
                                                  "--scalar-replacement=100",
                                                  "--convert-local-access-chains",
                                                  "--eliminate-local-single-block",
                                                  "--eliminate-local-single-store",
                                                  "--ssa-rewrite",
                                                  "--eliminate-dead-code-aggressive"};
  return kFlags;
}

std::optional<Words> simplified(const Words& words, ToolMessage& message) {
  return optimized(words, simplifications(), message);
}

std::optional<Words> upgraded(const Words& words, ToolMessage& message) {
  return optimized(words, {kUpgrade}, message);
}

bool parse(const Words& words, const std::function<void(ParsedInstruction)>& take, ToolMessage& message) {
  spvtools::Context context(environmentOf(words));
  context.SetMessageConsumer(keepFirst(message));
  const auto one = [](void* user, const spv_parsed_instruction_t* in) {
    const std::size_t ids = (in->type_id != 0 ? 1U : 0U) + (in->result_id != 0 ? 1U : 0U);
    (*static_cast<const std::function<void(ParsedInstruction)>*>(user))(
        {in->opcode, in->type_id, in->result_id, static_cast<std::uint32_t>(in->ext_inst_type),
         Words(in->words + 1 + ids, in->words + in->num_words)});
    return SPV_SUCCESS;
  };
  // The interface of C takes what is const as not.
  void* user = const_cast<void*>(static_cast<const void*>(&take));  // NOLINT
  return spvBinaryParse(context.CContext(), user, words.data(), words.size(), nullptr, one, nullptr) ==
         SPV_SUCCESS;
}

std::string opcodeName(std::uint16_t opcode) {
  return std::string("Op") + spvOpcodeString(opcode);
}

}  // namespace hrfcheck::frontend::spirv

# Writes OUTPUT, a C++ file in which SYMBOL is the text of INPUT, as bytes: no text has to be escaped.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
string(REGEX REPLACE "(('[^']*',){24})" "\\1\n" bytes "${bytes}")
file(WRITE "${OUTPUT}" "#include <string_view>

namespace hrfcheck::assets {
namespace {
constexpr char ${SYMBOL}_bytes[] = {
${bytes}'\\0'};
}
extern const std::string_view ${SYMBOL};
const std::string_view ${SYMBOL}{${SYMBOL}_bytes, sizeof ${SYMBOL}_bytes - 1};
}  // namespace hrfcheck::assets
")

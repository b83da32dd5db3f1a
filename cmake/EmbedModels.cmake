# Writes OUTPUT, a C++ file with the text of every model file (*.cat) of FOLDER, by file name, as bytes.
file(GLOB files "${FOLDER}/*.cat")
set(texts "")
set(rows "")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME)
  string(MAKE_C_IDENTIFIER "${name}" symbol)
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  string(REGEX REPLACE "(('[^']*',){24})" "\\1\n" bytes "${bytes}")
  string(APPEND texts "constexpr char ${symbol}_bytes[] = {\n${bytes}'\\0'};\n")
  string(APPEND rows "      {\"${name}\", {${symbol}_bytes, sizeof ${symbol}_bytes - 1}},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"cat/shipped.h\"

namespace hrfcheck::cat {
namespace {
${texts}}  // namespace

const std::map<std::string, std::string_view, std::less<>>& shippedFiles() {
  static const std::map<std::string, std::string_view, std::less<>> files = {
${rows}  };
  return files;
}

}  // namespace hrfcheck::cat
")

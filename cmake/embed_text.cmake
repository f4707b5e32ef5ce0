# Writes OUTPUT, a C++ file that defines a function NAME of namespace voxmarch which returns the text of FILE.
file(READ "${FILE}" text)
file(WRITE "${OUTPUT}" "#include <string_view>\n\nnamespace voxmarch {\n\nstd::string_view ${NAME}();\n\n"
     "std::string_view ${NAME}() { return R\"__text__(${text})__text__\"; }\n\n} // namespace voxmarch\n")

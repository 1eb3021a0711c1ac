# The bits of a sound, by the engine alone: what Scripts/portable runs on other systems, too.
add_executable (kolophon_bits ${CMAKE_CURRENT_LIST_DIR}/Bits.cpp)
target_link_libraries (kolophon_bits PRIVATE kolophon_core kolophon_flags kolophon_compiled_quickly)

# SPDX-License-Identifier: GPL-3.0-or-later
# The bits of a sound, by the engine alone: Scripts/portable runs it on other systems, too. Where a change of sound is meant,
# what it prints without a file is the next Reference/bits.txt (without the names in brackets, each line once).
add_executable (kolophon_bits Bits.cpp)
target_link_libraries (kolophon_bits PRIVATE kolophon_core kolophon_flags kolophon_compiled_quickly)

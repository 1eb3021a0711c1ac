# SPDX-License-Identifier: GPL-3.0-or-later
# embed_texts (TARGET WHAT FILES…): TARGET holds the texts of these files: embedded<WHAT>Texts(), embedded<WHAT>Names().
#
# They are objects of their own: sources of a target that something is generated for wait until everything that it links to
# is built, and a newcomer's second core waits with them.
function (embed_texts target what)
    set (texts ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/EmbedTexts.cmake)
    set (output ${CMAKE_CURRENT_BINARY_DIR}/Embedded${what}s.cpp)
    add_custom_command (
        OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DWHAT=${what} "-DFILES=${ARGN}" -DOUTPUT=${output} -P ${texts}
        DEPENDS ${ARGN} ${texts}
        VERBATIM)
    add_library (${target}_${what}_texts OBJECT ${output})
    target_sources (${target} PRIVATE $<TARGET_OBJECTS:${target}_${what}_texts>)
endfunction()

# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DPROGRAM=kolophon -DVERSION=0.2.0 -DHELP2MAN=help2man -DFOLDER=man1 -P Manual.cmake
# The manual pages of the program and of its commands, out of their help.
file (MAKE_DIRECTORY ${FOLDER})
get_filename_component (program ${PROGRAM} NAME)

function (write_page name command what)
    execute_process (COMMAND ${HELP2MAN} --no-info --version-string=${VERSION} --source=Kolophon\ ${VERSION} --name=${what} "${PROGRAM}${command}"
                     OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string (TOUPPER ${program} capitals)
    string (TOUPPER ${name} title)
    string (REPLACE "\n.TH ${capitals} " "\n.TH ${title} " text "${text}")
    string (REPLACE "\n${program}${command} \\- " "\n${name} \\- " text "${text}")
    file (WRITE ${FOLDER}/${name}.1 "${text}")
endfunction()

execute_process (COMMAND ${PROGRAM} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string (REGEX REPLACE ".*\nSubcommands:" "" commands "${help}")
string (REGEX MATCHALL "\n  [a-z]+ +[^\n.:;]+" commands "${commands}")
write_page (${program} "" "friction synthesiser")
foreach (line ${commands})
    string (REGEX MATCH "([a-z]+) +(.*)" line "${line}")
    write_page (${program}-${CMAKE_MATCH_1} " ${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}")
endforeach()

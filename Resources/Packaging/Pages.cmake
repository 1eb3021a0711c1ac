# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DCMARK=… -DFROM=Resources/Docs -DTO=… -P Pages.cmake : the pages of the documentation for a browser. Links lead to
# .html, headings have the names that links in the sources use, and pictures are linked where the sources are beside.
set (style "body { font: 16px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
table { border-collapse: collapse; } th, td { padding: .3rem .7rem; text-align: left; border-bottom: 1px solid #8886; vertical-align: top; }
pre, code { background: #8882; border-radius: 3px; } pre { padding: .7rem; overflow-x: auto; } code { padding: 0 .2em; }
img { max-width: 100%; } img[src$='.svg'] { background: #fff; }")
file (GLOB_RECURSE sources RELATIVE ${FROM} ${FROM}/*.md)
foreach (source IN LISTS sources)
    execute_process (COMMAND ${CMARK} --unsafe -e table ${FROM}/${source} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string (REGEX REPLACE "(href=\"(\\.\\./)?[^\":.]*)\\.md([\"#])" "\\1.html\\3" text "${text}")
    # Three characters are special in lists.
    string (REPLACE ";" "<!1>" text "${text}")
    string (REPLACE "[" "<!2>" text "${text}")
    string (REPLACE "]" "<!3>" text "${text}")
    string (REGEX MATCHALL "<h[1-6]>[^\n]*</h[1-6]>" headings "${text}")
    foreach (heading IN LISTS headings)
        string (REGEX REPLACE "<[^>]*>" "" name "${heading}")
        string (TOLOWER "${name}" name)
        string (REGEX REPLACE "[^a-z0-9 _-]" "" name "${name}")
        string (REPLACE " " "-" name "${name}")
        string (REGEX REPLACE "^<h([1-6])>" "<h\\1 id=\"${name}\">" named "${heading}")
        string (REPLACE "${heading}" "${named}" text "${text}")
    endforeach()
    string (REPLACE "<!1>" ";" text "${text}")
    string (REPLACE "<!2>" "[" text "${text}")
    string (REPLACE "<!3>" "]" text "${text}")
    string (REGEX MATCH "<h1[^>]*>([^<]*)" title "${text}")
    set (title "${CMAKE_MATCH_1}")
    string (REGEX REPLACE "\\.md$" ".html" page ${source})
    file (WRITE ${TO}/${page} "<!DOCTYPE html>
<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">
<title>${title} - Kolophon</title><style>
${style}
</style></head><body>
${text}</body></html>
")
endforeach()
# In a build, everything else that pages show lies where it was.
file (GLOB_RECURSE others RELATIVE ${FROM} ${FROM}/*.png ${FROM}/*.svg ${FROM}/*.gif ${FROM}/*.ogg ${FROM}/*.json ${FROM}/*.ipynb)
foreach (other IN LISTS others)
    get_filename_component (folder ${TO}/${other} DIRECTORY)
    file (MAKE_DIRECTORY ${folder})
    file (CREATE_LINK ${FROM}/${other} ${TO}/${other} SYMBOLIC)
endforeach()

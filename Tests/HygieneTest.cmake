# cmake -DROOT=<tree> -P HygieneTest.cmake : no file of the tree knows where somebody's checkout lies, or sends a reader to a
# page that is not in the tree.

if (EXISTS ${ROOT}/.git)
    execute_process (COMMAND git -c safe.directory=* -c core.quotePath=off ls-files
                     WORKING_DIRECTORY ${ROOT} OUTPUT_VARIABLE names COMMAND_ERROR_IS_FATAL ANY)
    string (REGEX REPLACE "\n" ";" names "${names}")
else() # a tree without its history
    file (GLOB_RECURSE names LIST_DIRECTORIES false RELATIVE ${ROOT} ${ROOT}/*)
    list (FILTER names EXCLUDE REGEX "^Build/")
endif()

foreach (name IN LISTS names)
    if (name STREQUAL "" OR IS_DIRECTORY ${ROOT}/${name} OR NOT EXISTS ${ROOT}/${name})
        continue()
    endif()
    file (STRINGS ${ROOT}/${name} lines
          REGEX "(^|[^A-Za-z0-9_.~}$])(/(home|root|work|Users)|[A-Z]:[/\\]Users[/\\])/?[A-Za-z0-9_.-]")
    foreach (line IN LISTS lines)
        message (SEND_ERROR "${name}: ${line}\nA path of one machine.")
    endforeach()
    # Pages of notes by which the project was planned: Physics.md and ReferenceNumbers.md hold what they said.
    file (STRINGS ${ROOT}/${name} lines
          REGEX "(^|[^A-Za-z0-9_])(PHYSIC[S]|THEOR[Y]|FIDELIT[Y]|REALIS[M]|INSTRUMEN[T]|SEED[S]|(SPEE[D]|STYL[E]|BUIL[D]|HOST[S])[.]md)([^A-Za-z0-9_]|$)")
    foreach (line IN LISTS lines)
        message (SEND_ERROR "${name}: ${line}\nA page that readers don't have: cite Resources/Docs/Physics.md or ReferenceNumbers.md.")
    endforeach()
endforeach()

# CMake splits a test's name at a semicolon, and Catch finds no test under either half: both would pass without running.
file (GLOB sources ${ROOT}/Tests/*.cpp)
foreach (source IN LISTS sources)
    file (STRINGS ${source} lines REGEX "^TEST_CASE.*\"[^\"]*;[^\"]*\"")
    foreach (line IN LISTS lines)
        message (SEND_ERROR "${source}: ${line}\nA semicolon in the name of a test.")
    endforeach()
endforeach()

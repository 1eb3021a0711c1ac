# SPDX-License-Identifier: GPL-3.0-or-later
# Clang's standard library, the nearest thing to that of macOS, lacks what others have. Scripts/test --libcxx builds and tests
# everything with it; here the compiler reads the engine, in every run of the tests.
find_package (Eigen3 3.4 REQUIRED NO_MODULE)
find_program (KOLOPHON_LIBCXX_COMPILER clang++-19) # of Scripts/setup, as the preset libcxx
set (folder ${CMAKE_CURRENT_BINARY_DIR}/Libcxx)
if (KOLOPHON_LIBCXX_COMPILER)
    execute_process (COMMAND ${KOLOPHON_LIBCXX_COMPILER} -stdlib=libc++ -fsyntax-only -x c++ - INPUT_FILE /dev/null
                     COMMAND_ERROR_IS_FATAL ANY)
    get_target_property (eigen Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
    # One instruction set: the others read the same sources.
    set (reads ${KOLOPHON_LIBCXX_COMPILER} -stdlib=libc++ -fsyntax-only -std=c++20 -I${PROJECT_SOURCE_DIR}/Source -isystem ${eigen}
               -DHWY_COMPILE_ONLY_STATIC -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wno-bitwise-instead-of-logical
               -Wno-pragma-clang-attribute -Werror)
    if (CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        list (APPEND reads -msse4.2 -maes -mpclmul)
    endif()
    foreach (library solvers core)
        get_target_property (sources kolophon_${library} SOURCES)
        get_target_property (perSet kolophon_${library} KOLOPHON_PER_INSTRUCTION_SET)
        if (perSet)
            list (APPEND sources ${perSet})
            list (REMOVE_DUPLICATES sources)
        endif()
        set (text "")
        foreach (source IN LISTS sources)
            get_source_file_property (alone ${PROJECT_SOURCE_DIR}/Source/${source} TARGET_DIRECTORY kolophon_core SKIP_UNITY_BUILD_INCLUSION)
            if (alone) # it includes itself
                get_filename_component (name ${source} NAME_WE)
                add_test (NAME "libcxx: ${name}" COMMAND ${reads} ${PROJECT_SOURCE_DIR}/Source/${source})
            else()
                string (APPEND text "#include \"${source}\"\n")
            endif()
        endforeach()
        file (CONFIGURE OUTPUT ${folder}/${library}.cpp CONTENT "${text}")
        add_test (NAME "libcxx: ${library}" COMMAND ${reads} ${folder}/${library}.cpp)
    endforeach()
    # What chooses among the sets on x86-64 names those of clang.
    if (CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        get_target_property (sets kolophon_core KOLOPHON_SETS_OF_CLANG)
        list (TRANSFORM sets PREPEND -D)
        set (chooses ${reads} ${sets} -DKOLOPHON_CHOOSES)
        list (REMOVE_ITEM chooses -DHWY_COMPILE_ONLY_STATIC -msse4.2 -maes -mpclmul)
        foreach (source IN LISTS perSet)
            get_filename_component (name ${source} NAME_WE)
            add_test (NAME "libcxx: ${name} chooses" COMMAND ${chooses} ${PROJECT_SOURCE_DIR}/Source/${source})
        endforeach()
    endif()
    # A guilty witness, as in RealTime.cmake.
    file (CONFIGURE OUTPUT ${folder}/Guilty.cpp CONTENT "#include <cmath>\ndouble f (double x) { return std::cyl_bessel_j (0.0, x); }\n")
    add_test (NAME libcxx_fires COMMAND ${reads} ${folder}/Guilty.cpp)
    set_tests_properties (libcxx_fires PROPERTIES PASS_REGULAR_EXPRESSION "no member named 'cyl_bessel_j'")
else()
    message (WARNING "No clang++-19: the engine is not compiled with clang's standard library. Scripts/test installs it.")
endif()

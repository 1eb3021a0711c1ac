# SPDX-License-Identifier: GPL-3.0-or-later
# The Python module, as its users have it.
set (environment "PYTHONPATH=${PROJECT_BINARY_DIR}/Python" "KOLOPHON_TOOL=$<TARGET_FILE:kolophon>"
                 "KOLOPHON_BUILD=${PROJECT_BINARY_DIR}")
foreach (test Package Exchange Guide Notebooks Wheel Stubs Sweep Figures ScenarioFields)
    string (TOLOWER python_${test} name)
    add_test (NAME ${name} COMMAND ${Python_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/Python/${test}Test.py ${PROJECT_SOURCE_DIR})
    set_tests_properties (${name} PROPERTIES ENVIRONMENT "${environment}")
endforeach()
# Engines that divide a command into parts; only GNU parallel is light enough for every machine. Slurm needs root.
foreach (engine parallel slurm snakemake)
    add_test (NAME python_sweep_${engine} COMMAND ${Python_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/Python/EnginesTest.py ${PROJECT_SOURCE_DIR} ${engine})
    set_tests_properties (python_sweep_${engine} PROPERTIES ENVIRONMENT "${environment}" SKIP_RETURN_CODE 77)
endforeach()

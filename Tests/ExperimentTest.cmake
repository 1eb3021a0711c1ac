# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DTOOL=<kolophon> -DNAME=<experiment> -DSHORTER=<path=value|…> -P ExperimentTest.cmake : the experiment's numbers are
# within their tolerances, with these settings unless KOLOPHON_LONG is set and not empty. What changes the model is not judged by them, so
# that a setting that does would leave a test that can't fail.
set (options "")
if ("$ENV{KOLOPHON_LONG}" STREQUAL "")
    string (REPLACE "|" ";" settings "${SHORTER}")
    foreach (setting IN LISTS settings)
        list (APPEND options --set "${setting}")
    endforeach()
endif()
execute_process (COMMAND ${TOOL} lab ${NAME} ${options} OUTPUT_VARIABLE report COMMAND_ERROR_IS_FATAL ANY)
message ("${report}")
if (report MATCHES "not judged")
    message (FATAL_ERROR "Numbers of ${NAME} are not judged.")
endif()

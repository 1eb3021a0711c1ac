# cmake -DTOOL=<kolophon> -DNAME=<experiment> -DSHORTER=<path=value|…> -P ExperimentTest.cmake : the experiment's numbers are
# within their tolerances, with these settings unless KOLOPHON_LONG is set.
set (options "")
if (NOT DEFINED ENV{KOLOPHON_LONG})
    string (REPLACE "|" ";" settings "${SHORTER}")
    foreach (setting IN LISTS settings)
        list (APPEND options --set "${setting}")
    endforeach()
endif()
execute_process (COMMAND ${TOOL} lab ${NAME} --quiet ${options} COMMAND_ERROR_IS_FATAL ANY)

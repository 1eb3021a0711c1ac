# SPDX-License-Identifier: GPL-3.0-or-later
# Plug-ins where hosts look for them, which is beside the libraries but never in a folder of one architecture; and the app
# with what a desktop shows of it.
set (KOLOPHON_PLUGIN_FOLDER lib CACHE STRING "Folder of the folders vst3, lv2 and clap, inside the prefix")
foreach (format VST3 LV2)
    string (TOLOWER ${format} folder)
    get_target_property (bundle kolophon_plugin_${format} JUCE_PLUGIN_ARTEFACT_FILE)
    install (DIRECTORY ${bundle} DESTINATION ${KOLOPHON_PLUGIN_FOLDER}/${folder} COMPONENT plugins USE_SOURCE_PERMISSIONS)
endforeach()
if (TARGET kolophon_clap)
    install (TARGETS kolophon_clap LIBRARY DESTINATION ${KOLOPHON_PLUGIN_FOLDER}/clap COMPONENT plugins)
endif()

install (PROGRAMS $<TARGET_FILE:kolophon_plugin_Standalone> RENAME kolophon-app DESTINATION ${CMAKE_INSTALL_BINDIR}
         COMPONENT app)
if (UNIX AND NOT APPLE)
    set (packaging ${PROJECT_SOURCE_DIR}/Resources/Packaging)
    foreach (file kolophon-app.1 org.kolophon.kolophon.metainfo.xml org.kolophon.plugins.metainfo.xml)
        configure_file (${packaging}/${file}.in ${CMAKE_CURRENT_BINARY_DIR}/${file} @ONLY)
    endforeach()
    install (FILES ${CMAKE_CURRENT_BINARY_DIR}/kolophon-app.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT app)
    install (FILES ${packaging}/org.kolophon.kolophon.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT app)
    install (FILES ${packaging}/org.kolophon.kolophon.svg COMPONENT app
             DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
    install (FILES ${CMAKE_CURRENT_BINARY_DIR}/org.kolophon.kolophon.metainfo.xml
             DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT app)
    install (FILES ${CMAKE_CURRENT_BINARY_DIR}/org.kolophon.plugins.metainfo.xml
             DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT plugins)
endif()

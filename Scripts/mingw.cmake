# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles for Windows with the compilers of Debian's g++-mingw-w64-x86-64-posix. One instruction set, without fused multiply-add: what
# AVX2 spills to the stack is not aligned there (GCC bug 54412).
set (CMAKE_SYSTEM_NAME Windows)
set (CMAKE_SYSTEM_PROCESSOR x86_64)
set (CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set (CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set (CMAKE_CXX_FLAGS_INIT "-msse4.2 -maes -mpclmul -DHWY_COMPILE_ONLY_STATIC")
set (CMAKE_EXE_LINKER_FLAGS_INIT -static)
set (CMAKE_FIND_ROOT_PATH ${CMAKE_BINARY_DIR}/headers) # Scripts/portable makes it
set (CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set (CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set (CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set (CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

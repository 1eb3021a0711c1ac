# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles for browsers with Debian's clang-19, lld-19, libc++-19-dev-wasm32 and wasi-libc; see Source/Web/Engine.
set (CMAKE_SYSTEM_NAME Generic)
set (CMAKE_SYSTEM_PROCESSOR wasm32)
set (CMAKE_C_COMPILER clang-19)
set (CMAKE_CXX_COMPILER clang++-19)
set (CMAKE_C_COMPILER_TARGET wasm32-wasi)
set (CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set (CMAKE_AR /usr/bin/llvm-ar-19)
set (CMAKE_RANLIB /usr/bin/llvm-ranlib-19)
set (CMAKE_CXX_FLAGS_INIT "-msimd128 -mbulk-memory -mnontrapping-fptoint -msign-ext -fwasm-exceptions -DHWY_COMPILE_ONLY_STATIC")
set (CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # exceptions are our own: Source/Web/Engine/Exceptions.cpp
set (CMAKE_FIND_ROOT_PATH ${CMAKE_BINARY_DIR}/headers) # Scripts/web makes it
set (CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set (CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set (CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set (CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

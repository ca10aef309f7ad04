# The target `web` builds the module for pages with clang: BUILD/web/ebiri.wasm.gz. It is part of `all` where the
# packages are installed; everything else builds and works without it.
find_program(EBIRI_CLANG clang++)
find_program(EBIRI_WASM_LD wasm-ld)
find_program(EBIRI_WASM_OPT wasm-opt)
find_path(EBIRI_WASI wasm32-wasi/stdlib.h)
find_path(EBIRI_WASI_CXX wasm32-wasi/c++/v1/vector)
set(wasm_missing "")
foreach(tool IN ITEMS CLANG:clang WASM_LD:lld WASM_OPT:binaryen WASI:wasi-libc WASI_CXX:libc++-dev-wasm32)
  string(REPLACE ":" ";" tool ${tool})
  list(GET tool 0 variable)
  list(GET tool 1 package)
  if(NOT EBIRI_${variable})
    list(APPEND wasm_missing ${package})
  endif()
endforeach()

set(web_build ${PROJECT_BINARY_DIR}/web)
if(wasm_missing)
  list(JOIN wasm_missing ", " wasm_missing)
  message(STATUS "The module for pages is not built: ${wasm_missing} missing (./ebiri web installs them)")
  add_custom_target(web COMMAND ${CMAKE_COMMAND} -E echo "these packages are missing: ${wasm_missing}"
                    COMMAND ${CMAKE_COMMAND} -E false)
else()
  file(MAKE_DIRECTORY ${web_build})
  # A build tree of its own, because it uses another compiler; it finds out by itself what has changed.
  add_custom_target(web ALL
    COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${web_build}/build -G Ninja
            --toolchain ${CMAKE_CURRENT_LIST_DIR}/toolchain.cmake
            -DEBIRI_BOOST=${Boost_INCLUDE_DIRS}/boost -DCMAKE_MAKE_PROGRAM=${CMAKE_MAKE_PROGRAM}
    COMMAND ${CMAKE_COMMAND} --build ${web_build}/build
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${web_build}/build/ebiri.wasm.gz ${web_build}
    USES_TERMINAL
    COMMENT "Building the module for pages")
endif()

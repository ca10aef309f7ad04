# The page of a run: typed sources, bundled by esbuild into a C++ source that the report room carries, so that
# only building needs node. Packages are installed below the build folder, exactly as package-lock.json says.
find_program(EBIRI_NODE node REQUIRED)
find_program(EBIRI_NPM npm REQUIRED)

set(page_sources ${CMAKE_CURRENT_LIST_DIR})
set(page_build ${PROJECT_BINARY_DIR}/page)
if(EBIRI_TESTS)
  set(page_packages all)  # the compiler that checks types, and what drives a browser
else()
  set(page_packages program --omit=dev)
endif()
list(POP_FRONT page_packages page_stamp)
file(MAKE_DIRECTORY ${page_build})

add_custom_command(
  OUTPUT ${page_build}/${page_stamp}.installed
  DEPENDS ${page_sources}/package.json ${page_sources}/package-lock.json
  COMMAND ${CMAKE_COMMAND} -E copy ${page_sources}/package.json ${page_sources}/package-lock.json ${page_build}
  COMMAND ${EBIRI_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error ${page_packages}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${page_build}/all.installed ${page_build}/program.installed
  COMMAND ${CMAKE_COMMAND} -E touch ${page_build}/${page_stamp}.installed
  WORKING_DIRECTORY ${page_build}
  COMMENT "Installing what builds the report's page")

file(GLOB page_files CONFIGURE_DEPENDS ${page_sources}/src/* ${page_sources}/build.mjs ${page_sources}/page.html)
add_custom_command(
  OUTPUT ${page_build}/page_frame.cpp
  DEPENDS ${page_build}/${page_stamp}.installed ${page_files}
  COMMAND ${EBIRI_NODE} ${page_sources}/build.mjs ${page_build}
  COMMENT "Bundling the report's page")
target_sources(ebiri_report PRIVATE ${page_build}/page_frame.cpp)
set_source_files_properties(${page_build}/page_frame.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

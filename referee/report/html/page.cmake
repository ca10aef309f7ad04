# Generates C++ sources of the pages: build.mjs makes them from TypeScript, style sheets and templates, so that only
# the build needs node. npm installs packages in the build folder, in the versions of package-lock.json.
find_program(EBIRI_NODE node REQUIRED)
find_program(EBIRI_NPM npm REQUIRED)

set(page_sources ${CMAKE_CURRENT_LIST_DIR})
set(page_build ${PROJECT_BINARY_DIR}/page)
if(EBIRI_TESTS)
  set(page_stamp all)  # with the type checker and the browser driver
else()
  set(page_stamp program)
  set(page_npm_options --omit=dev)
endif()
file(MAKE_DIRECTORY ${page_build})

add_custom_command(
  OUTPUT ${page_build}/${page_stamp}.installed
  DEPENDS ${page_sources}/package.json ${page_sources}/package-lock.json
  COMMAND ${CMAKE_COMMAND} -E copy ${page_sources}/package.json ${page_sources}/package-lock.json ${page_build}
  COMMAND ${EBIRI_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error ${page_npm_options}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${page_build}/all.installed ${page_build}/program.installed
  COMMAND ${CMAKE_COMMAND} -E touch ${page_build}/${page_stamp}.installed
  WORKING_DIRECTORY ${page_build}
  COMMENT "Installing the packages that build the report's page")

# ebiri_pages(ROOM NAME files…): build.mjs makes NAME.cpp from the files. It is a source of the target ebiri_ROOM.
function(ebiri_pages room name)
  file(GLOB files CONFIGURE_DEPENDS ${ARGN} ${page_sources}/build.mjs)
  add_custom_command(
    OUTPUT ${page_build}/${name}.cpp
    DEPENDS ${page_build}/${page_stamp}.installed ${files}
    COMMAND ${EBIRI_NODE} ${page_sources}/build.mjs ${page_build} ${name}
    COMMENT "Making ${name}.cpp")
  target_sources(ebiri_${room} PRIVATE ${page_build}/${name}.cpp)
  set_source_files_properties(${page_build}/${name}.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

ebiri_pages(report page_frame ${page_sources}/src/* ${page_sources}/page.html)

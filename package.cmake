# `./ebiri package`: CPack makes a Debian package, and an archive that can be unpacked anywhere. lib/ebiri/libraries in
# the archive has the libraries that its programs need, except the C library.
set(CPACK_PACKAGE_VENDOR "the Ebiri authors")
set(CPACK_PACKAGE_CONTACT "the Ebiri authors <ebiri@localhost>")
set(CPACK_PACKAGE_DESCRIPTION "Ebiri runs engines as child processes, enforces rules and clocks, and prints Elo tables with error
 bars. It also hosts contests whose results every team can check.")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PACKAGE_FILE_NAME ebiri-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
# The packages of the libraries of its programs. CPACK_DEBIAN_PACKAGE_SHLIBDEPS finds the same, but first starts two programs for
# each file of the package.
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/package_depends.cmake)
list(TRANSFORM bot_programs REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE bot_files)
file(GENERATE OUTPUT ${CPACK_PROJECT_CONFIG_FILE} CONTENT "
  if(CPACK_GENERATOR STREQUAL \"DEB\")
    file(WRITE \"\${CPACK_PACKAGE_DIRECTORY}/debian/control\" \"\")  # dpkg-shlibdeps needs one
    execute_process(COMMAND dpkg-shlibdeps -O $<TARGET_FILE:ebiri> $<TARGET_FILE:ebiri-gate> $<TARGET_FILE:ebiri-bridge> $<JOIN:${bot_files}, >
                    WORKING_DIRECTORY \"\${CPACK_PACKAGE_DIRECTORY}\" OUTPUT_VARIABLE depends OUTPUT_STRIP_TRAILING_WHITESPACE
                    COMMAND_ERROR_IS_FATAL ANY)
    string(REPLACE \"shlibs:Depends=\" \"\" CPACK_DEBIAN_PACKAGE_DEPENDS \"\${depends}\")
    file(REMOVE_RECURSE \"\${CPACK_PACKAGE_DIRECTORY}/debian\")
  endif()
")
# Programs that it starts, which dpkg-shlibdeps cannot find.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap, python3, man-db")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, libfmt-dev, nats-server, nodejs, pkg-config")
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # a package has no tests, so they need not be built

set_target_properties(ebiri PROPERTIES INSTALL_RPATH "$ORIGIN/libraries")
set_target_properties(${bot_programs} PROPERTIES INSTALL_RPATH "$ORIGIN/../libraries")
foreach(program ebiri ${bot_programs})
  target_link_options(${program} PRIVATE -Wl,--disable-new-dtags)  # RPATH, which unlike RUNPATH also applies to libraries of libraries
endforeach()
install(CODE "
  if(DEFINED ENV{EBIRI_BUNDLE_LIBRARIES})
    file(GET_RUNTIME_DEPENDENCIES RESOLVED_DEPENDENCIES_VAR libraries EXECUTABLES \"$<TARGET_FILE:ebiri>\"
         PRE_EXCLUDE_REGEXES \"^ld-linux\" \"^lib(c|m|dl|rt|pthread|resolv)\\\\.so\")
    file(INSTALL \${libraries} DESTINATION \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${EBIRI_HOME}/libraries\" FOLLOW_SYMLINK_CHAIN)
  endif()
")
include(CPack)

# cmake --install: the programs are in lib/ebiri, because they find each other, bots/, configs/ and man/ in their own
# folder; configs and man are links there. bin/ebiri is a link to the program. Completions and manual pages are where
# shells and man expect them; share/ebiri has configs and kits for people.
include(GNUInstallDirs)
find_program(EBIRI_HELP2MAN help2man REQUIRED)

set(EBIRI_HOME ${CMAKE_INSTALL_LIBDIR}/ebiri)
set(EBIRI_SHARE ${CMAKE_INSTALL_DATADIR}/ebiri)
install(TARGETS ebiri ebiri-gate ebiri-bridge RUNTIME DESTINATION ${EBIRI_HOME})
set(bot_programs ${bot_targets})
list(FILTER bot_programs INCLUDE REGEX "^bot_")
install(TARGETS ${bot_programs} RUNTIME DESTINATION ${EBIRI_HOME}/bots)
file(GLOB installed_bots CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bots/*.py)
install(PROGRAMS ${installed_bots} DESTINATION ${EBIRI_HOME}/bots)
install(FILES ${PROJECT_BINARY_DIR}/web/ebiri.wasm.gz DESTINATION ${EBIRI_HOME}/web OPTIONAL)  # if it was built
install(DIRECTORY configs DESTINATION ${EBIRI_SHARE} USE_SOURCE_PERMISSIONS PATTERN __pycache__ EXCLUDE)
# Documents and kits keep their places beside configs, so that links and paths in documents are right; the program is
# `ebiri` there, not `./ebiri`.
install(DIRECTORY bots/sdk/python bots/sdk/javascript DESTINATION ${EBIRI_SHARE}/bots/sdk PATTERN __pycache__ EXCLUDE)
install(DIRECTORY bots/sdk/cpp/example DESTINATION ${EBIRI_SHARE}/bots/sdk/cpp)
file(GLOB_RECURSE documents RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS bots/*.md protocol/*.md referee/*.md results/*.md)
foreach(document README.md CHANGELOG.md LICENSE ${documents})
  get_filename_component(folder ${document} DIRECTORY)
  install(FILES ${document} DESTINATION ${EBIRI_SHARE}/${folder})
endforeach()
install(DIRECTORY results/reference/pictures DESTINATION ${EBIRI_SHARE}/results/reference)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

# The kit for C++: `g++ mine.cpp $(pkg-config --cflags --libs ebiri-bot)` builds an engine.
install(TARGETS ebiri_sdk ebiri_protocol ebiri_rules ebiri_support ARCHIVE DESTINATION ${EBIRI_HOME}/sdk)
foreach(folder bots/sdk/cpp protocol referee/rules referee/support)
  install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ebiri/${folder} FILES_MATCHING PATTERN "*.hpp")
endforeach()
file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
file(WRITE ${PROJECT_BINARY_DIR}/ebiri-bot.pc "prefix=\${pcfiledir}/${prefix_from_pc}
Name: ebiri-bot
Description: The kit for mancala engines in C++
Version: ${PROJECT_VERSION}
Cflags: -std=c++20 -I\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}/ebiri
Libs: -L\${prefix}/${EBIRI_HOME}/sdk -lebiri_sdk -lebiri_protocol -lebiri_rules -lebiri_support -lfmt -pthread
")
install(FILES ${PROJECT_BINARY_DIR}/ebiri-bot.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(CODE "
  set(root \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  set(program \"\${root}/${EBIRI_HOME}/ebiri\")
  set(help2man \"${EBIRI_HELP2MAN}\")
  function(ebiri_print file)
    get_filename_component(folder \"\${root}/\${file}\" DIRECTORY)
    file(MAKE_DIRECTORY \"\${folder}\")
    execute_process(COMMAND \"\${program}\" \${ARGN} OUTPUT_FILE \"\${root}/\${file}\" COMMAND_ERROR_IS_FATAL ANY)
    message(STATUS \"Installing: \${root}/\${file}\")
  endfunction()
  file(MAKE_DIRECTORY \"\${root}/${CMAKE_INSTALL_BINDIR}\")
  file(RELATIVE_PATH program_from_bin \"\${root}/${CMAKE_INSTALL_BINDIR}\" \"\${program}\")
  file(CREATE_LINK \"\${program_from_bin}\" \"\${root}/${CMAKE_INSTALL_BINDIR}/ebiri\" SYMBOLIC)
  ebiri_print(${CMAKE_INSTALL_DATADIR}/bash-completion/completions/ebiri completion bash)
  ebiri_print(${CMAKE_INSTALL_DATADIR}/zsh/site-functions/_ebiri completion zsh)
  ebiri_print(${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d/ebiri.fish completion fish)
  ebiri_print(${EBIRI_SHARE}/ebiri.schema.json schema)
  set(documents_root \"\${root}/${EBIRI_SHARE}\")
  include(\"${PROJECT_SOURCE_DIR}/document_links.cmake\")
  file(RELATIVE_PATH configs_from_home \"\${root}/${EBIRI_HOME}\" \"\${root}/${EBIRI_SHARE}/configs\")
  file(REMOVE_RECURSE \"\${root}/${EBIRI_HOME}/configs\")  # a folder of an earlier version
  file(CREATE_LINK \"\${configs_from_home}\" \"\${root}/${EBIRI_HOME}/configs\" SYMBOLIC)
  # The pages of a build are made once, which takes seconds.
  set(program \"$<TARGET_FILE:ebiri>\")
  set(man_folder \"${PROJECT_BINARY_DIR}/man1\")
  file(LOCK \"${PROJECT_BINARY_DIR}/man1.lock\")
  if(\"\${program}\" IS_NEWER_THAN \"\${man_folder}.made\" OR \"${PROJECT_SOURCE_DIR}/man_pages.cmake\" IS_NEWER_THAN \"\${man_folder}.made\")
    file(REMOVE_RECURSE \"\${man_folder}\")
    include(\"${PROJECT_SOURCE_DIR}/man_pages.cmake\")
    file(TOUCH \"\${man_folder}.made\")
  endif()
  file(LOCK \"${PROJECT_BINARY_DIR}/man1.lock\" RELEASE)
  file(COPY \"\${man_folder}\" DESTINATION \"\${root}/${CMAKE_INSTALL_MANDIR}\")
  set(man_folder \"\${root}/${CMAKE_INSTALL_MANDIR}/man1\")
  file(RELATIVE_PATH pages_from_home \"\${root}/${EBIRI_HOME}\" \"\${man_folder}\")
  file(CREATE_LINK \"\${pages_from_home}\" \"\${root}/${EBIRI_HOME}/man\" SYMBOLIC)
")

# cmake --install: the programs stay together in lib/ebiri, as they look for each other and for bots/ beside them; bin/ebiri
# leads there. Completions and manual pages stand where shells and man look.
include(GNUInstallDirs)

set(EBIRI_HOME ${CMAKE_INSTALL_LIBDIR}/ebiri)
install(TARGETS ebiri ebiri-gate ebiri-bridge RUNTIME DESTINATION ${EBIRI_HOME})
set(bot_programs ${bot_targets})
list(FILTER bot_programs INCLUDE REGEX "^bot_")
install(TARGETS ${bot_programs} RUNTIME DESTINATION ${EBIRI_HOME}/bots)
file(GLOB installed_bots CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bots/*.py)
install(PROGRAMS ${installed_bots} DESTINATION ${EBIRI_HOME}/bots)

install(CODE "
  set(root \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  set(program \"\${root}/${EBIRI_HOME}/ebiri\")
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
  execute_process(COMMAND \"\${program}\" man --folder \"\${root}/${CMAKE_INSTALL_MANDIR}/man1\" COMMAND_ERROR_IS_FATAL ANY)
")

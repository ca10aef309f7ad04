# Makes the manual pages of `program`, with `help2man`, in `man_folder`: one for the program and one for each command.
# Commands and their one-line descriptions are read from the help.
get_filename_component(program_folder "${program}" DIRECTORY)
file(MAKE_DIRECTORY "${man_folder}")
file(WRITE "${man_folder}/ebiri.h2m" [[
[environment]
.TP
.B EBIRI_RESULTS
The folder that holds the run folders, in place of
.IR results .
.TP
.B EBIRI_CACHE
The folder in which workers store fetched engines, in place of
.IR ~/.cache/ebiri .
.TP
.BR NO_COLOR ", " CLICOLOR_FORCE
No colours on a terminal; colours also without a terminal.
[files]
.TP
.I results/NAME/games.jsonl
The journal of a run: every game, with its moves and times. All other files are made from it.
.TP
.I results/NAME/standings.txt
The final table; also as .md, .csv and .json.
.TP
.I results/NAME/report.html
The whole run as a page for a browser.
.TP
.I results/NAME/config.yaml
The config as it was read.
[see also]
.BR ebiri (1)
]])
execute_process(COMMAND "${program}" --version OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "[0-9.]+" version "${version}")

function(ebiri_man_page command about)
  string(REPLACE " " "-" name "${command}")
  string(TOUPPER "${name}" title)
  set(page "${man_folder}/${name}.1")
  execute_process(COMMAND ${CMAKE_COMMAND} -E env EBIRI_HELP2MAN=1 LC_ALL=C.UTF-8
                          ${help2man} --no-info --locale=C.UTF-8 --include=${man_folder}/ebiri.h2m --name=${about}
                          --version-string=${version} --output=${page} "./${command}"
                  WORKING_DIRECTORY "${program_folder}" COMMAND_ERROR_IS_FATAL ANY)
  file(READ "${page}" text)
  string(REPLACE ".TH EBIRI " ".TH ${title} " text "${text}")
  string(REPLACE "${command} \\- " "${name} \\- " text "${text}")
  file(WRITE "${page}" "${text}")

  string(REPLACE " " ";" words "${command}")
  list(REMOVE_AT words 0)
  execute_process(COMMAND "${program}" ${words} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ";" "," help "${help}")
  string(FIND "${help}" "\nOptions:\n" begin)
  if(begin GREATER -1)
    string(SUBSTRING "${help}" ${begin} -1 help)
    string(REGEX MATCHALL "\n  [a-z]+  +[A-Z][^\n]+" lines "${help}")
    foreach(line IN LISTS lines)
      string(REGEX MATCH "^\n  ([a-z]+)  +(.*)$" line "${line}")
      ebiri_man_page("${command} ${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}")
    endforeach()
  endif()
endfunction()

ebiri_man_page(ebiri "a referee and arena for mancala engines")
file(REMOVE "${man_folder}/ebiri.h2m")

#!/bin/sh
# Measures every game of the library again: library.csv is what this command prints. `ebiri games test --help` explains
# the three series of games; columns of shares are between 0 and 1, and error95 is half a 95 % interval of first_mover.
#   first_mover, draws, void, limit, plies, branching, margin   of games between equal players
#   stronger                                                    of a player who sees 33 times as many positions
#   random_first_mover, random_plies                            of games by random moves
# A game with fewer than 40 games reached the time limit. All together need about two hours of one core.
cd "$(dirname "$0")/../../.." && exec ./ebiri games test --all --games 40 --seconds 1800 --jobs 2 --format csv

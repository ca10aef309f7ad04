/* opener: a whole engine for Kalah that plays the full pit farthest from its store. Improve `choose`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char pits[] = "ABCDEF.abcdef";  /* indexes into the board: south's pits and store, north's pits and store */
static int board[14], mover;                 /* 0: south, 1: north */

/* Sows and captures; changes the mover unless the last seed falls into its store. */
static void play(int pit) {
  int own = 6 + 7 * mover, other = 13 - 7 * mover, at = pit, seeds = board[pit];
  board[pit] = 0;
  while (seeds > 0) {
    at = (at + 1) % 14;
    if (at == other) continue;
    ++board[at];
    --seeds;
  }
  if (at / 7 == mover && at != own && board[at] == 1 && board[12 - at] > 0) {
    board[own] += board[12 - at] + 1;
    board[at] = board[12 - at] = 0;
  }
  if (at != own) mover = 1 - mover;
}

/* `startpos moves A b` or `fen 4-4-…-0-0-S moves A b`: in a FEN both stores come last. */
static void set_up(char* text) {
  char* word = strtok(text, " \n");
  for (int i = 0; i < 14; ++i) board[i] = i % 7 == 6 ? 0 : 4;
  mover = 0;
  if (word && strcmp(word, "fen") == 0) {
    char* field = strtok(NULL, "- \n");
    for (int i = 0; field && i < 14; ++i, field = strtok(NULL, "- \n"))
      board[i < 6 ? i : i < 12 ? i + 1 : i == 12 ? 6 : 13] = atoi(field);
    mover = field && *field == 'N';
  }
  while ((word = strtok(NULL, " \n")))
    if (strcmp(word, "moves") != 0) play((int)(strchr(pits, *word) - pits));
}

static int choose(void) {
  int pit = 7 * mover;
  while (board[pit] == 0) ++pit;
  return pit;
}

int main(void) {
  static char line[1 << 16];
  setvbuf(stdout, NULL, _IOLBF, 0);  /* without this, answers stay in a buffer, and the time runs out */
  char start[] = "startpos";
  set_up(start);
  while (fgets(line, sizeof line, stdin)) {
    if (strncmp(line, "ugi", 3) == 0 && line[3] <= ' ')
      puts("id name Opener 1.0\nid author the Ebiri authors\nvariants kalah\nugiok");
    else if (strncmp(line, "isready", 7) == 0)
      puts("readyok");
    else if (strncmp(line, "position ", 9) == 0)
      set_up(line + 9);
    else if (strncmp(line, "go", 2) == 0)
      printf("bestmove %c\n", pits[choose()]);
    else if (strncmp(line, "quit", 4) == 0)
      break;
  }
}

// keeper: a whole engine for Kalah that moves the pit with the fewest seeds. Improve `choose`.
import java.util.Arrays;
import java.util.Scanner;

class Main {
  static final String PITS = "ABCDEF.abcdef"; // indexes into the board: south's pits and store, north's pits and store
  int[] board = {4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0};
  int mover = 0; // 0: south, 1: north

  // Sows and captures; changes the mover unless the last seed falls into its store.
  void play(int pit) {
    int own = 6 + 7 * mover, other = 13 - 7 * mover, at = pit, seeds = board[pit];
    board[pit] = 0;
    while (seeds > 0) {
      at = (at + 1) % 14;
      if (at == other) continue;
      board[at]++;
      seeds--;
    }
    if (at / 7 == mover && at != own && board[at] == 1 && board[12 - at] > 0) {
      board[own] += board[12 - at] + 1;
      board[at] = board[12 - at] = 0;
    }
    if (at != own) mover = 1 - mover;
  }

  // `position startpos moves A b` or `position fen 4-4-…-0-0-S moves A b`: in a FEN both stores come last.
  Main(String[] words) {
    if (words[1].equals("fen")) {
      String[] fields = words[2].split("-");
      for (int i = 0; i < 14; i++) board[i < 6 ? i : i < 12 ? i + 1 : i == 12 ? 6 : 13] = Integer.parseInt(fields[i]);
      mover = fields[14].equals("N") ? 1 : 0;
    }
    int moves = Arrays.asList(words).indexOf("moves");
    for (int i = moves + 1; moves > 0 && i < words.length; i++) play(PITS.indexOf(words[i]));
  }

  char choose() {
    int best = -1;
    for (int pit = 7 * mover; pit < 7 * mover + 6; pit++)
      if (board[pit] > 0 && (best < 0 || board[pit] < board[best])) best = pit;
    return PITS.charAt(best);
  }

  public static void main(String[] ignored) {
    Main game = new Main(new String[] {"position", "startpos"});
    for (Scanner input = new Scanner(System.in); input.hasNextLine();) {
      String[] words = input.nextLine().trim().split("\\s+");
      switch (words[0]) {
        case "ugi" -> System.out.println("id name Keeper 1.0\nid author the Ebiri authors\nvariants kalah\nugiok");
        case "isready" -> System.out.println("readyok");
        case "position" -> game = new Main(words);
        case "go" -> System.out.println("bestmove " + game.choose());
        case "quit" -> System.exit(0);
      }
    }
  }
}

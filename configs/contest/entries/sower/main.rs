// sower: a whole engine for Kalah that moves the pit with the most seeds. Improve `choose`.
use std::io::BufRead;

const PITS: &str = "ABCDEF.abcdef"; // indexes into the board: south's pits and store, north's pits and store

struct Game {
    board: [usize; 14],
    mover: usize, // 0: south, 1: north
}

impl Game {
    // `startpos moves A b` or `fen 4-4-…-0-0-S moves A b`: in a FEN both stores come last.
    fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Game {
        let mut game = Game { board: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0], mover: 0 };
        if words.next() == Some("fen") {
            let fields: Vec<&str> = words.next().unwrap_or("").split('-').collect();
            let places = [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 6, 13];
            for (place, field) in places.iter().zip(&fields) {
                game.board[*place] = field.parse().unwrap_or(0);
            }
            game.mover = usize::from(fields.last() == Some(&"N"));
        }
        for pit in words.filter(|word| *word != "moves").filter_map(|word| PITS.find(word)) {
            game.play(pit);
        }
        game
    }

    // Sows and captures; changes the mover unless the last seed falls into its store.
    fn play(&mut self, pit: usize) {
        let (own, other, mut at) = (6 + 7 * self.mover, 13 - 7 * self.mover, pit);
        let mut seeds = std::mem::take(&mut self.board[pit]);
        while seeds > 0 {
            at = (at + 1) % 14;
            if at != other {
                self.board[at] += 1;
                seeds -= 1;
            }
        }
        if at / 7 == self.mover && at != own && self.board[at] == 1 && self.board[12 - at] > 0 {
            self.board[own] += self.board[12 - at] + 1;
            self.board[at] = 0;
            self.board[12 - at] = 0;
        }
        if at != own {
            self.mover = 1 - self.mover;
        }
    }

    fn choose(&self) -> &str {
        let row = 7 * self.mover..7 * self.mover + 6;
        let pit = row.max_by_key(|pit| self.board[*pit]).unwrap();
        &PITS[pit..pit + 1]
    }
}

fn main() {
    let mut game = Game::read(["startpos"].iter().copied());
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let mut words = line.split_whitespace();
        match words.next() {
            Some("ugi") => println!("id name Sower 1.0\nid author the Ebiri authors\nvariants kalah\nugiok"),
            Some("isready") => println!("readyok"),
            Some("position") => game = Game::read(words),
            Some("go") => println!("bestmove {}", game.choose()),
            Some("quit") => break,
            _ => {}
        }
    }
}

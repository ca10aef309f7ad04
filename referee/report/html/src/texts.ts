// The texts of the pages in all languages, and the switch between them.
import { h } from "./dom";

const LANGUAGES = ["en", "fr", "sw", "lg"] as const;
const NAMES = ["English", "Français", "Kiswahili", "Luganda"];
const KEPT = "ebiri-language";

/** English, French, Swahili, Luganda. An empty text falls back to English; `{name}` is replaced by a value. */
const TEXTS = {
  // Everywhere.
  language: ["Language", "Langue", "", ""],
  skip: ["Skip to content", "Aller au contenu", "", ""],
  home: ["Home", "Accueil", "", ""],
  overview: ["Overview", "Aperçu", "", ""],
  games: ["Games", "Parties", "", ""],
  faults: ["Faults", "Fautes", "", ""],
  test: ["Test", "Test", "", ""],
  keys: ["Keyboard shortcuts (?)", "Raccourcis clavier (?)", "", ""],
  toLight: ["Switch to light colours", "Passer aux couleurs claires", "", ""],
  toDark: ["Switch to dark colours", "Passer aux couleurs sombres", "", ""],
  south: ["South", "Sud", "", ""],
  north: ["North", "Nord", "", ""],
  moves: ["Moves", "Coups", "", ""],
  moveList: ["Move list", "Liste des coups", "", ""],
  rules: ["Rules", "Règles", "", ""],
  copyLink: ["Copy link", "Copier le lien", "", ""],
  linkCopied: ["Link copied", "Lien copié", "", ""],
  evaluate: ["Evaluate", "Évaluer", "", ""],
  evaluateTitle: ["The engine’s evaluation and its best line (v)", "L’évaluation du moteur et sa meilleure suite (v)", "", ""],
  evaluating: ["Evaluating …", "Évaluation …", "", ""],
  even: ["Even", "Égalité", "", ""],
  evaluation: [", depth {depth}, {nodes} nodes. Best line: ", ", profondeur {depth}, {nodes} nœuds. Meilleure suite : ", "", ""],
  turnBoard: ["Turn board", "Tourner le plateau", "", ""],
  turnBoardTitle: ["Turn the board (t)", "Tourner le plateau (t)", "", ""],
  // The page to play on.
  play: ["Play", "Jouer", "", ""],
  ladder: ["Games with a ladder of levels", "Jeux avec des niveaux étalonnés", "", ""],
  describedGames: ["Described games", "Jeux décrits", "", ""],
  engineLevel: ["engine, level {level}", "moteur, niveau {level}", "", ""],
  anotherPerson: ["another person", "une autre personne", "", ""],
  southFirst: ["south, first", "sud, commence", "", ""],
  youNorth: ["north", "nord", "", ""],
  game: ["Game", "Partie", "", ""],
  opponent: ["Opponent", "Adversaire", "", ""],
  youAre: ["You are", "Vous êtes", "", ""],
  newGame: ["New game", "Nouvelle partie", "", ""],
  downloadOgn: ["Download OGN", "Télécharger en OGN", "", ""],
  playKeys: ["Keys: arrows and Enter, or a pit’s letter; u undo, h hint, v evaluate, t turn the board.", "Touches : flèches et Entrée, ou la lettre d’une case ; u annuler, h indice, v évaluer, t tourner le plateau.", "", ""],
  asDescribed: ["as described", "comme décrit", "", ""],
  gameNotFound: ["Game “{name}” not found.", "Le jeu « {name} » est introuvable.", "", ""],
  noRules: ["Cannot load the rules.", "Impossible de charger les règles.", "", ""],
  noRulesServed: ["Cannot load the rules. Is the server still running?", "Impossible de charger les règles. Le serveur est-il encore en marche ?", "", ""],
  noCopy: ["The browser does not allow copying; copy the address instead", "Le navigateur n’autorise pas la copie ; copiez l’adresse", "", ""],
  // A game on the board.
  choices: ["Choices", "Choix", "", ""],
  undo: ["Undo", "Annuler", "", ""],
  undoTitle: ["Take back the last move (u)", "Reprendre le dernier coup (u)", "", ""],
  hint: ["Hint", "Indice", "", ""],
  hintTitle: ["Suggest a move (h)", "Suggérer un coup (h)", "", ""],
  hintIs: ["Hint: {move}", "Indice : {move}", "", ""],
  resign: ["Resign", "Abandonner", "", ""],
  resignTitle: ["Resign the game", "Abandonner la partie", "", ""],
  resigned: ["{winner} wins, {loser} resigned", "{winner} gagne, {loser} a abandonné", "", ""],
  loading: ["Loading the engine …", "Chargement du moteur …", "", ""],
  broken: ["Cannot continue the game: {why}", "Impossible de continuer la partie : {why}", "", ""],
  board: ["Board: {position}", "Plateau : {position}", "", ""],
  toMove: ["to move", "au trait", "", ""],
  thinking: ["thinking …", "réfléchit …", "", ""],
  engineThinks: ["The engine is thinking …", "Le moteur réfléchit …", "", ""],
  clickPit: [" {side} to move: click a pit with a gold ring.", " {side} joue : cliquez sur une case à anneau doré.", "", ""],
  cancel: ["Cancel", "Annuler le choix", "", ""],
  howOn: ["Choose how to continue: click a marked pit or a button.", "Choisissez la suite : cliquez sur une case marquée ou sur un bouton.", "", ""],
  done: ["Done", "Terminé", "", ""],
  spread: ["Spread evenly", "Répartir également", "", ""],
  clear: ["Clear", "Effacer", "", ""],
  takeBack: ["Take seeds back", "Reprendre des graines", "", ""],
  addSeeds: ["Add seeds", "Ajouter des graines", "", ""],
  laysAdd: ["{side} lays out {seeds} seeds: {left} left. Click a pit to add one.", "{side} dispose {seeds} graines : il en reste {left}. Cliquez sur une case pour en ajouter une.", "", ""],
  laysTake: ["{side} lays out {seeds} seeds: {left} left. Click a pit to take back one.", "{side} dispose {seeds} graines : il en reste {left}. Cliquez sur une case pour en reprendre une.", "", ""],
  // The page of a recorded game.
  backToGame: ["Back to the game", "Retour à la partie", "", ""],
  backTitle: ["Back to the recorded game (Esc)", "Retour à la partie enregistrée (Échap)", "", ""],
  playOn: ["Play on", "Continuer d’ici", "", ""],
  playOnTitle: ["Try other moves from this position (p)", "Essayer d’autres coups à partir d’ici (p)", "", ""],
  wasMistake: ["Was it a mistake?", "Était-ce une erreur ?", "", ""],
  wasMistakeTitle: ["Judge the last move, and play the best answer on the board (w)", "Juger le dernier coup et jouer la meilleure réponse sur le plateau (w)", "", ""],
  whyInaccuracy: ["Why an inaccuracy?", "Pourquoi une imprécision ?", "", ""],
  whyMistake: ["Why a mistake?", "Pourquoi une erreur ?", "", ""],
  whyBlunder: ["Why a blunder?", "Pourquoi une gaffe ?", "", ""],
  nextMistake: ["Next mistake", "Erreur suivante", "", ""],
  nextMistakeTitle: ["Next mistake (m); previous mistake (M)", "Erreur suivante (m) ; erreur précédente (M)", "", ""],
  first: ["First position (Home)", "Première position (Début)", "", ""],
  back: ["Previous ply (left arrow)", "Coup précédent (flèche gauche)", "", ""],
  next: ["Next ply, seed by seed (right arrow)", "Coup suivant, graine par graine (flèche droite)", "", ""],
  last: ["Last position (End)", "Dernière position (Fin)", "", ""],
  playStop: ["Play or stop (space)", "Lire ou arrêter (espace)", "", ""],
  slower: ["Slower (-)", "Plus lent (-)", "", ""],
  faster: ["Faster (+)", "Plus vite (+)", "", ""],
  copyPosition: ["Copy position", "Copier la position", "", ""],
  positionCopied: ["Position copied", "Position copiée", "", ""],
  findGames: ["Find games", "Trouver les parties", "", ""],
  findGamesTitle: ["List the games that reach this position", "Lister les parties qui atteignent cette position", "", ""],
  download: ["Download", "Télécharger", "", ""],
  about: ["About", "À propos", "", ""],
  // Heads of the tables of games.
  result: ["Result", "Résultat", "", ""],
  seeds: ["Seeds", "Graines", "", ""],
  plies: ["Plies", "Coups", "", ""],
  ending: ["Ending", "Fin", "", ""],
} satisfies Record<string, [string, string, string, string]>;

export type Text = keyof typeof TEXTS;

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // the browser keeps nothing for this page
  }
}

const asked = new URLSearchParams(location.search).get("lang") ?? kept() ?? navigator.language.slice(0, 2);
const column = Math.max(0, LANGUAGES.findIndex((language) => language === asked));

/** The text in the reader's language: that of the address (`?lang=fr`), the one chosen earlier, or the browser's. */
export function t(key: Text, values: Record<string, string | number> = {}): string {
  const text = TEXTS[key][column] || TEXTS[key][0] || "";
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** The select that switches the language: those that have texts. */
export function languageSwitch(): HTMLElement {
  const offered = LANGUAGES.flatMap((language, k) => (Object.values(TEXTS).some((texts) => texts[k]) ? [{ language, name: NAMES[k] ?? "" }] : []));
  const has = offered.some(({ language }) => language === LANGUAGES[column]);
  document.documentElement.lang = has ? (LANGUAGES[column] ?? "en") : "en";
  const select = h("select", { class: "language", "aria-label": t("language"), change: () => switched(select.value) }, ...offered.map(({ language, name }) => h("option", { value: language, title: name }, language.toUpperCase())));
  select.value = document.documentElement.lang;
  return select;
}

function switched(language: string): void {
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    address.searchParams.set("lang", language);
  }
  if (address.href === location.href) location.reload();
  else location.replace(address.href);
}

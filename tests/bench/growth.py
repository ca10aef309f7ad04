"""Growth of cost with games, engines, slots and rated games: slopes of log-log plots, as CSV and SVG.

A slope of 1 is cost in proportion, 0 is no growth. CPU is that of the referee's own process, tables included.
"""

import csv
import math
import os

from arena_runs import Run

PLIES_OF_TWO_GAMES = 190  # approximate number of plies of a pair of instant games
WIDTH, HEIGHT, MARGIN = 300, 260, 52
COLOURS = ["#1b6ca8", "#c1440e", "#3d8b37", "#7a4fa3", "#555"]


class ManyEngines(Run):
    """A config of a round robin."""

    def __init__(self, engines, games):
        super().__init__(f"{engines} engines", max(1, games // (engines * (engines - 1))))
        self.engines = engines

    def config(self, engine):
        head = super().config(engine).split("engines:\n")[0]
        return head + "engines:\n" + "".join(f"  - {{name: e{k:03}, command: {engine}}}\n" for k in range(self.engines))


def slope(points):
    """The slope of the least squares line through the logarithms."""
    xs, ys = [math.log(x) for x, _ in points], [math.log(max(y, 1e-9)) for _, y in points]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys)) / sum((x - mean_x) ** 2 for x in xs)


def series(bench, largest):
    """Measures all series: (variable, measurement, [(x, y)…])."""
    games = {count: bench.once(Run(f"{count} games", count // 2, openings="{random-plies: 8}")) for count in (100, 300, 1000, 3000, 10_000, 30_000, 100_000) if count <= largest}
    engines = {count: bench.once(ManyEngines(count, 2000)) for count in (2, 4, 8, 16, 32)}
    slots = {count: bench.once(Run(f"{count} slots", max(500, 20 * count), slots=count)) for count in (1, 2, 4, 8, 16, 32, 64)}
    rated = {count: bench.ratings(count) for count in (10_000, 100_000, 1_000_000) if count <= 10 * largest}
    per_game = lambda rows, key, factor=1: [(x, row[key] * (row["plies"] if factor == "plies" else 1)) for x, row in rows.items()]
    return [
        ("games", "CPU s", [(x, y / 1e6) for x, y in per_game(games, "cpu_us", "plies")]),
        ("games", "peak MiB", per_game(games, "peak_mib")),
        ("games", "exit ms", per_game(games, "exit_ms")),
        ("engines", "CPU us per ply", per_game(engines, "cpu_us")),
        ("engines", "peak MiB", per_game(engines, "peak_mib")),
        ("engines", "exit ms", per_game(engines, "exit_ms")),
        ("slots", "CPU us per ply", per_game(slots, "cpu_us")),
        ("slots", "peak MiB", per_game(slots, "peak_mib")),
        ("slots", "exit ms", per_game(slots, "exit_ms")),
    ] + [("games rated", what, [(count, costs[what]) for count, costs in rated.items()]) for what in next(iter(rated.values()))]


def decades(values):
    low, high = min(values), max(values)
    return math.floor(math.log10(low)), max(math.ceil(math.log10(high)), math.floor(math.log10(low)) + 1)


def panel(left, name, lines):
    """One log-log plot: an SVG group."""
    x_low, x_high = decades([x for _, points in lines for x, _ in points])
    y_low, y_high = decades([y for _, points in lines for _, y in points])
    to_x = lambda x: left + MARGIN + (math.log10(x) - x_low) / (x_high - x_low) * (WIDTH - MARGIN - 8)
    to_y = lambda y: HEIGHT - MARGIN - (math.log10(y) - y_low) / (y_high - y_low) * (HEIGHT - MARGIN - 98)
    out = [f'<text x="{left + MARGIN}" y="18" font-weight="bold">{name}</text>']
    for power in range(x_low, x_high + 1):
        x = to_x(10.0 ** power)
        out.append(f'<path d="M{x:.1f} {to_y(10.0 ** y_high):.1f}V{HEIGHT - MARGIN}" stroke="#ddd"/>'
                   f'<text x="{x:.1f}" y="{HEIGHT - MARGIN + 16}" text-anchor="middle">{10 ** power:g}</text>')
    for power in range(y_low, y_high + 1):
        y = to_y(10.0 ** power)
        out.append(f'<path d="M{left + MARGIN} {y:.1f}H{left + WIDTH - 8}" stroke="#ddd"/>'
                   f'<text x="{left + MARGIN - 5}" y="{y + 4:.1f}" text-anchor="end">{10.0 ** power:g}</text>')
    for number, (what, points) in enumerate(lines):
        path = " ".join(f"{to_x(x):.1f},{to_y(y):.1f}" for x, y in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{COLOURS[number]}" stroke-width="2"/>')
        out += [f'<circle cx="{to_x(x):.1f}" cy="{to_y(y):.1f}" r="3" fill="{COLOURS[number]}"/>' for x, y in points]
        out.append(f'<text x="{left + MARGIN}" y="{34 + 14 * number}" fill="{COLOURS[number]}">{what}, slope {slope(points):.2f}</text>')
    return "\n".join(out)


def svg(all_series):
    names = list(dict.fromkeys(name for name, _, _ in all_series))
    panels = [panel(number * WIDTH, name, [(what, points) for key, what, points in all_series if key == name])
              for number, name in enumerate(names)]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH * len(names)} {HEIGHT}" font-family="sans-serif" font-size="11">\n'
            f'<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(panels) + "\n</svg>\n")


def measure(bench, folder):
    """Measures everything, prints the slopes, and writes growth.csv and growth.svg."""
    _, games = bench.play(Run("requests", 25))
    bench.note_requests(games)
    all_series = series(bench, int(os.environ.get("EBIRI_BENCH_GAMES", "10000")))
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "growth.csv").open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["grows", "measured", "x", "y"])
        for name, what, points in all_series:
            table.writerows([name, what, x, f"{y:.4g}"] for x, y in points)
    (folder / "growth.svg").write_text(svg(all_series))
    print(f"{'grows':<10} {'measured':<18} {'slope':>6}  from … to")
    for name, what, points in all_series:
        print(f"{name:<10} {what:<18} {slope(points):>6.2f}  {points[0][1]:.3g} at {points[0][0]} … {points[-1][1]:.3g} at {points[-1][0]}")
    return 0

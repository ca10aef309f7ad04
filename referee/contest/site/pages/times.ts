// Shows the times of a contest's pages in the visitor's time zone, and counts down to those that are to come.
const local = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
const two = (number: number) => String(number).padStart(2, "0");

for (const time of document.querySelectorAll("time")) {
  time.title = time.textContent ?? "";
  time.textContent = local.format(new Date(time.dateTime));
}

function tick(): void {
  for (const one of document.querySelectorAll<HTMLElement>("[data-until]")) {
    const left = Math.floor((Date.parse(one.dataset["until"] ?? "") - Date.now()) / 1000);
    // The server's text about an earlier time says how long ago it was.
    if (left < 0 && one.textContent?.startsWith("in ")) one.textContent = "passed";
    if (left < 0) continue;
    const days = Math.floor(left / 86400);
    one.textContent = `in ${days > 0 ? `${days} d ` : ""}${two(Math.floor(left / 3600) % 24)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
  }
}
tick();
setInterval(tick, 1000);

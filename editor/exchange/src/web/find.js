// Finding a hex, a place or a counter by what is typed.

const places = [];
for (let hex = 0; hex < hexes; hex++) {
  if (grid.labels[hex]) places.push({ words: grid.labels[hex], more: "hex", hex });
}
const listed = new Set();
for (const { hex, kind, name } of data.map.features) {
  // A town and its port share a name, which is found once.
  if (name && !listed.has(hex + name)) {
    listed.add(hex + name);
    places.push({ words: name, more: kind + ", hex " + grid.labels[hex], hex });
  }
}
for (const [name, within] of data.map.zones) {
  if (within.length > 0) places.push({ words: name, more: "zone", hex: within[within.length >> 1], zone: true });
}
for (const [number, counter] of data.counters.entries()) {
  places.push({ words: counter.name, more: [counter.what, counter.formation].filter(Boolean).join(", "), id: counter.id, counter: number });
}

const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
for (const one of places) {
  one.key = plain(one.words);
  one.all = plain([one.words, one.more, one.id ?? ""].join(" "));
}

const find = document.getElementById("find");
const found = document.getElementById("found");
const MOST_FOUND = 12;

// What fits best first: the whole name, its beginning, then any part of it.
function search(text) {
  const wanted = plain(text.trim());
  if (!wanted) return [];
  const parts = wanted.split(/\s+/);
  const rank = (one) => {
    if (one.key === wanted) return 0;
    if (one.key.startsWith(wanted)) return 1;
    if (one.key.includes(wanted)) return 2;
    return parts.every((part) => one.all.includes(part)) ? 3 : 4;
  };
  const ranked = places.map((one) => [rank(one), one]).filter(([number]) => number < 4);
  // Of equals, names before bare hex numbers.
  ranked.sort((a, b) => a[0] - b[0] || (a[1].more === "hex") - (b[1].more === "hex"));
  return ranked.slice(0, MOST_FOUND).map(([, one]) => one);
}

let results = [];
let chosen = -1;

function whereNow(counter) {
  const on = data.units
    .map(([of], unit) => [of, here.hex[unit]])
    .filter(([of, hex]) => of === counter && hex !== NOWHERE)
    .map(([, hex]) => hex);
  return on;
}

function list() {
  results = search(find.value);
  chosen = results.length > 0 ? 0 : -1;
  found.replaceChildren(
    ...results.map((one, number) => {
      const li = document.createElement("li");
      li.id = "found-" + number;
      li.setAttribute("role", "option");
      const name = document.createElement("b");
      name.textContent = one.words;
      const more = document.createElement("span");
      const on = one.counter === undefined ? [] : whereNow(one.counter);
      const place = one.counter === undefined ? "" : on.length > 0 ? " · " + on.map((hex) => grid.labels[hex]).slice(0, 3).join(", ") : " · not on the map";
      more.textContent = one.more + place;
      li.append(name, " ", more);
      li.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        take(number);
      });
      return li;
    }),
  );
  if (find.value.trim() && results.length === 0) found.replaceChildren(item("Nothing of that name"));
  found.hidden = find.value.trim() === "";
  find.setAttribute("aria-expanded", String(!found.hidden));
  mark();
}

function mark() {
  for (const [number, li] of [...found.children].entries()) li.setAttribute("aria-selected", String(number === chosen));
  if (chosen >= 0) {
    find.setAttribute("aria-activedescendant", "found-" + chosen);
    found.children[chosen].scrollIntoView({ block: "nearest" });
  } else find.removeAttribute("aria-activedescendant");
}

function close() {
  found.hidden = true;
  find.setAttribute("aria-expanded", "false");
  find.removeAttribute("aria-activedescendant");
}

function take(number) {
  const one = results[number];
  if (!one) return;
  close();
  find.value = one.words;
  if (one.counter === undefined) {
    goTo(one.hex);
  } else {
    const [hex] = whereNow(one.counter);
    if (hex === undefined) openCounter(one.counter);
    else goTo(hex, one.counter);
  }
}

find.addEventListener("input", list);
find.addEventListener("focus", list);
find.addEventListener("blur", close);
find.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (found.hidden) list();
    const way = event.key === "ArrowDown" ? 1 : -1;
    chosen = results.length > 0 ? (chosen + way + results.length) % results.length : -1;
    mark();
    event.preventDefault();
  } else if (event.key === "Enter") {
    if (found.hidden) list();
    take(Math.max(chosen, 0));
    event.preventDefault();
  } else if (event.key === "Escape") {
    if (found.hidden) find.value = "";
    close();
  }
});

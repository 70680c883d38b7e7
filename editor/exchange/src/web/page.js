// What is told of a hex, and all that pointer, fingers and keys do.

const card = document.getElementById("hex-card");
const panel = document.getElementById("hex");
const tip = document.getElementById("tip");
const said = document.getElementById("said");

function say(words) {
  said.textContent = words;
}

function element(name, text, className) {
  const one = document.createElement(name);
  if (text !== undefined) one.textContent = text;
  if (className) one.className = className;
  return one;
}

// What the map says of each hex, gathered once.
const features = new Map();
for (const feature of data.map.features) {
  if (!features.has(feature.hex)) features.set(feature.hex, []);
  features.get(feature.hex).push(feature);
}
const sides = new Map();
function addSide(hex, direction, words) {
  if (!sides.has(hex)) sides.set(hex, new Map());
  const there = sides.get(hex);
  there.set(words, [...(there.get(words) ?? []), grid.compass[direction]]);
}
for (const [hex, direction, words] of data.map.hexsides) {
  addSide(hex, direction, words);
  const other = neighbour(hex, direction);
  if (other !== -1) addSide(other, (direction + 3) % 6, words);
}
const roads = new Map();
for (const [words, way] of data.map.paths) {
  for (const hex of way) roads.set(hex, [...new Set([...(roads.get(hex) ?? []), words])]);
}
const zones = new Map();
for (const [name, within] of data.map.zones) {
  for (const hex of within) zones.set(hex, [...(zones.get(hex) ?? []), name]);
}

function neighbour(hex, direction) {
  const turn = (Math.PI / 3) * direction + (grid.flat ? -Math.PI / 2 : -Math.PI / 3);
  const [x, y] = centres[hex];
  return hexAt([x + Math.cos(turn), y + Math.sin(turn)], 0.3);
}

function placeName(hex) {
  return (features.get(hex) ?? []).find((feature) => feature.name)?.name ?? "";
}

function terrainName(hex) {
  return data.map.terrain_names[data.map.terrain[hex]] ?? "unknown terrain";
}

// The facts of a hex: what it is, and what is along its sides and around it.
function ground(hex) {
  const level = data.map.levels?.[hex];
  const words = [terrainName(hex) + (level === undefined ? "" : ", level " + level)];
  for (const { kind, name, more } of features.get(hex) ?? []) {
    words.push(kind + (name ? " " + name : "") + (more ? " (" + more + ")" : ""));
  }
  if (held.has(hex)) words.push("taken by the " + data.sides[held.get(hex)].name + " side");
  words.push(...(marks.get(hex) ?? []));
  for (let side = 0; side < 6; side++) words.push(...(edges.get(hex * 6 + side) ?? []));
  return words;
}

function around(hex) {
  const lines = [];
  for (const [words, where] of sides.get(hex) ?? []) lines.push(words + ": " + where.join(", "));
  lines.push(...(roads.get(hex) ?? []));
  if (zones.has(hex)) lines.push("Zones: " + zones.get(hex).join("; "));
  return lines;
}

function unitsIn(hex) {
  return (stacks.get(hex) ?? []).map(([counter, face, unit]) => ({ counter, face, unit, known: data.counters[counter] }));
}

function inWords(hex) {
  const units = unitsIn(hex);
  const who = units.map(({ unit, known, face }) => [unitName(unit), (known.faces[face] ?? known.faces[0]).ratings, ...(states.get(unit) ?? [])].join(", "));
  const count = units.length === 0 ? "no units" : units.length === 1 ? "1 unit" : units.length + " units";
  return ["Hex " + grid.labels[hex], placeName(hex), ...ground(hex), ...around(hex), count + (who.length > 0 ? ": " + who.join("; ") : "")].filter(Boolean).join(". ");
}

// The hex that is looked at: under the pointer, under the keys' cursor, or kept open.
let cursor = -1;
let hovered = -1;
let opened = -1;
let single = -1;

function unitElement({ counter, face, unit, known }) {
  const one = element("li", undefined, "unit s" + known.side);
  const faces = element("div", undefined, "faces");
  faces.append(faceElement(counter, face, 104));
  known.faces.forEach((_, other) => {
    if (other !== face) faces.append(faceElement(counter, other, 72));
  });
  const words = element("div", undefined, "words");
  words.append(element("b", unit === undefined ? known.name : unitName(unit)));
  words.append(element("span", [data.sides[known.side]?.name, known.what].filter(Boolean).join(", "), "soft"));
  if (known.formation) words.append(element("span", known.formation, "soft"));
  for (const state of states.get(unit) ?? []) words.append(element("span", state));
  known.faces.forEach((shown, number) => {
    const line = element("span", shown.ratings);
    if (known.faces.length > 1) line.prepend(element("i", number === face ? "shows " : "other face ", "soft"));
    words.append(line);
  });
  for (const note of known.notes) words.append(element("span", note, "soft"));
  one.append(faces, words);
  return one;
}

function showCard() {
  if (single >= 0) {
    const counter = single;
    const known = data.counters[counter];
    const stack = element("ul", undefined, "stack");
    stack.append(unitElement({ counter, face: 0, known }));
    card.replaceChildren(head(known.name), element("p", "Not on the map now.", "soft"), stack);
    return;
  }
  const hex = opened >= 0 ? opened : hovered >= 0 ? hovered : cursor;
  if (hex < 0) return;
  const units = unitsIn(hex);
  const name = placeName(hex);
  card.replaceChildren(head(grid.labels[hex], name), element("p", ground(hex).join(" · "), "ground"));
  if (units.length > 0) {
    const stack = element("ul", undefined, "stack");
    stack.append(...units.map(unitElement));
    card.append(element("h4", units.length === 1 ? "1 counter" : units.length + " counters, the top first"), stack);
  } else card.append(element("p", "No counters", "soft"));
  const list = element("ul", undefined, "facts");
  list.append(...around(hex).map(item));
  card.append(list);
}

function head(label, name) {
  const line = element("h3");
  line.append(element("span", label, "number"));
  if (name) line.append(" ", name);
  if (opened >= 0 || single >= 0) {
    const button = element("button", "Close");
    button.type = "button";
    button.id = "hex-close";
    button.title = "Escape";
    button.addEventListener("click", shut);
    line.append(button);
  }
  return line;
}

// The game has gone on: what is told may no longer hold.
function changed() {
  showCard();
}

function open(hex, focus = true) {
  opened = hex;
  single = -1;
  cursor = hex;
  panel.classList.add("open");
  showCard();
  panel.scrollTop = 0;
  if (focus) document.getElementById("hex-close").focus({ preventScroll: true });
  say(inWords(hex));
  request();
}

function openCounter(counter) {
  single = counter;
  opened = -1;
  panel.classList.add("open");
  showCard();
  panel.scrollTop = 0;
  const known = data.counters[counter];
  say(known.name + ", " + known.what + ", not on the map. " + known.faces.map((face) => face.ratings).join("; other face "));
}

function shut() {
  opened = -1;
  single = -1;
  panel.classList.remove("open");
  showCard();
  canvas.focus({ preventScroll: true });
  request();
}

// Goes to a hex from elsewhere on the page.
function goTo(hex, counter) {
  document.getElementById("map").scrollIntoView({ block: "start", behavior: still.matches ? "auto" : "smooth" });
  show(hex, true);
  open(hex, false);
  canvas.focus({ preventScroll: true });
  if (counter !== undefined) {
    const at = unitsIn(hex).findIndex((unit) => unit.counter === counter);
    const one = card.querySelectorAll(".stack > li")[at];
    one?.classList.add("wanted");
    if (one) panel.scrollTop = Math.max(0, one.offsetTop - 60);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-hex]");
  if (!link) return;
  event.preventDefault();
  goTo(Number(link.dataset.hex));
});

over.push(() => {
  if (hovered >= 0 && hovered !== opened) outline(hovered, "#5b4a34", 1.5);
  if (opened >= 0) outline(opened, "#0b6e6e", 3);
  if (cursor >= 0 && document.activeElement === canvas) outline(cursor, "#7c2d20", 3);
});

// Pointers: one pans, two zoom, a short press opens.
const pointers = new Map();
let pressed = null;

function place_(event) {
  const box = canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

canvas.addEventListener("pointerdown", (event) => {
  if (event.button > 0) return;
  canvas.setPointerCapture(event.pointerId);
  const [x, y] = place_(event);
  pointers.set(event.pointerId, { x, y });
  pressed = pointers.size === 1 ? { x, y, moved: false } : null;
  tip.hidden = true;
});

canvas.addEventListener("pointermove", (event) => {
  const [x, y] = place_(event);
  const last = pointers.get(event.pointerId);
  if (!last) {
    if (event.pointerType === "mouse") hover(x, y);
    return;
  }
  if (pointers.size === 1) {
    if (pressed && !pressed.moved && Math.hypot(x - pressed.x, y - pressed.y) < 6) return;
    if (pressed) pressed.moved = true;
    table.classList.add("dragged");
    view.x -= (x - last.x) / view.scale;
    view.y -= (y - last.y) / view.scale;
    tame();
    request(true);
  } else {
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, one]) => one);
    const was = Math.hypot(last.x - other.x, last.y - other.y);
    const is = Math.hypot(x - other.x, y - other.y);
    const [mx, my] = [(x + other.x) / 2, (y + other.y) / 2];
    view.x -= (x - last.x) / 2 / view.scale;
    view.y -= (y - last.y) / 2 / view.scale;
    moved = performance.now();
    if (was > 0) zoom(is / was, mx, my);
  }
  pointers.set(event.pointerId, { x, y });
});

function lift(event) {
  const was = pointers.delete(event.pointerId);
  table.classList.remove("dragged");
  if (!was || pointers.size > 0) return;
  if (event.type === "pointerup" && pressed && !pressed.moved) {
    const hex = hexAt(toPlane(...place_(event)));
    if (hex >= 0) open(hex, false);
    canvas.focus({ preventScroll: true });
  }
  pressed = null;
  request();
}

canvas.addEventListener("pointerup", lift);
canvas.addEventListener("pointercancel", lift);
canvas.addEventListener("pointerleave", () => {
  hovered = -1;
  tip.hidden = true;
  request();
});
canvas.addEventListener("dblclick", (event) => zoom(2, ...place_(event)));
canvas.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    moved = performance.now();
    zoom(2 ** (-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0022)), ...place_(event));
    hover(...place_(event));
  },
  { passive: false },
);

function hover(x, y) {
  const hex = hexAt(toPlane(x, y));
  if (hex !== hovered) {
    hovered = hex;
    if (opened < 0 && single < 0) showCard();
    if (hex < 0) tip.hidden = true;
    else {
      const count = (stacks.get(hex) ?? []).length;
      tip.textContent = [grid.labels[hex], placeName(hex), terrainName(hex)].filter(Boolean).join(" · ") + (count > 0 ? " · " + (count === 1 ? "1 counter" : count + " counters") : "");
      tip.hidden = false;
    }
    request();
  }
  if (!tip.hidden) {
    const left = x + 18 + tip.offsetWidth > view.width ? x - 12 - tip.offsetWidth : x + 18;
    tip.style.transform = "translate(" + Math.round(Math.max(left, 2)) + "px," + Math.round(Math.min(y + 18, view.height - 40)) + "px)";
  }
}

// Keys.
function step(way) {
  if (cursor < 0) {
    cursor = hexAt([view.x, view.y], 1e9);
    if (cursor < 0) cursor = nearest([view.x, view.y]);
    [line_.x, line_.y] = centres[cursor];
  } else {
    const [x, y] = centres[cursor];
    const long = grid.flat ? [PITCH, 1] : [1, PITCH];
    const [dx, dy] = { ArrowLeft: [-long[0], 0], ArrowRight: [long[0], 0], ArrowUp: [0, -long[1]], ArrowDown: [0, long[1]] }[way];
    // Across the rows of hexes the way is a zigzag: it keeps to the line that it began on.
    if (line_.hex !== cursor) [line_.x, line_.y] = [x, y];
    const to = [dx === 0 ? line_.x : x + dx, dy === 0 ? line_.y : y + dy];
    const next = hexAt(to, 0.9);
    if (next >= 0) cursor = next;
    if (dx !== 0) line_.x = centres[cursor][0];
    else line_.y = centres[cursor][1];
  }
  line_.hex = cursor;
  hovered = -1;
  if (opened >= 0 && opened !== cursor) open(cursor, false);
  else {
    showCard();
    say(inWords(cursor));
  }
  show(cursor);
}

const line_ = { x: 0, y: 0, hex: -1 };

function nearest([x, y]) {
  let best = 0;
  for (let hex = 1; hex < hexes; hex++) {
    const away = (one) => (centres[one][0] - x) ** 2 + (centres[one][1] - y) ** 2;
    if (away(hex) < away(best)) best = hex;
  }
  return best;
}

const help = document.getElementById("help");
const keys = document.getElementById("keys");

function toggleKeys(open = keys.hidden) {
  keys.hidden = !open;
  help.setAttribute("aria-expanded", String(open));
  if (open) document.getElementById("keys-close").focus();
  else canvas.focus({ preventScroll: true });
}

const pressKeys = {
  ArrowLeft: step,
  ArrowRight: step,
  ArrowUp: step,
  ArrowDown: step,
  Enter: () => {
    if (cursor < 0) step("ArrowRight");
    open(cursor);
  },
  "+": () => zoom(1.4),
  "=": () => zoom(1.4),
  "-": () => zoom(1 / 1.4),
  "−": () => zoom(1 / 1.4),
  0: wholeMap,
  c: () => toggle("counters"),
  z: () => toggle("zones"),
  "/": () => find.focus(),
  "?": () => toggleKeys(),
};
if (player) {
  Object.assign(pressKeys, {
    " ": () => document.getElementById("play").click(),
    ",": () => document.getElementById("back").click(),
    ".": () => document.getElementById("on").click(),
    "[": () => document.getElementById("phase-back").click(),
    "]": () => document.getElementById("phase-on").click(),
    "{": () => document.getElementById("turn-back").click(),
    "}": () => document.getElementById("turn-on").click(),
    Home: () => document.getElementById("first").click(),
    End: () => document.getElementById("last").click(),
  });
}

canvas.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const act = pressKeys[event.key];
  if (!act) return;
  event.preventDefault();
  act(event.key);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.target === find) return;
  if (!keys.hidden) toggleKeys(false);
  else if (opened >= 0 || single >= 0) shut();
});

function toggle(name) {
  const button = document.getElementById(name);
  if (!button) return;
  shown[name] = !shown[name];
  button.setAttribute("aria-pressed", String(shown[name]));
  if (name === "zones") tiles.clear();
  request();
}

document.getElementById("nearer").addEventListener("click", () => zoom(1.5));
document.getElementById("farther").addEventListener("click", () => zoom(1 / 1.5));
document.getElementById("whole").addEventListener("click", wholeMap);
document.getElementById("counters").addEventListener("click", () => toggle("counters"));
document.getElementById("zones")?.addEventListener("click", () => toggle("zones"));
help.addEventListener("click", () => toggleKeys());
document.getElementById("keys-close").addEventListener("click", () => toggleKeys(false));
canvas.addEventListener("focus", () => request());
canvas.addEventListener("blur", () => request());

// Counters in the lists are painted when they come into sight.
function fill(piece) {
  if (piece.firstChild) return;
  const size = piece.classList.contains("back") ? 44 : 56;
  piece.append(faceElement(Number(piece.dataset.counter), Number(piece.dataset.face), size));
}

const watch = new IntersectionObserver(
  (seen) => {
    for (const { isIntersecting, target } of seen) {
      if (isIntersecting) {
        fill(target);
        watch.unobserve(target);
      }
    }
  },
  { rootMargin: "300px" },
);
for (const piece of document.querySelectorAll(".piece")) watch.observe(piece);

for (const [id, open] of [["open-all", true], ["close-all", false]]) {
  document.getElementById(id).addEventListener("click", () => {
    for (const one of document.querySelectorAll(".tree details")) one.open = open;
  });
}

// On paper: the whole map as it stands, and every counter.
addEventListener("beforeprint", () => {
  for (const piece of document.querySelectorAll(".piece")) fill(piece);
  const sheet = document.createElement("canvas");
  sheet.id = "sheet";
  const all = extent();
  const scale = Math.min(2600 / all.width, 3600 / all.height);
  sheet.width = Math.ceil(all.width * scale);
  sheet.height = Math.ceil(all.height * scale);
  const target = sheet.getContext("2d");
  target.lineJoin = "round";
  paintMap(target, scale, all.x0, all.y0, all.x1, all.y1, 2);
  target.setTransform(1, 0, 0, 1, 0, 0);
  for (const [hex, units] of stacks) {
    const [x, y] = centres[hex];
    drawStack(target, 1, units, (x - all.x0) * scale, (y - all.y0) * scale, scale);
  }
  document.getElementById("sheet")?.remove();
  document.getElementById("map").append(sheet);
});
addEventListener("afterprint", () => document.getElementById("sheet")?.remove());

new ResizeObserver(resize).observe(table);
resize();
// A game is looked at from its first turn on; what was set up before lies behind.
if (player) {
  seek(turnStarts[1] ?? 0, false);
  travelling.clear();
  travel = null;
  tell(false);
}
document.fonts?.ready.then(() => request());

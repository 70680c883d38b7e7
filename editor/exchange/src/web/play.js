// Who stands where, at the start and after each event of the game.

const NOWHERE = -1;
const here = { hex: [], face: [] };
// What a game leaves on the map: who holds which place, markers such as gas in hexes and on hexsides (by
// hex and direction in one number), what is so of units, and the hexes that they point at.
const held = new Map();
const marks = new Map();
const edges = new Map();
const states = new Map();
const aims = new Map();

// Something is so of a hex or unit now, or no more.
function note(of, key, there, what) {
  const all = (of.get(key) ?? []).filter((one) => one !== what);
  if (there) all.push(what);
  if (all.length > 0) of.set(key, all);
  else of.delete(key);
}

function place(unit, hex, face) {
  const before = here.hex[unit];
  const counter = data.units[unit][0];
  if (before !== NOWHERE) {
    const stack = stacks.get(before).filter((one) => one[2] !== unit);
    // Who only turns over keeps his place in the stack.
    if (before === hex) {
      const at = stacks.get(before).findIndex((one) => one[2] === unit);
      stack.splice(at, 0, [counter, face, unit]);
    }
    if (stack.length > 0) stacks.set(before, stack);
    else stacks.delete(before);
  }
  if (hex !== NOWHERE && hex !== before) {
    stacks.set(hex, [[counter, face, unit], ...(stacks.get(hex) ?? [])]);
  }
  here.hex[unit] = hex;
  here.face[unit] = face;
}

function setUp() {
  stacks = new Map();
  held.clear();
  for (const of of [marks, edges, states, aims]) of.clear();
  here.hex = data.units.map(() => NOWHERE);
  here.face = data.units.map(() => 0);
  // The list has the top of a stack first, and who comes lies on top.
  for (const [unit, hex, face] of [...data.setup].reverse()) place(unit, hex, face);
}

setUp();

// The name of a unit, with its number among several alike.
function unitName(unit) {
  const [counter, number] = data.units[unit];
  return data.counters[counter].name + (number > 0 ? " #" + number : "");
}

const steps = data.game?.steps ?? [];
const player = document.getElementById("player");
let at = 0;
let playing = false;
let timer = 0;
let travel = null;

function carryOut(step) {
  for (const [unit, hex, face] of step.units ?? []) place(unit, hex, face);
  for (const [hex, side] of step.held ?? []) held.set(hex, side);
  for (const [hex, there, what] of step.marks ?? []) note(marks, hex, there, what);
  for (const [hex, side, there, what] of step.edges ?? []) note(edges, hex * 6 + side, there, what);
  for (const [unit, there, what, towards] of step.states ?? []) {
    note(states, unit, there, what);
    if (towards !== NOWHERE) note(aims, unit, there, towards);
  }
}

// Goes to an event. Only a single step on is shown moving.
function seek(to, loud = true) {
  to = Math.min(Math.max(to, 0), steps.length - 1);
  if (to === at) return;
  const single = to === at + 1;
  if (to < at) {
    setUp();
    at = 0;
    carryOut(steps[0]);
  }
  while (at < to) carryOut(steps[++at]);
  travelling.clear();
  travel = null;
  if (single && !still.matches) setOut(steps[at]);
  tell(loud);
  if (document.getElementById("follow").checked) followStep(steps[at]);
  changed();
  request();
}

// Keeps in sight what happens, without jumping about.
function followStep(step) {
  const all = [...(step.hexes ?? []), ...(step.attack ?? [])];
  const hex = all[all.length - 1];
  if (hex !== undefined && view.scale > limits()[0] * 1.05) show(hex);
}

function setOut(step) {
  const way = step.path ?? [];
  const movers = (step.units ?? []).filter(([, hex]) => hex === way[way.length - 1]);
  if (way.length < 2 || movers.length === 0) return;
  const pace = Number(document.getElementById("speed").value);
  const length = playing ? Math.min(700, 800 / pace) : 450;
  travel = { way, units: movers.map(([unit, , face]) => [data.units[unit][0], face, unit]), begun: performance.now(), length };
  travel.units.forEach((unit) => travelling.add(unit[2]));
}

// The phases and turns of the game, by the step that they begin at.
const turnStarts = [];
const phaseStarts = [];
const chapters = [];
{
  let turn = "";
  let phase = "";
  for (const [number, step] of steps.entries()) {
    if (step.weight === 0) {
      turn = step.text;
      phase = "";
    }
    if (step.weight === 1) phase = step.text;
    if (step.weight === 0) turnStarts.push(number);
    if (step.weight <= 1) phaseStarts.push(number);
    chapters.push({ turn, phase });
  }
}

const before = (starts) => starts.filter((start) => start < at).pop() ?? 0;
const after = (starts) => starts.find((start) => start > at) ?? steps.length - 1;

function tell(loud) {
  const step = steps[at];
  const { turn, phase } = chapters[at];
  const when = [turn, phase].filter((words) => words && words !== step.text).join(" · ");
  document.getElementById("when").textContent = when || (at < (turnStarts[1] ?? 0) ? "Set-up" : "A game-turn begins");
  const event = document.getElementById("event");
  event.textContent = step.text;
  event.className = "weight-" + step.weight;
  if (step.rule) {
    const rule = document.createElement("span");
    rule.className = "rule";
    rule.textContent = " " + step.rule;
    event.append(rule);
  }
  const list = document.getElementById("numbers");
  list.replaceChildren(...(step.more ?? []).map((words) => item(words)));
  const scrub = document.getElementById("scrub");
  scrub.value = at;
  scrub.setAttribute("aria-valuetext", (at + 1) + " of " + steps.length + ". " + [turn, phase, step.text].filter(Boolean).join(". "));
  tellTurn();
  // While it plays, a screen reader could not keep up.
  if (loud && !playing) say([step.text, ...(step.more ?? [])].join(". "));
}

function item(words) {
  const li = document.createElement("li");
  li.textContent = words;
  return li;
}

// The lines of the game-turn, with the one that is shown.
let toldFrom = -1;

function tellTurn() {
  const lines = document.getElementById("lines");
  const start = turnStarts.filter((one) => one <= at).pop() ?? 0;
  if (start !== toldFrom) {
    toldFrom = start;
    const end = turnStarts.find((one) => one > start) ?? steps.length;
    lines.replaceChildren(
      ...steps.slice(start, end).map((step, number) => {
        const li = document.createElement("li");
        const button = document.createElement("button");
        button.type = "button";
        button.className = "weight-" + step.weight;
        button.textContent = step.text;
        button.tabIndex = -1;
        button.addEventListener("click", () => {
          pause();
          seek(start + number);
        });
        li.append(button);
        return li;
      }),
    );
  }
  lines.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const now = lines.children[at - start];
  if (!now) return;
  now.setAttribute("aria-current", "step");
  const box = document.getElementById("log");
  const top = now.offsetTop - box.clientHeight / 2;
  box.scrollTop = top;
}

function play() {
  if (at >= steps.length - 1) seek(0, false);
  playing = true;
  const button = document.getElementById("play");
  button.setAttribute("aria-label", "Pause");
  button.classList.add("playing");
  tick();
}

function pause() {
  playing = false;
  clearTimeout(timer);
  const button = document.getElementById("play");
  button.setAttribute("aria-label", "Play");
  button.classList.remove("playing");
}

function tick() {
  if (!playing) return;
  if (at >= steps.length - 1) {
    pause();
    return;
  }
  seek(at + 1);
  const pace = Number(document.getElementById("speed").value);
  // A phase is read, a fight looked at.
  const weight = steps[at].weight;
  const rest = weight === 0 ? 2.5 : weight === 2 ? 1.4 : weight === 1 ? 0.6 : 1;
  timer = setTimeout(tick, (1000 / pace) * rest);
}

const goes = {
  first: () => seek(0),
  "turn-back": () => seek(before(turnStarts)),
  "phase-back": () => seek(before(phaseStarts)),
  back: () => seek(at - 1),
  play: () => (playing ? pause() : play()),
  on: () => seek(at + 1),
  "phase-on": () => seek(after(phaseStarts)),
  "turn-on": () => seek(after(turnStarts)),
  last: () => seek(steps.length - 1),
};

if (player) {
  for (const [id, go] of Object.entries(goes)) {
    document.getElementById(id).addEventListener("click", () => {
      if (id !== "play") pause();
      go();
    });
  }
  const scrub = document.getElementById("scrub");
  scrub.max = steps.length - 1;
  scrub.addEventListener("input", () => {
    pause();
    seek(Number(scrub.value), false);
  });
  const ticks = document.getElementById("ticks");
  let far = -10;
  for (const start of turnStarts) {
    const turn = steps[start].turn;
    const share = (100 * start) / Math.max(steps.length - 1, 1);
    if (turn === 0 || !/^Game-turn/.test(steps[start].text)) continue;
    const mark = document.createElement("span");
    mark.style.left = share + "%";
    // Numbers only where they have room.
    mark.textContent = share - far > 3.5 ? turn : "";
    if (mark.textContent) far = share;
    ticks.append(mark);
  }
  carryOut(steps[0]);
}

// What the event at hand is about: beneath the counters its hexes, above them who goes where.
under.push(() => {
  for (const hex of marks.keys()) {
    const path = hexPath(hex, 0.94);
    context.fillStyle = "rgba(150, 160, 30, 0.35)";
    context.fill(path);
    context.setLineDash([4 * view.ratio, 3 * view.ratio]);
    context.strokeStyle = "rgba(96, 104, 10, 0.9)";
    context.lineWidth = 2 * view.ratio;
    context.stroke(path);
  }
  for (const [hex, side] of held) {
    const [x, y] = toScreen([centres[hex][0] - 0.33, centres[hex][1] + 0.3]).map((v) => v * view.ratio);
    context.beginPath();
    context.arc(x, y, Math.max(0.085 * view.scale, 2) * view.ratio, 0, 2 * Math.PI);
    context.setLineDash([]);
    context.fillStyle = data.sides[side]?.colour ?? "#444";
    context.fill();
    context.lineWidth = Math.max(0.02 * view.scale, 0.8) * view.ratio;
    context.strokeStyle = "#fffdf6";
    context.stroke();
  }
  const step = steps[at];
  for (const hex of step?.hexes ?? []) {
    context.fillStyle = step.weight === 2 ? "rgba(190, 30, 30, 0.3)" : "rgba(250, 200, 60, 0.35)";
    context.fill(hexPath(hex, 0.97));
  }
});

// Above them what lies on hexsides, and where units point.
over.push(() => {
  for (const edge of edges.keys()) {
    const [x, y] = centres[Math.floor(edge / 6)];
    const ends = [CORNERS[edge % 6], CORNERS[((edge % 6) + 1) % 6]];
    const [from, to] = ends.map(([dx, dy]) => toScreen([x + dx, y + dy]).map((v) => v * view.ratio));
    context.setLineDash([]);
    context.lineCap = "butt";
    for (const [pen, width] of [["#221e14", 0.12], ["#d6c842", 0.07]]) {
      context.beginPath();
      context.moveTo(...from);
      context.lineTo(...to);
      context.strokeStyle = pen;
      context.lineWidth = Math.max(width * view.scale, width * 30) * view.ratio;
      context.stroke();
    }
  }
  for (const [unit, all] of aims) {
    const from = here.hex[unit];
    if (from !== NOWHERE) for (const to of all) arrow([from, to], "#5c4a1e", true);
  }
});

over.push((now) => {
  const step = steps[at];
  if (!step) return;
  const colour = step.weight === 2 ? "#b01f24" : "#1f1a17";
  for (const hex of step.hexes ?? []) outline(hex, colour, 2, 0.97);
  for (const from of step.attack ?? []) {
    for (const to of step.hexes ?? []) arrow([from, to], "#b01f24");
  }
  if (step.path) arrow(step.path, "#1f1a17", step.path.length > 6);
  if (travel) {
    const share = Math.min((now - travel.begun) / travel.length, 1);
    const way = share * share * (3 - 2 * share) * (travel.way.length - 1);
    const leg = Math.min(Math.floor(way), travel.way.length - 2);
    const [a, b] = [centres[travel.way[leg]], centres[travel.way[leg + 1]]];
    const part = way - leg;
    const [x, y] = toScreen([a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]);
    if (shown.counters) drawStack(context, view.ratio, travel.units, x, y, view.scale);
    if (share >= 1) {
      travelling.clear();
      travel = null;
    }
    request();
  }
});

"use strict";
// What the page can do beyond being read: everything it shows is there without this script.

// Tables that can be put in another order by their head.
for (const table of document.querySelectorAll("table[data-sort]")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const value = (row, at) => {
    const cell = row.cells[at];
    const number = Number(cell.dataset.v ?? cell.textContent);
    return cell.textContent.trim() !== "" && !Number.isNaN(number) ? number : cell.textContent.trim();
  };
  const compare = (a, b) =>
    typeof a === "number" && typeof b === "number"
      ? a - b
      : String(a).localeCompare(String(b), undefined, { numeric: true });
  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      // Numbers are mostly wanted from the top, words from A.
      const first = head.classList.contains("num") ? "descending" : "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = now === first ? other : first;
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const rows = [...body.rows].map((row) => [value(row, at), row]);
      rows.sort((a, b) => sign * compare(a[0], b[0]));
      body.append(...rows.map(([, row]) => row));
    });
  });
}

// The list of units, narrowed by side and name.
const search = document.getElementById("unit-search");
if (search) {
  const rows = [...document.querySelectorAll("#units tbody tr")];
  const side = document.getElementById("unit-side");
  const count = document.getElementById("unit-count");
  const narrow = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = (side.value !== "" && row.dataset.side !== side.value) || !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = shown === 1 ? "1 unit" : shown + " units";
  };
  search.addEventListener("input", narrow);
  side.addEventListener("change", narrow);
  search.closest(".tools").hidden = false;
  narrow();
}

// The front line: play, and drag along the turns.
const timeline = document.querySelector(".timeline");
if (timeline) {
  const inputs = [...timeline.querySelectorAll("input")];
  const button = timeline.querySelector("button");
  const track = timeline.querySelector(".track");
  const at = () => inputs.findIndex((input) => input.checked);
  const show = (number) => {
    const input = inputs[Math.max(0, Math.min(inputs.length - 1, number))];
    input.checked = true;
    return input;
  };
  let timer = 0;
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    button.textContent = "Play";
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    if (timer) return stop();
    if (at() === inputs.length - 1) show(0);
    button.textContent = "Pause";
    timer = setInterval(() => {
      show(at() + 1);
      if (at() === inputs.length - 1) stop();
    }, 900);
  });
  const drag = (event) => {
    const box = track.getBoundingClientRect();
    // With the focus there, the arrow keys go on from it.
    show(Math.floor(((event.clientX - box.left) / box.width) * inputs.length)).focus({ preventScroll: true });
  };
  track.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    stop();
    track.setPointerCapture(event.pointerId);
    drag(event);
  });
  track.addEventListener("pointermove", (event) => track.hasPointerCapture(event.pointerId) && drag(event));
}

// What a hex of a map has to tell, under the pointer.
const data = document.getElementById("hexes");
if (data) {
  const { units, centres, hexes, held, side } = JSON.parse(data.textContent);
  const turns = [...document.querySelectorAll('input[name="front"]')];
  for (const map of document.querySelectorAll(".map")) {
    const svg = map.querySelector("svg");
    const spot = svg.querySelector(".spot");
    const tip = document.createElement("div");
    tip.className = "tip";
    tip.hidden = true;
    map.append(tip);
    const hide = () => {
      tip.hidden = true;
      spot.setAttribute("visibility", "hidden");
    };
    map.addEventListener("pointerleave", hide);
    map.addEventListener("pointermove", (event) => {
      const box = svg.getBoundingClientRect();
      const view = svg.viewBox.baseVal;
      const x = ((event.clientX - box.left) / box.width) * view.width;
      const y = ((event.clientY - box.top) / box.height) * view.height;
      let best = -1;
      let least = (units * 0.58) ** 2;
      for (let i = 0; i < centres.length; i += 2) {
        const away = (centres[i] - x) ** 2 + (centres[i + 1] - y) ** 2;
        if (away < least) [least, best] = [away, i / 2];
      }
      if (best < 0) return hide();
      let words = hexes[best].split("\n");
      if (map.classList.contains("front")) {
        const turn = held[turns.findIndex((input) => input.checked)];
        words = [words[0], `${side} in ${turn[best]} % of the games`];
      }
      tip.replaceChildren(...words.flatMap((line, number) => (number ? [document.createElement("br"), line] : [line])));
      spot.setAttribute("transform", `translate(${centres[2 * best]} ${centres[2 * best + 1]})`);
      spot.setAttribute("visibility", "visible");
      tip.hidden = false;
      const left = event.clientX - box.left;
      const right = left > box.width / 2;
      tip.style.left = right ? "auto" : left + 18 + "px";
      tip.style.right = right ? box.width - left + 18 + "px" : "auto";
      tip.style.top = event.clientY - box.top + 12 + "px";
    });
  }
}

// Copy the command that plays the run again.
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
  });
}

// Mark where one is in the contents.
if ("IntersectionObserver" in window) {
  const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
  const seen = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        for (const link of links.values()) link.removeAttribute("aria-current");
        links.get(entry.target.id)?.setAttribute("aria-current", "true");
      }
    },
    { rootMargin: "-20% 0px -70%" },
  );
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section) seen.observe(section);
  }
}

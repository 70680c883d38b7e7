// The map: where it is looked at from, its tiles, and what stands on it.

const grid = data.grid;
const PITCH = Math.sqrt(3) / 2;
const RADIUS = 1 / Math.sqrt(3);
const hexes = grid.columns * grid.rows;
const CORNERS = grid.flat
  ? [[-RADIUS / 2, -0.5], [RADIUS / 2, -0.5], [RADIUS, 0], [RADIUS / 2, 0.5], [-RADIUS / 2, 0.5], [-RADIUS, 0]]
  : [[0, -RADIUS], [0.5, -RADIUS / 2], [0.5, RADIUS / 2], [0, RADIUS], [-0.5, RADIUS / 2], [-0.5, -RADIUS / 2]];

// The plane's unit is the distance between two adjacent centres (see the engine's geometry).
function centre(hex) {
  const column = hex % grid.columns;
  const row = Math.floor(hex / grid.columns);
  const push = (index) => ((index % 2 === 0) === grid.first_pushed ? 0.5 : 0);
  return grid.flat ? [column * PITCH, row + push(column)] : [column + push(row), row * PITCH];
}

const centres = Array.from({ length: hexes }, (_, hex) => centre(hex));

// The hex whose centre is nearest, within `reach`; -1 for none.
function hexAt([x, y], reach = 0.6) {
  const column = Math.round(grid.flat ? x / PITCH : x);
  const row = Math.round(grid.flat ? y : y / PITCH);
  let best = -1;
  let least = reach;
  for (let r = row - 1; r <= row + 1; r++) {
    for (let c = column - 1; c <= column + 1; c++) {
      if (c < 0 || r < 0 || c >= grid.columns || r >= grid.rows) continue;
      const hex = r * grid.columns + c;
      // Beyond the cut of boards there is no map.
      if (!grid.labels[hex]) continue;
      const away = Math.hypot(centres[hex][0] - x, centres[hex][1] - y);
      if (away < least) {
        least = away;
        best = hex;
      }
    }
  }
  return best;
}

const table = document.getElementById("table");
const canvas = document.getElementById("chart");
const context = canvas.getContext("2d");
const night = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

// What is seen: the middle of the view on the plane, and CSS pixels to a hex.
const view = { x: 0, y: 0, scale: 20, width: 0, height: 0, ratio: 1 };
const shown = { counters: true, zones: false };

function extent() {
  const [[x0, y0], [x1, y1]] = grid.bounds;
  return { x0, y0, x1, y1, width: x1 - x0, height: y1 - y0 };
}

function fitting() {
  const all = extent();
  return Math.min(view.width / (all.width + 0.6), view.height / (all.height + 0.6));
}

function limits() {
  return [Math.min(fitting(), 40), 180];
}

// Keeps the map in sight.
function tame() {
  const [least, most] = limits();
  view.scale = Math.min(Math.max(view.scale, least), most);
  const all = extent();
  const hold = (at, low, high, room) => {
    const half = room / view.scale / 2;
    const middle = (low + high) / 2;
    if (high - low + 0.6 <= 2 * half) return middle;
    return Math.min(Math.max(at, low - 0.3 + half), high + 0.3 - half);
  };
  view.x = hold(view.x, all.x0, all.x1, view.width);
  view.y = hold(view.y, all.y0, all.y1, view.height);
}

function toPlane(px, py) {
  return [view.x + (px - view.width / 2) / view.scale, view.y + (py - view.height / 2) / view.scale];
}

function toScreen([x, y]) {
  return [(x - view.x) * view.scale + view.width / 2, (y - view.y) * view.scale + view.height / 2];
}

// Zooms about a point of the screen.
function zoom(factor, px = view.width / 2, py = view.height / 2) {
  const [x, y] = toPlane(px, py);
  const [least, most] = limits();
  view.scale = Math.min(Math.max(view.scale * factor, least), most);
  view.x = x - (px - view.width / 2) / view.scale;
  view.y = y - (py - view.height / 2) / view.scale;
  tame();
  request();
}

function wholeMap() {
  const all = extent();
  view.x = (all.x0 + all.x1) / 2;
  view.y = (all.y0 + all.y1) / 2;
  view.scale = fitting();
  tame();
  request();
}

// Brings a hex into view, larger if it can hardly be read.
function show(hex, near = false) {
  const [x, y] = centres[hex];
  const [px, py] = toScreen([x, y]);
  const margin = Math.min(view.width, view.height) * 0.18;
  const inside = px > margin && py > margin && px < view.width - margin && py < view.height - margin;
  if (near && view.scale < 46) view.scale = 46;
  if (!inside || near) {
    view.x = x;
    view.y = y;
  }
  tame();
  request();
}

// Tiles: squares of the map painted at one of a row of scales, each √2 of the one before. They are
// painted a few a frame; until then a coarser one shows.
const TILE = 256;
const tiles = new Map();
let stamp = 0;

function detailAt(scale) {
  return scale < 11 ? 0 : scale < 40 ? 1 : 2;
}

function scaleOf(level) {
  return 6 * 2 ** (level / 2);
}

function levelFor(scale) {
  return Math.max(0, Math.ceil(2 * Math.log2(scale / 6) - 0.1));
}

// The shapes of a piece of the map in a detail, layer by layer, read when they are first needed.
function layersOf(piece, detail) {
  piece.read ??= [];
  piece.read[detail] ??= piece.art[detail].map((text, layer) =>
    text === 0 ? layersOf(piece, detail - 1)[layer] : shapes(text, art.map_unit),
  );
  return piece.read[detail];
}

function paintTile(key, level, column, row) {
  const scale = scaleOf(level) * view.ratio;
  const side = TILE * view.ratio;
  const tile = document.createElement("canvas");
  tile.width = tile.height = Math.round(side);
  const context = tile.getContext("2d", { alpha: true });
  const span = TILE / scaleOf(level);
  const all = extent();
  const [x0, y0] = [all.x0 + column * span, all.y0 + row * span];
  context.lineJoin = "round";
  paintMap(context, scale, x0, y0, x0 + span, y0 + span, detailAt(scaleOf(level)));
  if (night.matches) {
    // The printed map by lamplight, so that it does not dazzle.
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalCompositeOperation = "source-atop";
    context.fillStyle = "rgba(24, 20, 16, 0.3)";
    context.fillRect(0, 0, tile.width, tile.height);
  }
  tiles.set(key, { tile, used: stamp });
}

// The names of a map seen from afar, larger than printed so that they can be read; where two would
// run into each other, the greater place has its name.
const named = new Map();

function namesAt(scale, detail) {
  const key = detail + "/" + scale;
  if (named.has(key)) return named.get(key);
  const [least, most] = detail === 0 ? [10 / scale, 5] : [9 / scale, 2];
  const layer = art.layers.indexOf("labels");
  const all = [];
  for (const piece of art.pieces) {
    for (const shape of layersOf(piece, detail)[layer]) {
      if (!shape.word) continue;
      const size = shape.size * Math.min(Math.max(least / shape.size, 1), most);
      if (size * scale < 5.5) continue;
      const width = (line(shape.type.face, shape.word).width / 1000) * size;
      // Capitals grow downwards, away from what they name.
      const y = shape.angle === 0 ? shape.y + 0.7 * (size - shape.size) : shape.y;
      const [x0, y0] = [piece.origin[0] + shape.x - (width * shape.anchor) / 2, piece.origin[1] + y - 0.72 * size];
      all.push({ shape, written: { ...shape, size, y }, box: [x0, y0, x0 + width, y0 + 0.8 * size] });
    }
  }
  all.sort((a, b) => b.shape.size - a.shape.size);
  const names = new Map();
  const taken = [];
  for (const { shape, written, box: [x0, y0, x1, y1] } of all) {
    if (taken.some(([a, b, c, d]) => x0 < c && a < x1 && y0 < d && b < y1)) continue;
    taken.push([x0, y0, x1, y1]);
    names.set(shape, written);
  }
  named.set(key, names);
  return names;
}

// The scan under everything; what was painted without it is painted again once it is there.
function paintScan(context, { image, x, y, width, height }) {
  if (image.complete && image.naturalWidth > 0) {
    context.drawImage(image, x, y, width, height);
    return;
  }
  const again = () => {
    tiles.clear();
    request();
  };
  image.addEventListener("load", again, { once: true });
}

function paintMap(context, scale, x0, y0, x1, y1, detail) {
  const pieces = art.pieces.filter(
    ({ bounds: [[a, b], [c, d]] }) => a < x1 && b < y1 && c > x0 && d > y0,
  );
  for (const [layer, name] of art.layers.entries()) {
    if (name === "zones" && !shown.zones) continue;
    for (const piece of pieces) {
      const painted = layersOf(piece, detail)[layer];
      if (painted.length === 0) continue;
      const [ox, oy] = piece.origin;
      context.setTransform(scale, 0, 0, scale, (ox - x0) * scale, (oy - y0) * scale);
      if (name === "ground") {
        // A hair of its own colour round each hex, or the sheet shows through the joints.
        for (const shape of painted) {
          if (shape.image) {
            paintScan(context, shape);
            continue;
          }
          const { path, pen } = shape;
          context.strokeStyle = context.fillStyle = pen.fill;
          context.lineWidth = 1 / scale;
          context.setLineDash([]);
          context.fill(path);
          context.stroke(path);
        }
      } else {
        paint(context, painted, scale, name === "labels" && detail < 2 ? namesAt(scale / view.ratio, detail) : null);
      }
    }
  }
}

// The tiles in view, painted for as long as a frame allows; whether some are still to come.
function drawTiles() {
  const level = levelFor(view.scale);
  const scale = scaleOf(level);
  const span = TILE / scale;
  const all = extent();
  const [left, top] = toPlane(0, 0);
  const [right, bottom] = toPlane(view.width, view.height);
  const from = (at, low) => Math.max(0, Math.floor((at - low) / span));
  const to = (at, low, room) => Math.min(Math.ceil((room - low) / span) - 1, Math.floor((at - low) / span));
  const begun = performance.now();
  let missing = false;
  const wanted = [];
  for (let row = from(top, all.y0); row <= to(bottom, all.y0, all.y1); row++) {
    for (let column = from(left, all.x0); column <= to(right, all.x0, all.x1); column++) {
      const x = all.x0 + (column + 0.5) * span - view.x;
      const y = all.y0 + (row + 0.5) * span - view.y;
      wanted.push({ row, column, away: x * x + y * y });
    }
  }
  wanted.sort((a, b) => a.away - b.away);
  stamp++;
  const late = () => performance.now() - begun > (moving() ? 6 : 24);
  const ready = [];
  for (const { row, column } of wanted) {
    const key = level + "/" + column + "/" + row;
    if (!tiles.has(key)) {
      if (late()) {
        missing = true;
        continue;
      }
      paintTile(key, level, column, row);
    }
    const known = tiles.get(key);
    known.used = stamp;
    ready.push({ known, x: all.x0 + column * span, y: all.y0 + row * span });
  }
  if (missing) drawCoarse(level);
  for (const { known, x, y } of ready) placeTile(known.tile, x, y, span);
  forgetTiles();
  return missing;
}

function placeTile(tile, x, y, span) {
  const [px, py] = toScreen([x, y]);
  // Whole pixels, so that no joint shows.
  const r = view.ratio;
  const left = Math.round(px * r);
  const top = Math.round(py * r);
  const right = Math.round((px + span * view.scale) * r);
  const bottom = Math.round((py + span * view.scale) * r);
  context.drawImage(tile, left, top, right - left, bottom - top);
}

// Whatever is there of the view at other scales, the coarsest first; not what is far finer, as
// that would be hundreds.
function drawCoarse(level) {
  const all = extent();
  const [left, top] = toPlane(0, 0);
  const [right, bottom] = toPlane(view.width, view.height);
  const others = [];
  for (const [key, { tile }] of tiles) {
    const [at, column, row] = key.split("/").map(Number);
    const span = TILE / scaleOf(at);
    const [x, y] = [all.x0 + column * span, all.y0 + row * span];
    const seen = x < right && y < bottom && x + span > left && y + span > top;
    if (seen && at !== level && at <= level + 2) others.push({ at, tile, x, y, span });
  }
  others.sort((a, b) => a.at - b.at);
  for (const { tile, x, y, span } of others) placeTile(tile, x, y, span);
}

function forgetTiles() {
  const most = Math.ceil((view.width / TILE + 2) * (view.height / TILE + 2) * 2.2) + 12;
  if (tiles.size <= most) return;
  const old = [...tiles].sort(([, a], [, b]) => a.used - b.used);
  for (const [key] of old.slice(0, tiles.size - most)) tiles.delete(key);
}

// Who stands where now: by hex, the top first.
let stacks = new Map();

const STEP = [0.055, -0.075];
const SEEN = 4;

// Draws a stack with its middle at a point, in pixels of the target over `ratio`.
function drawStack(target, ratio, units, x, y, scale) {
  const size = art.counter_size * scale;
  const seen = Math.min(units.length, SEEN);
  const shift = (seen - 1) / 2;
  const pixels = Math.max(Math.round(size * ratio), 2);
  const quick = moving();
  for (let depth = seen - 1; depth >= 0; depth--) {
    const [counter, face] = units[depth];
    const drawn = sprite(counter, face, pixels, depth > 0, quick);
    const px = (x + (depth - shift) * STEP[0] * size) * ratio;
    const py = (y + (depth - shift) * STEP[1] * size) * ratio;
    const side = size * (1 + 2 * MARGIN) * ratio;
    target.drawImage(drawn, px - side / 2, py - side / 2, side, side);
  }
  if (units.length > 1 && size >= 22) {
    badge(target, ratio, units.length, x - shift * STEP[0] * size, y - shift * STEP[1] * size, size);
  }
}

function badge(target, ratio, count, x, y, size) {
  const [px, py] = [(x + 0.46 * size) * ratio, (y - 0.03 * size) * ratio];
  const radius = Math.max(0.125 * size, 5) * ratio;
  target.beginPath();
  target.arc(px, py, radius, 0, 2 * Math.PI);
  target.fillStyle = "#2e2622";
  target.fill();
  target.lineWidth = Math.max(0.022 * size, 0.8) * ratio;
  target.strokeStyle = "#fffcf4";
  target.setLineDash([]);
  target.stroke();
  target.fillStyle = "#fffcf4";
  target.font = "700 " + radius * 1.5 + "px Salient, system-ui, sans-serif";
  target.textAlign = "center";
  target.textBaseline = "middle";
  target.fillText(String(count), px, py + radius * 0.08);
}

function hexPath(hex, grow = 1) {
  const path = new Path2D();
  const [x, y] = centres[hex];
  for (const [at, [dx, dy]] of CORNERS.entries()) {
    const [px, py] = toScreen([x + dx * grow, y + dy * grow]).map((v) => v * view.ratio);
    if (at === 0) path.moveTo(px, py);
    else path.lineTo(px, py);
  }
  path.closePath();
  return path;
}

function outline(hex, colour, width, grow = 1) {
  const path = hexPath(hex, grow);
  context.setLineDash([]);
  context.lineJoin = "round";
  context.strokeStyle = "#fffdf6";
  context.lineWidth = (width + 2.5) * view.ratio;
  context.stroke(path);
  context.strokeStyle = colour;
  context.lineWidth = width * view.ratio;
  context.stroke(path);
}

// An arrow through the centres of hexes.
function arrow(way, colour, dashed = false) {
  const points = way.map((hex) => toScreen(centres[hex]).map((v) => v * view.ratio));
  const last = points.length - 1;
  if (last < 1) return;
  const thick = Math.max(2.5, Math.min(view.scale * 0.075, 7)) * view.ratio;
  const [ax, ay] = points[last - 1];
  const [bx, by] = points[last];
  const turn = Math.atan2(by - ay, bx - ax);
  const head = thick * 3.4;
  const end = [bx - Math.cos(turn) * head * 0.8, by - Math.sin(turn) * head * 0.8];
  const path = new Path2D();
  points.slice(0, last).concat([end]).forEach(([x, y], at) => (at ? path.lineTo(x, y) : path.moveTo(x, y)));
  const tip = new Path2D();
  for (const [at, [along, across]] of [[0, 0], [-head, head * 0.5], [-head, -head * 0.5]].entries()) {
    const x = bx + Math.cos(turn) * along - Math.sin(turn) * across;
    const y = by + Math.sin(turn) * along + Math.cos(turn) * across;
    if (at === 0) tip.moveTo(x, y);
    else tip.lineTo(x, y);
  }
  tip.closePath();
  context.lineJoin = context.lineCap = "round";
  for (const [pen, width] of [["#fffdf6", thick + 3 * view.ratio], [colour, thick]]) {
    context.setLineDash(dashed && pen === colour ? [thick * 2, thick * 1.6] : []);
    context.strokeStyle = context.fillStyle = pen;
    context.lineWidth = width;
    context.stroke(path);
    context.setLineDash([]);
    context.lineWidth = width - thick;
    if (width > thick) context.stroke(tip);
    context.fill(tip);
  }
}

// What others lay over the map: each is called with nothing and draws with the above.
const under = [];
const over = [];

let pending = 0;
let settling = 0;
let moved = 0;

// Whether a finger or the wheel is at work.
function moving() {
  return performance.now() - moved < 120;
}

function request(isMove = false) {
  if (isMove === true) moved = performance.now();
  if (!pending) pending = requestAnimationFrame(frame);
}

function frame(now) {
  pending = 0;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = moving() ? "low" : "high";
  const missing = drawTiles();
  under.forEach((draw) => draw(now));
  if (shown.counters) drawCounters(now);
  over.forEach((draw) => draw(now));
  if (missing) request();
  else if (moving() && !settling) {
    // Then everything once more, as sharp as can be.
    settling = setTimeout(() => {
      settling = 0;
      request();
    }, 140);
  }
}

// Units that are on their way are drawn by whoever moves them.
const travelling = new Set();

function drawCounters() {
  const margin = view.scale;
  for (const [hex, units] of stacks) {
    const [x, y] = toScreen(centres[hex]);
    if (x < -margin || y < -margin || x > view.width + margin || y > view.height + margin) continue;
    const here = travelling.size > 0 ? units.filter((unit) => !travelling.has(unit[2])) : units;
    if (here.length > 0) drawStack(context, view.ratio, here, x, y, view.scale);
  }
}

function resize() {
  const box = table.getBoundingClientRect();
  const first = view.width === 0;
  const wasWhole = !first && view.scale <= limits()[0] * 1.001;
  view.width = Math.max(box.width, 50);
  view.height = Math.max(box.height, 50);
  // More than two pixels to a point nobody sees, and a telephone would paint them.
  const ratio = Math.min(devicePixelRatio || 1, 2);
  if (ratio !== view.ratio) tiles.clear();
  view.ratio = ratio;
  canvas.width = Math.round(view.width * ratio);
  canvas.height = Math.round(view.height * ratio);
  if (first || wasWhole) wholeMap();
  tame();
  request();
}

night.addEventListener("change", () => {
  tiles.clear();
  request();
});

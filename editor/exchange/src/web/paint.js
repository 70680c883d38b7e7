"use strict";
// The painter: shapes told as digits (see ink.rs) become paths on a canvas.

const data = JSON.parse(document.getElementById("data").textContent);
const art = data.art;

const DIGIT = new Int8Array(128).fill(-1);
for (const [at, letter] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
  DIGIT[letter.charCodeAt(0)] = at;
}

// The numbers of a text.
function numbers(text) {
  const list = [];
  let value = 0;
  let shift = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = DIGIT[text.charCodeAt(i)];
    value += (digit & 31) * 2 ** shift;
    shift += 5;
    if (digit < 32) {
      list.push(value % 2 ? -(value - 1) / 2 : value / 2);
      value = 0;
      shift = 0;
    }
  }
  return list;
}

// A text of shapes as what is painted one after another: paths with their pens, and words.
// Lengths are in the scene's own unit.
function shapes(text, unit) {
  const list = numbers(text);
  const painted = [];
  let i = 0;
  let x = 0;
  let y = 0;
  const point = () => {
    x += list[i++];
    y += list[i++];
  };
  while (i < list.length) {
    const head = list[i++];
    let count = list[i++];
    if (head % 2 === 1) {
      const type = art.types[(head - 1) / 2];
      while (count-- > 0) {
        const word = art.words[list[i++]];
        point();
        const size = list[i++] / unit;
        const anchor = list[i++];
        const angle = list[i++] / 1000;
        painted.push({ word, type, x: x / unit, y: y / unit, size, anchor, angle });
      }
      continue;
    }
    const pen = art.pens[head / 2];
    if (pen.picture) {
      while (count-- > 0) {
        i++;
        point();
        const [x0, y0] = [x / unit, y / unit];
        point();
        painted.push({ image: imageOf(pen.picture - 1), x: x0, y: y0, width: x / unit - x0, height: y / unit - y0 });
      }
      continue;
    }
    const path = new Path2D();
    while (count-- > 0) {
      const points = list[i++];
      if (points === 0) {
        point();
        const radius = list[i++] / unit;
        path.moveTo(x / unit + radius, y / unit);
        path.arc(x / unit, y / unit, radius, 0, 2 * Math.PI);
        continue;
      }
      for (let at = 0; at < points >> 1; at++) {
        point();
        if (at === 0) path.moveTo(x / unit, y / unit);
        else path.lineTo(x / unit, y / unit);
      }
      if (points % 2 === 1) path.closePath();
    }
    painted.push({ path, pen });
  }
  return painted;
}

// Pictures of counters, read when they are first needed.
const images = new Map();

function imageOf(number) {
  if (!images.has(number)) {
    const image = new Image();
    image.src = art.pictures[number];
    images.set(number, image);
  }
  return images.get(number);
}

function paintImage(context, { image, x, y, width, height }) {
  if (image.complete && image.naturalWidth > 0) {
    context.drawImage(image, x, y, width, height);
    return;
  }
  // Where it belongs, as soon as it is there.
  const place = context.getTransform();
  const late = () => {
    context.save();
    context.setTransform(place);
    context.drawImage(image, x, y, width, height);
    context.restore();
    request();
  };
  image.addEventListener("load", late, { once: true });
}

// Characters and lines of words as paths, in thousandths of the em.
const glyphs = new Map();
const lines = new Map();

function glyph(face, letter) {
  const key = face + letter;
  if (!glyphs.has(key)) {
    const known = art.glyphs[face][letter];
    glyphs.set(key, { advance: known?.advance ?? 500, path: new Path2D(known?.path ?? "") });
  }
  return glyphs.get(key);
}

function line(face, word) {
  const key = face + word;
  if (!lines.has(key)) {
    const path = new Path2D();
    let width = 0;
    for (const letter of word) {
      const one = glyph(face, letter);
      path.addPath(one.path, new DOMMatrix([1, 0, 0, 1, width, 0]));
      width += one.advance;
    }
    lines.set(key, { path, width });
  }
  return lines.get(key);
}

// Paints shapes; the context's unit is that of the scene, which is `pixels` wide. Words that
// nobody could read are left out; `names` says which are written at all, and how large.
function paint(context, painted, pixels, names = null) {
  for (const shape of painted) {
    if (shape.image) {
      paintImage(context, shape);
    } else if (shape.path) {
      const { pen } = shape;
      if (pen.fill) {
        context.fillStyle = pen.fill;
        context.fill(shape.path);
      }
      if (pen.line) {
        context.strokeStyle = pen.line;
        context.lineWidth = pen.width / 1000;
        context.setLineDash(pen.dash.map((length) => length / 1000));
        context.lineCap = pen.dash.length > 0 ? "butt" : "round";
        context.stroke(shape.path);
      }
    } else if (names) {
      const written = names.get(shape);
      if (written) write(context, written);
    } else if (shape.size * pixels >= 5) {
      write(context, shape);
    }
  }
}

function write(context, { word, type, x, y, size, anchor, angle }) {
  const { path, width } = line(type.face, word);
  context.save();
  context.translate(x, y);
  if (angle !== 0) context.rotate(angle);
  context.scale(size / 1000, size / 1000);
  context.translate((-width * anchor) / 2, 0);
  if (type.halo) {
    context.strokeStyle = type.halo;
    context.lineWidth = 2 * type.reach;
    context.setLineDash([]);
    context.stroke(path);
  }
  context.fillStyle = type.colour;
  context.fill(path);
  context.restore();
}

// Pictures of counters, read once.
const read = new Map();

function picture(place) {
  if (!read.has(place)) read.set(place, shapes(art.counters[place], art.counter_unit));
  return read.get(place);
}

// The place of the picture of a counter's face at a size in pixels.
function faceArt(counter, face, pixels) {
  const known = data.counters[counter];
  const shown = known.faces[face] ?? known.faces[0];
  return shown.art[pixels < 13 ? 2 : pixels < 34 ? 1 : 0];
}

// A counter's picture as a canvas of its own, with room for its shadow; `covered` by another. Where
// it is to be `quick`, one of any other size will do.
const sprites = new Map();
const latest = new Map();
const MARGIN = 0.08;

function sprite(counter, face, pixels, covered = false, quick = false) {
  const who = covered ? counter + "u" : counter + "/" + face;
  if (quick && latest.has(who)) return latest.get(who);
  const place = covered ? data.counters[counter].under : faceArt(counter, face, pixels);
  const key = place + "@" + pixels;
  let canvas = sprites.get(key);
  if (!canvas) {
    canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.ceil(pixels * (1 + 2 * MARGIN));
    const context = canvas.getContext("2d");
    context.lineJoin = "round";
    context.scale(pixels, pixels);
    context.translate(0.5 + MARGIN, 0.5 + MARGIN);
    paint(context, picture(place), pixels);
    // Many sizes pass by while one zooms.
    if (sprites.size > 800) sprites.clear();
    sprites.set(key, canvas);
  }
  latest.set(who, canvas);
  return canvas;
}

// A counter's face as an element.
function faceElement(counter, face, size) {
  const canvas = document.createElement("canvas");
  const pixels = Math.round(size * Math.max(devicePixelRatio || 1, 1));
  const drawn = sprite(counter, face, pixels);
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  canvas.className = "face";
  canvas.style.width = canvas.style.height = size * (1 + 2 * MARGIN) + "px";
  canvas.getContext("2d").drawImage(drawn, 0, 0);
  const known = data.counters[counter];
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", known.name + ": " + (known.faces[face] ?? known.faces[0]).ratings);
  return canvas;
}

// The map: hexes from far away by looking each pixel up, and meshes of whatever is near.

struct View {
    // The point of the plane in the middle of the view, and the view's size in pixels.
    centre: vec2<f32>,
    size: vec2<f32>,
    // Pixels a hex and pixels a point.
    scale: f32,
    point: f32,
    // Names and other words with a smaller em than this are left out, in pixels.
    name: f32,
    word: f32,
    columns: i32,
    rows: i32,
    flat_topped: u32,
    pushed_parity: i32,
    // Whether the target wants linear colours.
    linear: u32,
    // How far letters' distances reach, in ems; and the atlas's size in texels.
    spread: f32,
    atlas: vec2<f32>,
    hill: vec4<f32>,
    // The view's left and top pixel of the target; and how many points of a pixel are looked at
    // each way.
    corner: vec4<f32>,
    // By layer, four at a time.
    opacity: array<vec4<f32>, 4>,
};

@group(0) @binding(0) var<uniform> view: View;

fn opacity_of(layer: u32) -> f32 {
    return view.opacity[layer / 4u][layer % 4u];
}

fn linear_from_gamma(gamma: vec3<f32>) -> vec3<f32> {
    let low = gamma / 12.92;
    let high = pow((gamma + 0.055) / 1.055, vec3<f32>(2.4));
    return select(high, low, gamma < vec3<f32>(0.04045));
}

// A colour with its opacity multiplied in, as the target wants it.
fn output(colour: vec4<f32>) -> vec4<f32> {
    let premultiplied = vec4<f32>(colour.rgb * colour.a, colour.a);
    let linear = linear_from_gamma(premultiplied.rgb);
    return vec4<f32>(select(premultiplied.rgb, linear, view.linear != 0u), premultiplied.a);
}

// ---------------------------------------------------------------- meshes

@group(1) @binding(0) var atlas_texture: texture_2d<f32>;
@group(1) @binding(1) var atlas_sampler: sampler;

struct MeshOut {
    @builtin(position) position: vec4<f32>,
    @location(0) colour: vec4<f32>,
    // A place on a disc in pixels from its middle, or in the atlas.
    @location(1) place: vec2<f32>,
    // The radius of a disc or the em of a letter, in pixels.
    @location(2) size: f32,
    @location(3) @interpolate(flat) kind: u32,
};

const EDGE: u32 = 0u;
const DISC: u32 = 1u;
const LETTER: u32 = 2u;
const HALO: u32 = 3u;

@vertex
fn mesh_vertex(
    @location(0) at: vec2<f32>,
    @location(1) how: vec4<i32>,
    @location(2) colour: vec4<f32>,
    @builtin(instance_index) layer: u32,
) -> MeshOut {
    let push = vec2<f32>(how.xy) / 4096.0;
    let size = f32(how.z) / 4096.0 * view.scale;
    var pixel = (at - view.centre) * view.scale + view.size * 0.5;
    var out: MeshOut;
    var cover = opacity_of(layer);
    out.kind = EDGE;
    out.size = size;
    out.place = vec2<f32>(0.0);
    switch how.w {
        case 0 { pixel -= push * 0.5; }
        case 1 { pixel += push * 0.5; cover = 0.0; }
        case 2 {
            pixel += push * max(size - 0.5, 0.0);
            cover *= min(1.0, 2.0 * size);
        }
        case 3 { pixel += push * (max(size, 0.5) + 0.5); cover = 0.0; }
        case 4 {
            out.kind = DISC;
            out.place = push * (size + 1.0);
            pixel += out.place;
            cover *= min(1.0, 2.0 * size);
        }
        case 9 {
            out.kind = DISC;
            out.size = max(size, f32(how.z) / 4096.0 * 6.0 * view.point);
            out.place = push * (out.size + 1.0);
            pixel += out.place;
        }
        default {
            out.kind = select(LETTER, HALO, how.w == 6 || how.w == 8);
            out.place = vec2<f32>(how.xy) / 8.0 / view.atlas;
            let least = select(view.word, view.name, how.w >= 7);
            if size < least {
                pixel = vec2<f32>(-10.0);
                cover = 0.0;
            }
        }
    }
    out.colour = vec4<f32>(colour.rgb, colour.a * cover);
    let ndc = pixel / view.size * 2.0 - 1.0;
    out.position = vec4<f32>(ndc.x, -ndc.y, 0.0, 1.0);
    return out;
}

@fragment
fn mesh_fragment(in: MeshOut) -> @location(0) vec4<f32> {
    var cover = 1.0;
    if in.kind == DISC {
        cover = clamp(in.size - length(in.place) + 0.5, 0.0, 1.0);
    } else if in.kind >= LETTER {
        let value = textureSampleLevel(atlas_texture, atlas_sampler, in.place, 0.0).r;
        var inside = (value - 0.5) * 2.0 * view.spread * in.size;
        if in.kind == HALO {
            inside += clamp(0.11 * in.size, 0.8 * view.point, 3.0 * view.point);
        } else {
            // Small letters would look thin.
            inside += 0.22 * clamp(1.6 - in.size / (14.0 * view.point), 0.0, 1.0);
        }
        cover = clamp(inside + 0.5, 0.0, 1.0);
    }
    return output(vec4<f32>(in.colour.rgb, in.colour.a * cover));
}

// ---------------------------------------------------------------- far away

@group(1) @binding(0) var ground: texture_2d<f32>;
@group(1) @binding(1) var marks: texture_2d<u32>;
@group(1) @binding(2) var inks: texture_2d<f32>;
@group(1) @binding(3) var ground_sampler: sampler;

const PITCH: f32 = 0.8660254;

struct FarOut {
    @builtin(position) position: vec4<f32>,
    // How far hexes stand out, and how many points of a pixel are looked at each way. They come
    // from here, since software drivers make a shader anew for each value of a uniform that
    // branches depend on.
    @location(0) @interpolate(flat) blend: f32,
    @location(1) @interpolate(flat) each_way: i32,
};

@vertex
fn far_vertex(@builtin(vertex_index) index: u32) -> FarOut {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    var out: FarOut;
    out.position = vec4<f32>(corner * 2.0 - 1.0, 0.0, 1.0);
    out.blend = clamp((view.scale - 1.2) / 1.6, 0.0, 1.0);
    // The levels are means already.
    out.each_way = select(i32(view.corner.z), 1, out.blend <= 0.0);
    return out;
}

struct Place {
    hex: vec2<i32>,
    // From the middle of the hex.
    off: vec2<f32>,
};

// The hex that a point of the plane lies in.
fn hex_at(point: vec2<f32>) -> Place {
    let straight = view.flat_topped != 0u;
    let p = select(point.yx, point, straight);
    // Of the nearest two lines of hexes, the one whose hex is nearer.
    let line = p.x / PITCH;
    let below = floor(line);
    var best: Place;
    var least = 1e9;
    for (var i = 0; i < 2; i++) {
        let column = below + f32(i);
        let odd = i32(column) & 1;
        let push = select(0.0, 0.5, odd == view.pushed_parity);
        let row = round(p.y - push);
        let off = p - vec2<f32>(column * PITCH, row + push);
        let away = dot(off, off);
        if away < least {
            least = away;
            best.hex = select(vec2<i32>(i32(row), i32(column)), vec2<i32>(i32(column), i32(row)), straight);
            best.off = select(off.yx, off, straight);
        }
    }
    return best;
}

fn way(direction: u32) -> vec2<f32> {
    // Clockwise; the first points north, or north-east on a grid that stands on its corners.
    let turn = select(-1.0471976, -1.5707963, view.flat_topped != 0u);
    let angle = turn + 1.0471976 * f32(direction);
    return vec2<f32>(cos(angle), sin(angle));
}

fn over(under: vec4<f32>, ink: vec3<f32>, share: f32) -> vec4<f32> {
    let opacity = share + under.a * (1.0 - share);
    if opacity <= 0.0 {
        return vec4<f32>(0.0);
    }
    let rgb = (ink * share + under.rgb * under.a * (1.0 - share)) / opacity;
    return vec4<f32>(rgb, opacity);
}

fn ink(number: u32) -> vec3<f32> {
    return textureLoad(inks, vec2<i32>(i32(number), 0), 0).rgb;
}

// A pen of some width in hexes: at least as wide as can be seen, but fainter.
fn pen(distance: f32, half: f32) -> f32 {
    let wide = half * view.scale;
    let seen = max(wide, 0.55);
    return clamp(seen - distance * view.scale + 0.5, 0.0, 1.0) * min(1.0, 0.35 + wide / seen);
}

fn near_cell(point: vec2<f32>) -> vec4<f32> {
    let place = hex_at(point);
    let hex = place.hex;
    if hex.x < 0 || hex.y < 0 || hex.x >= view.columns || hex.y >= view.rows {
        return vec4<f32>(0.0);
    }
    let texel = textureLoad(ground, hex, 0);
    var colour = vec4<f32>(texel.rgb, opacity_of(0u));
    colour = over(colour, view.hill.rgb, texel.a * opacity_of(2u));
    let mark = textureLoad(marks, hex, 0);
    if mark.a != 0u {
        let zone = (mark.a >> 2u) & 63u;
        if zone != 0u {
            colour = over(colour, ink(zone), 0.14 * opacity_of(13u));
        }
    }
    if ((mark.r | mark.g | mark.b) & 63u) != 0u {
        for (var i = 0u; i < 6u; i++) {
            let along = dot(place.off, way(i));
            if (mark.r & (1u << i)) != 0u {
                let share = pen(max(0.5 - along, 0.0), 0.055) * opacity_of(7u);
                colour = over(colour, ink(mark.r >> 8u), share);
            }
        }
        for (var i = 0u; i < 6u; i++) {
            let to = way(i);
            let along = dot(place.off, to);
            if (mark.g & (1u << i)) != 0u {
                let off = place.off - to * clamp(along, 0.0, 0.5);
                let share = pen(length(off), 0.04) * opacity_of(9u);
                colour = over(colour, ink(mark.g >> 8u), share);
            }
        }
    }
    let size = mark.a & 3u;
    if size != 0u {
        let radius = 0.16 + 0.07 * f32(size);
        let share = pen(max(length(place.off) - radius, 0.0), 0.02) * opacity_of(11u);
        colour = over(colour, ink(mark.a >> 8u), share);
    }
    if (mark.b & 63u) != 0u {
        for (var i = 0u; i < 6u; i++) {
            if (mark.b & (1u << i)) != 0u {
                let along = dot(place.off, way(i));
                let share = pen(max(0.5 - along, 0.0), 0.045) * opacity_of(12u);
                colour = over(colour, ink(mark.b >> 8u), share);
            }
        }
    }
    return colour;
}

// Hexes smaller than pixels: the levels hold the means of ever more of them.
fn far_cells(point: vec2<f32>) -> vec4<f32> {
    let place = hex_at(point);
    let hex = place.hex;
    if hex.x < 0 || hex.y < 0 || hex.x >= view.columns || hex.y >= view.rows {
        return vec4<f32>(0.0);
    }
    let pitch = select(vec2<f32>(1.0, PITCH), vec2<f32>(PITCH, 1.0), view.flat_topped != 0u);
    let size = vec2<f32>(f32(view.columns), f32(view.rows));
    let place_in_texture = (point / pitch + 0.5) / size;
    let level = max(log2(1.25 / view.scale) + 0.5, 1.0);
    let texel = textureSampleLevel(ground, ground_sampler, place_in_texture, level);
    return vec4<f32>(texel.rgb, opacity_of(0u));
}

@fragment
fn far_fragment(in: FarOut) -> @location(0) vec4<f32> {
    // The position counts from the corner of the target, the view from its own.
    let pixel = in.position.xy - view.corner.xy;
    var sum = vec4<f32>(0.0);
    let blend = in.blend;
    let each_way = in.each_way;
    let count = each_way * each_way;
    for (var i = 0; i < count; i++) {
        let at = (vec2<f32>(f32(i % each_way), f32(i / each_way)) + 0.5) / f32(each_way) - 0.5;
        let point = (pixel + at - view.size * 0.5) / view.scale + view.centre;
        var colour = vec4<f32>(0.0);
        if blend > 0.0 {
            colour = near_cell(point);
        }
        if blend < 1.0 {
            colour = mix(far_cells(point), colour, blend);
        }
        sum += vec4<f32>(colour.rgb * colour.a, colour.a);
    }
    sum = sum / f32(count);
    if sum.a <= 0.0 {
        discard;
    }
    return output(vec4<f32>(sum.rgb / sum.a, sum.a));
}

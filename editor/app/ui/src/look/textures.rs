//! Pictures of counters on the graphics card: each in the sizes that show, as many as fit into a
//! bounded memory, those that were not seen for longest given up first.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use egui::{ColorImage, Context, Id, TextureHandle, TextureOptions};
use salient_schema::Picture;

/// Bytes of all textures that are kept.
const MOST_BYTES: usize = 128 << 20;

/// What is kept, in the window's memory.
#[derive(Default)]
struct Kept {
    /// By the picture's key and the width of the size.
    textures: BTreeMap<(u128, u32), (TextureHandle, u64)>,
    bytes: usize,
    clock: u64,
}

/// The texture of a picture that is to be shown so many pixels wide.
pub fn texture(ctx: &Context, picture: &Picture, width: f32) -> Option<TextureHandle> {
    let level = picture.level(width)?;
    let [wide, high] = level.size.map(|length| length as usize);
    let kept = ctx.data_mut(|data| {
        let id = Id::unique("textures of pictures");
        Arc::clone(data.get_temp_mut_or_default::<Arc<Mutex<Kept>>>(id))
    });
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    kept.clock += 1;
    let clock = kept.clock;
    let key = (picture.key(), level.size[0]);
    if let Some((texture, used)) = kept.textures.get_mut(&key) {
        *used = clock;
        return Some(texture.clone());
    }
    let image = ColorImage::from_rgba_premultiplied([wide, high], &level.pixels);
    let texture = ctx.load_texture("picture of a counter", image, TextureOptions::LINEAR);
    kept.bytes += level.pixels.len();
    kept.textures.insert(key, (texture.clone(), clock));
    if kept.bytes > MOST_BYTES {
        kept.give_up();
    }
    Some(texture)
}

impl Kept {
    /// Gives up the half that was not seen for longest.
    fn give_up(&mut self) {
        let mut used: Vec<u64> = self.textures.values().map(|(_, used)| *used).collect();
        used.sort_unstable();
        let middle = used.get(used.len() / 2).copied().unwrap_or_default();
        self.textures.retain(|_, (_, used)| *used >= middle);
        let bytes = self.textures.values().map(|(texture, _)| {
            let [wide, high] = texture.size();
            wide * high * 4
        });
        self.bytes = bytes.sum();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn a_picture_is_one_texture_a_size() {
        let mut bytes = Cursor::new(Vec::new());
        let picture = image::RgbaImage::from_pixel(100, 100, image::Rgba([200, 10, 10, 255]));
        picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        let picture = Picture::read(bytes.into_inner()).unwrap();
        let ctx = Context::default();
        let large = texture(&ctx, &picture, 90.0).unwrap();
        assert_eq!(large.size(), [100, 100]);
        assert_eq!(texture(&ctx, &picture, 60.0).unwrap().id(), large.id());
        let small = texture(&ctx, &picture, 40.0).unwrap();
        assert_eq!(small.size(), [50, 50]);
        assert_ne!(small.id(), large.id());
    }
}

//! Draws as a window does, and takes the time of each part.

use std::sync::{Arc, Mutex};

use eframe::egui_wgpu::{RenderState, RendererOptions, ScreenDescriptor, wgpu};
use egui::TexturesDelta;
use egui_kittest::TestRenderer;

/// Milliseconds on the processor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    pub screens: f64,
    pub tessellation: f64,
    pub upload: f64,
    pub drawing: f64,
}

impl Cost {
    pub fn total(&self) -> f64 {
        self.screens + self.tessellation + self.upload + self.drawing
    }
}

/// What the last frame cost.
#[derive(Clone, Debug, Default)]
pub struct Costs(Arc<Mutex<Cost>>);

impl Costs {
    pub fn last(&self) -> Cost {
        *self.0.lock().unwrap()
    }
}

/// How long this thread is on a processor meanwhile, in milliseconds.
pub fn on_processor<T>(run: impl FnOnce() -> T) -> f64 {
    let before = nanoseconds();
    run();
    (nanoseconds() - before) as f64 / 1e6
}

/// How long this thread has been on a processor, in milliseconds.
pub fn on_processor_until_now() -> f64 {
    nanoseconds() as f64 / 1e6
}

fn nanoseconds() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

pub struct Timed {
    state: RenderState,
    target: Option<wgpu::Texture>,
    costs: Costs,
}

impl Timed {
    pub fn new(costs: Costs) -> Self {
        let mut setup = egui_kittest::wgpu::default_wgpu_setup();
        // As the window does.
        salient_ui::ask_little(&mut setup);
        let state = egui_kittest::wgpu::create_render_state(setup, RendererOptions::default());
        Self { state, target: None, costs }
    }
}

impl TestRenderer for Timed {
    fn setup_eframe(&self, cc: &mut eframe::CreationContext<'_>, frame: &mut eframe::Frame) {
        cc.wgpu_render_state = Some(self.state.clone());
        frame.wgpu_render_state = Some(self.state.clone());
    }

    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut renderer = self.state.renderer.write();
        for (id, images) in delta.set.drain() {
            for image in images {
                renderer.update_texture(&self.state.device, &self.state.queue, id, &image);
            }
        }
        for id in delta.free.drain() {
            renderer.free_texture(&id);
        }
    }

    fn render(
        &mut self,
        ctx: &egui::Context,
        output: &egui::FullOutput,
    ) -> Result<image::RgbaImage, String> {
        let RenderState { device, queue, target_format, .. } = &self.state;
        let size = ctx.content_rect().size() * ctx.pixels_per_point();
        let screen = ScreenDescriptor {
            pixels_per_point: ctx.pixels_per_point(),
            size_in_pixels: [size.x.round() as u32, size.y.round() as u32],
        };
        let [width, height] = screen.size_in_pixels;
        let target = self.target.get_or_insert_with(|| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: *target_format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
                view_formats: &[],
            })
        });
        let view = target.create_view(&Default::default());
        let shapes = output.shapes.clone();
        let mut cost = Cost::default();
        let mut jobs = Vec::new();
        cost.tessellation = on_processor(|| jobs = ctx.tessellate(shapes, ctx.pixels_per_point()));
        let mut renderer = self.state.renderer.write();
        let mut encoder = device.create_command_encoder(&Default::default());
        let mut commands = Vec::new();
        cost.upload = on_processor(|| {
            commands = renderer.update_buffers(device, queue, &mut encoder, &jobs, &screen);
        });
        cost.drawing = on_processor(|| {
            let attachment = wgpu::RenderPassColorAttachment {
                view: &view,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
                depth_slice: None,
            };
            let mut pass = encoder
                .begin_render_pass(&wgpu::RenderPassDescriptor {
                    color_attachments: &[Some(attachment)],
                    ..Default::default()
                })
                .forget_lifetime();
            renderer.render(&mut pass, &jobs, &screen);
            drop(pass);
            queue.submit(commands.drain(..).chain([encoder.finish()]));
        });
        *self.costs.0.lock().unwrap() = cost;
        let wait = wgpu::PollType::Wait { submission_index: None, timeout: None };
        device.poll(wait).map_err(|error| error.to_string())?;
        Ok(image::RgbaImage::new(1, 1))
    }
}

//! What of the map lies on the graphics card, and how it is drawn from there.
//!
//! A frame says what is to be drawn and from where ([`Drawing`]); whatever is not on the card
//! yet is brought there before the frame is painted, and stays. Moving and zooming the map
//! changes a few numbers only.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use eframe::egui_wgpu::{self, CallbackTrait, RenderState, ScreenDescriptor, WgpuSetup, wgpu};
use egui::{PaintCallback, PaintCallbackInfo, Rect};
use salient_art::{ChunkMesh, FarPatch, FarTexture, Layer, glyphs, mesh};
use wgpu::util::DeviceExt as _;

use super::camera::Camera;

/// The bytes of the shader's `View`.
const VIEW_SIZE: usize = 160;
/// The smallest lettering that is drawn, in points.
const SMALLEST_WORD: f32 = 4.5;
/// Names smaller than this are written by the screen, in points.
pub const SMALLEST_NAME: f32 = 10.0;

/// Makes the card ready, once a window.
pub fn install(state: &RenderState) {
    let mut renderer = state.renderer.write();
    if renderer.callback_resources.contains::<Pipelines>() {
        return;
    }
    let pipelines = Pipelines::new(&state.device, state.target_format);
    renderer.callback_resources.insert(pipelines);
}

/// Asks the card for memory in small blocks: a map is no game, and drivers that have no memory
/// of their own take it from the program's.
pub fn ask_little(setup: &mut WgpuSetup) {
    let WgpuSetup::CreateNew(setup) = setup else { return };
    let usual = setup.device_descriptor.clone();
    setup.device_descriptor = Arc::new(move |adapter| wgpu::DeviceDescriptor {
        memory_hints: wgpu::MemoryHints::MemoryUsage,
        ..usual(adapter)
    });
}

/// Triangles on their way to the card, or there.
#[derive(Debug)]
pub struct GpuMesh {
    /// Vertices and indices.
    waiting: Mutex<Option<[Vec<u8>; 2]>>,
    there: OnceLock<[wgpu::Buffer; 2]>,
    ends: [u32; Layer::ALL.len()],
    /// How large it is.
    pub bytes: usize,
}

impl GpuMesh {
    /// Triangles for the card, with where the indices of each layer end.
    pub fn new(mesh: mesh::Mesh, ends: [u32; Layer::ALL.len()]) -> Self {
        let indices: Vec<u8> = mesh.indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let mut vertices = mesh.vertices;
        let bytes = vertices.len() + indices.len();
        // It grew with room to spare, and may wait for its frame.
        vertices.shrink_to_fit();
        let waiting = Mutex::new(Some([vertices, indices]));
        Self { waiting, there: OnceLock::new(), ends, bytes }
    }

    fn upload(&self, device: &wgpu::Device) {
        let Some([vertices, indices]) =
            self.waiting.lock().unwrap_or_else(PoisonError::into_inner).take()
        else {
            return;
        };
        if indices.is_empty() {
            return;
        }
        let buffer = |contents: &[u8], usage| {
            let label = Some("map chunk");
            device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label, contents, usage })
        };
        // Nobody else sets it: the mesh was taken once.
        let _ = self.there.set([
            buffer(&vertices, wgpu::BufferUsages::VERTEX),
            buffer(&indices, wgpu::BufferUsages::INDEX),
        ]);
    }

    fn range(&self, layer: Layer) -> std::ops::Range<u32> {
        ChunkMesh::range_of(&self.ends, layer)
    }
}

/// The textures of the map from far away, on their way to the card, or there.
#[derive(Debug)]
pub struct GpuFar {
    size: [u32; 2],
    levels: u32,
    waiting: Mutex<Vec<FarPatch>>,
    there: OnceLock<FarTextures>,
}

#[derive(Debug)]
struct FarTextures {
    terrain: wgpu::Texture,
    marks: wgpu::Texture,
    inks: wgpu::Texture,
    group: wgpu::BindGroup,
}

impl GpuFar {
    /// A map of so many columns and rows, with so many levels.
    pub fn new(size: [u32; 2], levels: u32, patches: Vec<FarPatch>) -> Self {
        Self { size, levels, waiting: Mutex::new(patches), there: OnceLock::new() }
    }

    /// Changes parts of it.
    pub fn change(&self, patches: Vec<FarPatch>) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).extend(patches);
    }

    fn upload(&self, device: &wgpu::Device, queue: &wgpu::Queue, pipelines: &Pipelines) {
        let most = device.limits().max_texture_dimension_2d;
        if self.size.iter().any(|&edge| edge == 0 || edge > most) {
            return;
        }
        let textures = self.there.get_or_init(|| FarTextures::new(self, device, pipelines));
        let patches =
            std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        for patch in patches {
            let (texture, level, bytes) = match patch.texture {
                FarTexture::Terrain { level } => (&textures.terrain, level, 4),
                FarTexture::Marks => (&textures.marks, 0, 8),
                FarTexture::Inks => (&textures.inks, 0, 4),
            };
            write(queue, texture, level, &patch, bytes);
        }
    }
}

fn write(queue: &wgpu::Queue, texture: &wgpu::Texture, level: u32, patch: &FarPatch, bytes: u32) {
    let [x, y] = patch.at;
    let [width, height] = patch.size;
    queue.write_texture(
        wgpu::TexelCopyTextureInfo {
            texture,
            mip_level: level,
            origin: wgpu::Origin3d { x, y, z: 0 },
            aspect: wgpu::TextureAspect::All,
        },
        &patch.bytes,
        wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(bytes * width),
            rows_per_image: Some(height),
        },
        wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
    );
}

fn texture(
    device: &wgpu::Device,
    [width, height]: [u32; 2],
    levels: u32,
    format: wgpu::TextureFormat,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("map"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

impl FarTextures {
    fn new(far: &GpuFar, device: &wgpu::Device, pipelines: &Pipelines) -> Self {
        let colours = wgpu::TextureFormat::Rgba8Unorm;
        let terrain = texture(device, far.size, far.levels, colours);
        let marks = texture(device, far.size, 1, wgpu::TextureFormat::Rgba16Uint);
        let inks = texture(device, [256, 1], 1, colours);
        let views =
            [&terrain, &marks, &inks].map(|texture| texture.create_view(&Default::default()));
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("map from far away"),
            layout: &pipelines.far_layout,
            entries: &[
                entry(0, wgpu::BindingResource::TextureView(&views[0])),
                entry(1, wgpu::BindingResource::TextureView(&views[1])),
                entry(2, wgpu::BindingResource::TextureView(&views[2])),
                entry(3, wgpu::BindingResource::Sampler(&pipelines.sampler)),
            ],
        });
        Self { terrain, marks, inks, group }
    }
}

fn entry(binding: u32, resource: wgpu::BindingResource<'_>) -> wgpu::BindGroupEntry<'_> {
    wgpu::BindGroupEntry { binding, resource }
}

/// A view's place on the card, kept from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct GpuView(Arc<OnceLock<(wgpu::Buffer, wgpu::BindGroup)>>);

/// The grid as the shader needs it.
#[derive(Clone, Copy, Debug, Default)]
pub struct GridShape {
    /// Columns and rows.
    pub size: [u32; 2],
    /// Whether hexes have a side on top.
    pub flat: bool,
    /// 1 where odd lines are pushed, 0 where even ones are.
    pub pushed_parity: u32,
    /// The colour of high terrain.
    pub hill: [u8; 4],
}

/// What a frame draws of a map.
#[derive(Debug)]
pub struct Drawing {
    /// Where it lies on the card.
    pub view: GpuView,
    /// Where it is seen from, and in which part of the window.
    pub camera: Camera,
    /// The part of the window, in points.
    pub rect: Rect,
    /// The grid.
    pub grid: GridShape,
    /// The map from far away, to lie under everything.
    pub far: Option<Arc<GpuFar>>,
    /// Whether the meshes leave nothing of that to be seen.
    pub is_covered: bool,
    /// Meshes.
    pub meshes: Vec<Arc<GpuMesh>>,
    /// The layers of the meshes to draw, in order.
    pub layers: Vec<Layer>,
    /// How strongly each layer is drawn, by its place in [`Layer::ALL`].
    pub opacity: [f32; Layer::ALL.len()],
}

impl Drawing {
    /// As a shape for a painter.
    pub fn shape(self) -> PaintCallback {
        egui_wgpu::Callback::new_paint_callback(self.rect, self)
    }

    fn uniform(&self, pixels_per_point: f32, screen: [u32; 2], linear: bool) -> [u8; VIEW_SIZE] {
        let pixels =
            egui::epaint::ViewportInPixels::from_points(&self.rect, pixels_per_point, screen);
        let size = [pixels.width_px as f32, pixels.height_px as f32];
        let corner = [pixels.left_px as f32, pixels.top_px as f32];
        // The view is rounded to whole pixels; the plane is not to move with that.
        let middle = self.rect.center() * pixels_per_point;
        let scale = self.camera.scale * pixels_per_point;
        let shift = [corner[0] + size[0] / 2.0 - middle.x, corner[1] + size[1] / 2.0 - middle.y];
        let centre =
            [self.camera.centre.x + shift[0] / scale, self.camera.centre.y + shift[1] / scale];
        let mut words: Vec<u8> = Vec::with_capacity(VIEW_SIZE);
        let floats = |words: &mut Vec<u8>, values: &[f32]| {
            words.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        };
        floats(&mut words, &centre);
        floats(&mut words, &size);
        let name = SMALLEST_NAME * pixels_per_point;
        floats(&mut words, &[scale, pixels_per_point, name, SMALLEST_WORD * pixels_per_point]);
        let [columns, rows] = self.grid.size;
        let flags = [columns, rows, u32::from(self.grid.flat), self.grid.pushed_parity];
        words.extend(flags.iter().flat_map(|value| value.to_le_bytes()));
        words.extend(u32::from(linear).to_le_bytes());
        floats(&mut words, &[glyphs::SPREAD / glyphs::RESOLUTION]);
        floats(&mut words, &glyphs::SIZE.map(|edge| edge as f32));
        floats(&mut words, &self.grid.hill.map(|channel| f32::from(channel) / 255.0));
        // Under meshes that hide it, one point of a pixel tells enough.
        let each_way = if self.is_covered { 1.0 } else { 2.0 };
        floats(&mut words, &[corner[0], corner[1], each_way, 0.0]);
        floats(&mut words, &self.opacity);
        let mut bytes = [0; VIEW_SIZE];
        for (byte, word) in bytes.iter_mut().zip(words) {
            *byte = word;
        }
        bytes
    }
}

impl CallbackTrait for Drawing {
    fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        screen: &ScreenDescriptor,
        _encoder: &mut wgpu::CommandEncoder,
        resources: &mut egui_wgpu::CallbackResources,
    ) -> Vec<wgpu::CommandBuffer> {
        let Some(pipelines) = resources.get_mut::<Pipelines>() else { return Vec::new() };
        for mesh in &self.meshes {
            mesh.upload(device);
        }
        // After the meshes, whose letters may be new.
        pipelines.atlas.upload(queue);
        if let Some(far) = &self.far {
            far.upload(device, queue, pipelines);
        }
        let uniform =
            self.uniform(screen.pixels_per_point, screen.size_in_pixels, pipelines.linear);
        let (buffer, _) = self.view.0.get_or_init(|| pipelines.view(device));
        queue.write_buffer(buffer, 0, &uniform);
        Vec::new()
    }

    fn paint(
        &self,
        _info: PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        resources: &egui_wgpu::CallbackResources,
    ) {
        let (Some(pipelines), Some((_, view))) = (resources.get::<Pipelines>(), self.view.0.get())
        else {
            return;
        };
        pass.set_bind_group(0, view, &[]);
        if let Some(textures) = self.far.as_ref().and_then(|far| far.there.get()) {
            pass.set_pipeline(&pipelines.far);
            pass.set_bind_group(1, &textures.group, &[]);
            pass.draw(0..3, 0..1);
        }
        if self.meshes.is_empty() {
            return;
        }
        pass.set_pipeline(&pipelines.mesh);
        pass.set_bind_group(1, &pipelines.atlas.group, &[]);
        for &layer in &self.layers {
            for mesh in &self.meshes {
                let range = mesh.range(layer);
                if range.is_empty() {
                    continue;
                }
                let Some([vertices, indices]) = mesh.there.get() else { continue };
                pass.set_vertex_buffer(0, vertices.slice(..));
                pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
                // The number of the instance tells the shader which layer it is.
                let number = layer as u32;
                pass.draw_indexed(range, 0, number..number + 1);
            }
        }
    }
}

/// The shaders and what they share.
struct Pipelines {
    view_layout: wgpu::BindGroupLayout,
    far_layout: wgpu::BindGroupLayout,
    mesh: wgpu::RenderPipeline,
    far: wgpu::RenderPipeline,
    sampler: wgpu::Sampler,
    atlas: Atlas,
    linear: bool,
}

struct Atlas {
    texture: wgpu::Texture,
    group: wgpu::BindGroup,
    known: usize,
}

impl Atlas {
    fn upload(&mut self, queue: &wgpu::Queue) {
        for patch in glyphs::patches_after(self.known) {
            self.known += 1;
            let patch = FarPatch {
                texture: FarTexture::Inks,
                at: patch.at,
                size: patch.size,
                bytes: patch.texels,
            };
            write(queue, &self.texture, 0, &patch, 1);
        }
    }
}

impl Pipelines {
    fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Self {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("map"),
            source: wgpu::ShaderSource::Wgsl(include_str!("map.wgsl").into()),
        });
        let layout = |entries: &[wgpu::BindGroupLayoutEntry]| {
            let label = Some("map");
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries })
        };
        let visible = |binding, visibility, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility,
            ty,
            count: None,
        };
        let image = |binding, sample_type| {
            let view_dimension = wgpu::TextureViewDimension::D2;
            let ty =
                wgpu::BindingType::Texture { sample_type, view_dimension, multisampled: false };
            visible(binding, wgpu::ShaderStages::FRAGMENT, ty)
        };
        let smooth = wgpu::TextureSampleType::Float { filterable: true };
        let filtering = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
        let view_layout = layout(&[visible(
            0,
            wgpu::ShaderStages::VERTEX_FRAGMENT,
            wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: false,
                min_binding_size: None,
            },
        )]);
        let far_layout = layout(&[
            image(0, smooth),
            image(1, wgpu::TextureSampleType::Uint),
            image(2, smooth),
            visible(3, wgpu::ShaderStages::FRAGMENT, filtering),
        ]);
        let atlas_layout =
            layout(&[image(0, smooth), visible(1, wgpu::ShaderStages::FRAGMENT, filtering)]);
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("map"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            ..Default::default()
        });
        let texture = texture(device, glyphs::SIZE, 1, wgpu::TextureFormat::R8Unorm);
        let view = texture.create_view(&Default::default());
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("letters"),
            layout: &atlas_layout,
            entries: &[
                entry(0, wgpu::BindingResource::TextureView(&view)),
                entry(1, wgpu::BindingResource::Sampler(&sampler)),
            ],
        });
        let atlas = Atlas { texture, group, known: 0 };
        let pipeline = |name: &str,
                        second: &wgpu::BindGroupLayout,
                        buffers: &[Option<wgpu::VertexBufferLayout<'_>>]| {
            let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(name),
                bind_group_layouts: &[Some(&view_layout), Some(second)],
                immediate_size: 0,
            });
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some(name),
                layout: Some(&layout),
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some(&format!("{name}_vertex")),
                    buffers,
                    compilation_options: Default::default(),
                },
                primitive: wgpu::PrimitiveState::default(),
                depth_stencil: None,
                multisample: wgpu::MultisampleState::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &module,
                    entry_point: Some(&format!("{name}_fragment")),
                    targets: &[Some(wgpu::ColorTargetState {
                        format,
                        blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
                        write_mask: wgpu::ColorWrites::ALL,
                    })],
                    compilation_options: Default::default(),
                }),
                multiview_mask: None,
                cache: None,
            })
        };
        let vertices = wgpu::VertexBufferLayout {
            array_stride: mesh::VERTEX_SIZE as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &wgpu::vertex_attr_array![0 => Float32x2, 1 => Sint16x4, 2 => Unorm8x4],
        };
        let mesh = pipeline("mesh", &atlas_layout, &[Some(vertices)]);
        let far = pipeline("far", &far_layout, &[]);
        let linear = format.is_srgb();
        Self { view_layout, far_layout, mesh, far, sampler, atlas, linear }
    }

    fn view(&self, device: &wgpu::Device) -> (wgpu::Buffer, wgpu::BindGroup) {
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("map view"),
            size: VIEW_SIZE as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("map view"),
            layout: &self.view_layout,
            entries: &[entry(0, buffer.as_entire_binding())],
        });
        (buffer, group)
    }
}

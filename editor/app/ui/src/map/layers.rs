//! Which drawings belong to which layer of the document.

use salient_art::Layer;
use salient_document::layers::{LayerId, Layers};

/// The layer that a drawing belongs to; the hexgrid belongs to none.
fn layer_of(layer: Layer) -> Option<LayerId> {
    match layer {
        Layer::Terrain | Layer::Stains | Layer::Relief | Layer::Shadows | Layer::Marks => {
            Some(LayerId::Terrain)
        }
        Layer::Elevation => Some(LayerId::Elevation),
        Layer::Grid => None,
        Layer::HexsideCasings | Layer::Hexsides => Some(LayerId::Hexsides),
        Layer::PathCasings | Layer::Paths => Some(LayerId::Paths),
        Layer::Features | Layer::Labels => Some(LayerId::Features),
        Layer::Lines => Some(LayerId::Lines),
        Layer::Zones => Some(LayerId::Zones),
        Layer::Numbers => Some(LayerId::Numbers),
    }
}

/// How strongly each drawing shows, by its place in [`Layer::ALL`].
pub fn opacities(layers: &Layers) -> [f32; Layer::ALL.len()] {
    Layer::ALL.map(|layer| {
        layer_of(layer).map_or(1.0, |id| {
            let state = layers.get(id);
            if state.shown { state.opacity } else { 0.0 }
        })
    })
}

/// The drawings that show at all.
pub fn drawn(opacity: &[f32; Layer::ALL.len()]) -> Vec<Layer> {
    let shows = |layer: &Layer| opacity.get(*layer as usize).is_some_and(|&opacity| opacity > 0.0);
    Layer::ALL.into_iter().filter(shows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use salient_document::layers::LayerState;

    #[test]
    fn drawings_fade_with_their_layer() {
        let mut layers = Layers::default();
        layers.set(LayerId::Terrain, LayerState { shown: false, ..LayerState::default() });
        layers.set(LayerId::Numbers, LayerState { shown: false, ..LayerState::default() });
        layers.set(LayerId::Hexsides, LayerState { opacity: 0.5, ..LayerState::default() });
        let opacity = opacities(&layers);
        assert_eq!(opacity[Layer::Terrain as usize], 0.0);
        assert_eq!(opacity[Layer::Grid as usize], 1.0);
        assert_eq!(opacity[Layer::Hexsides as usize], 0.5);
        let drawn = drawn(&opacity);
        assert!(!drawn.contains(&Layer::Marks) && !drawn.contains(&Layer::Numbers));
        assert!(drawn.contains(&Layer::Features));
    }
}

//! The coordinate system that a document says its numbers are in: the member `crs` of GeoJSON before
//! RFC 7946, which QGIS and GDAL still write for all but degrees.
//!
//! The systems of the EPSG's register are known, as far as proj4rs knows their projections: what else
//! there is, QGIS and GDAL reproject to degrees.

use proj4rs::Proj;
use proj4rs::transform::transform;
use serde_json::Value;

use crate::{ImportError, tables};

/// How a document's numbers become degrees.
#[derive(Debug, Default)]
pub enum System {
    /// They are degrees already.
    #[default]
    Degrees,
    /// By a projection, undone.
    Projected {
        /// `EPSG:3857`.
        name: String,
        /// From and to.
        systems: Box<[Proj; 2]>,
    },
}

impl System {
    /// What the member `crs` says.
    ///
    /// # Errors
    /// A system that is not known, with its name.
    pub fn of(place: &str, crs: Option<&Value>) -> Result<Self, ImportError> {
        let Some(crs) = crs.filter(|crs| !crs.is_null()) else { return Ok(Self::Degrees) };
        let fault = |name: &str| ImportError {
            place: format!("{place}: crs"),
            what: format!("its coordinates are in `{}`, which is not known", tables::short(name)),
            help: "export the layer anew in EPSG:4326, in degrees".to_owned(),
        };
        let says = crs.get("properties").unwrap_or(crs);
        let code = says.get("code").and_then(Value::as_u64);
        let name = says.get("name").or_else(|| says.get("href")).and_then(Value::as_str);
        let name = match (code, name) {
            (Some(code), _) => format!("EPSG:{code}"),
            (None, Some(name)) => name.to_owned(),
            (None, None) => return Err(fault(&crs.to_string())),
        };
        let last = name.rsplit(':').next().unwrap_or_default();
        if ["CRS84", "CRS84h"].contains(&last) {
            return Ok(Self::Degrees);
        }
        let is_epsg = name.to_ascii_uppercase().contains("EPSG");
        let code: u32 = last.parse().ok().filter(|_| is_epsg).ok_or_else(|| fault(&name))?;
        let name = format!("EPSG:{code}");
        if [4326, 4258, 4979, 4937].contains(&code) {
            return Ok(Self::Degrees);
        }
        let words = words_of(code).ok_or_else(|| fault(&name))?;
        let from = Proj::from_proj_string(words).map_err(|_| fault(&name))?;
        let to = "+proj=longlat +datum=WGS84 +no_defs";
        let to = Proj::from_proj_string(to).map_err(|_| fault(&name))?;
        Ok(Self::Projected { name, systems: Box::new([from, to]) })
    }

    /// A place in degrees; none where it lies nowhere on the earth.
    pub fn degrees(&self, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        let Self::Projected { systems, .. } = self else { return Some([x, y]) };
        let [from, to] = systems.as_ref();
        let turned = |part: f64| if from.is_latlong() { part.to_radians() } else { part };
        let mut point = (turned(x), turned(y), 0.0);
        transform(from, to, &mut point).ok()?;
        let degrees = [point.0.to_degrees(), point.1.to_degrees()];
        degrees.iter().all(|part| part.is_finite()).then_some(degrees)
    }
}

/// A system in the words of PROJ, by its number in the EPSG's register.
fn words_of(code: u32) -> Option<&'static str> {
    // What the register's number is called elsewhere, and was before it had one.
    let code = if [3785, 900_913].contains(&code) { 3857 } else { code };
    crs_definitions::from_code(u16::try_from(code).ok()?).map(|definition| definition.proj4)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn near(code: u32, [x, y]: [f64; 2], [longitude, latitude]: [f64; 2], most: f64) {
        let crs = json!({"type": "name", "properties": {"name": format!("urn:ogc:def:crs:EPSG::{code}")}});
        let system = System::of("a", Some(&crs)).unwrap();
        let [east, north] = system.degrees([x, y]).unwrap();
        let off = (east - longitude).abs().max((north - latitude).abs());
        assert!(off < most, "{code}: {east}, {north}, {off} off");
    }

    /// Amiens cathedral and others, reckoned by PROJ 9.
    #[test]
    fn places_are_where_proj_has_them() {
        near(3857, [256268.600, 6428042.387], [2.3021, 49.8946], 1e-7);
        near(3395, [256268.600, 6395341.883], [2.3021, 49.8946], 1e-7);
        near(32631, [449874.495, 5527145.458], [2.3021, 49.8946], 1e-7);
        near(32733, [453424.016, 6320886.047], [14.5, -33.25], 1e-7);
        near(25832, [536935.869, 5371996.282], [9.5, 48.5], 1e-7);
        near(3035, [3768982.764, 3004768.845], [2.3021, 49.8946], 1e-7);
        near(3034, [3466795.938, 2601617.360], [2.3021, 49.8946], 1e-7);
        near(2154, [649813.783, 6977543.084], [2.3021, 49.8946], 1e-7);
        near(27572, [597525.601, 2544246.216], [2.3021, 49.8946], 3e-4);
        near(31370, [45557.664, 172242.382], [2.8855, 50.8512], 3e-4);
        near(3812, [545557.917, 672230.329], [2.8855, 50.8512], 1e-7);
        near(31467, [3537026.624, 5373706.100], [9.5, 48.5], 3e-4);
        near(27700, [630238.877, 158601.241], [1.3, 51.28], 3e-4);
        near(28992, [190230.313, 443634.975], [5.9, 51.98], 3e-4);
        near(2056, [2600865.385, 1199879.681], [7.45, 46.95], 3e-4);
        near(21781, [600865.385, 199879.681], [7.45, 46.95], 3e-4);
        near(23031, [449821.313, 5527955.839], [2.3, 49.9], 3e-4);
        near(2193, [1748813.839, 5427648.312], [174.7772, -41.2889], 1e-7);
        near(4275, [2.2945, 48.8584], [2.293775, 48.858330], 3e-5);
    }

    #[test]
    fn systems_are_known_by_all_their_names() {
        let named = |name: &str| json!({"type": "name", "properties": {"name": name}});
        for degrees in ["urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326", "urn:ogc:def:crs:EPSG::4258"]
        {
            let system = System::of("a", Some(&named(degrees))).unwrap();
            assert_eq!(system.degrees([2.5, 49.0]), Some([2.5, 49.0]), "{degrees}");
        }
        let old = json!({"type": "EPSG", "properties": {"code": 3857}});
        assert!(matches!(System::of("a", Some(&old)), Ok(System::Projected { .. })));
        assert!(matches!(System::of("a", Some(&Value::Null)), Ok(System::Degrees)));
        for unknown in ["EPSG:1", "urn:ogc:def:crs:EPSG::9999999999999", "local"] {
            let error = System::of("a.geojson", Some(&named(unknown))).unwrap_err();
            let says = error.to_string();
            let last = unknown.rsplit(':').next().unwrap();
            assert!(says.contains(last) && says.contains("a.geojson: crs"), "{says}");
        }
        // Most of the register: what proj4rs does not know is refused by its name.
        let registered = || (1024..=u32::from(u16::MAX)).filter(|code| words_of(*code).is_some());
        let known = registered().filter(|code| {
            let crs = named(&format!("EPSG:{code}"));
            System::of("a", Some(&crs)).is_ok_and(|system| {
                // Whatever it makes of a place, it comes back.
                let _ = system.degrees([500_000.0, 5_000_000.0]);
                true
            })
        });
        let (known, all) = (known.count(), registered().count());
        assert!(all > 5_000 && known * 100 > all * 95, "{known} of {all}");
    }
}

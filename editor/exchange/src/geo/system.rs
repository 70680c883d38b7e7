//! The coordinate system that a document says its numbers are in: the member `crs` of GeoJSON before
//! RFC 7946, which QGIS and GDAL still write for all but degrees.
//!
//! The common systems of maps of Europe are known, and those that cover the world: what else there
//! is, QGIS and GDAL reproject to degrees.

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
        let from = Proj::from_proj_string(&words).map_err(|_| fault(&name))?;
        let to = "+proj=longlat +datum=WGS84 +no_defs";
        let to = Proj::from_proj_string(to).map_err(|_| fault(&name))?;
        Ok(Self::Projected { name, systems: Box::new([from, to]) })
    }

    /// A place in degrees; none where it lies nowhere on the earth.
    pub fn degrees(&self, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        let Self::Projected { systems, .. } = self else { return Some([x, y]) };
        let [from, to] = systems.as_ref();
        let mut point = (x, y, 0.0);
        transform(from, to, &mut point).ok()?;
        let degrees = [point.0.to_degrees(), point.1.to_degrees()];
        degrees.iter().all(|part| part.is_finite()).then_some(degrees)
    }
}

/// A system in the words of PROJ, by its number in the EPSG's register.
fn words_of(code: u32) -> Option<String> {
    let grs = "+ellps=GRS80 +towgs84=0,0,0,0,0,0,0";
    let bessel = "+ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7";
    let words = match code {
        // The world: Mercator's, and the sixty zones of UTM.
        3857 | 3785 | 900_913 => {
            "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +nadgrids=@null"
                .to_owned()
        }
        3395 => "+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84".to_owned(),
        32_601..=32_660 => format!("+proj=utm +zone={} +datum=WGS84", code - 32_600),
        32_701..=32_760 => format!("+proj=utm +zone={} +south +datum=WGS84", code - 32_700),
        // Europe.
        25_828..=25_838 => format!("+proj=utm +zone={} {grs}", code - 25_800),
        23_028..=23_038 => {
            format!("+proj=utm +zone={} +ellps=intl +towgs84=-87,-98,-121,0,0,0,0", code - 23_000)
        }
        3034 => format!(
            "+proj=lcc +lat_0=52 +lon_0=10 +lat_1=35 +lat_2=65 +x_0=4000000 +y_0=2800000 {grs}"
        ),
        3035 => format!("+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 {grs}"),
        // France.
        2154 => format!(
            "+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 {grs}"
        ),
        27_572 => "+proj=lcc +lat_1=46.8 +lat_0=46.8 +lon_0=0 +k_0=0.99987742 +x_0=600000 \
                   +y_0=2200000 +a=6378249.2 +b=6356515 +towgs84=-168,-60,320,0,0,0,0 +pm=paris"
            .to_owned(),
        // Belgium.
        31_370 => "+proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 \
                   +lat_2=49.8333339 +x_0=150000.013 +y_0=5400088.438 +ellps=intl \
                   +towgs84=-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747"
            .to_owned(),
        3812 => format!(
            "+proj=lcc +lat_0=50.797815 +lon_0=4.35921583333333 +lat_1=49.8333333333333 \
             +lat_2=51.1666666666667 +x_0=649328 +y_0=665262 {grs}"
        ),
        // Germany: Gauß and Krüger's strips.
        31_466..=31_469 => {
            let strip = code - 31_464;
            format!(
                "+proj=tmerc +lat_0=0 +lon_0={} +k=1 +x_0={} +y_0=0 {bessel}",
                3 * strip,
                1_000_000 * strip + 500_000
            )
        }
        // Great Britain, the Netherlands, Switzerland.
        27_700 => "+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 \
                   +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489"
            .to_owned(),
        28_992 => "+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 \
                   +x_0=155000 +y_0=463000 +ellps=bessel \
                   +towgs84=565.4171,50.3319,465.5524,-0.398957,0.343988,-1.877402,4.0725"
            .to_owned(),
        2056 | 21_781 => {
            let [x, y] = if code == 2056 { [2_600_000, 1_200_000] } else { [600_000, 200_000] };
            format!(
                "+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0={x} \
                 +y_0={y} +ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0"
            )
        }
        _ => return None,
    };
    Some(format!("{words} +units=m +no_defs"))
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
        for unknown in ["EPSG:5514", "urn:ogc:def:crs:EPSG::9999999999999", "local"] {
            let error = System::of("a.geojson", Some(&named(unknown))).unwrap_err();
            let says = error.to_string();
            let last = unknown.rsplit(':').next().unwrap();
            assert!(says.contains(last) && says.contains("a.geojson: crs"), "{says}");
        }
        for code in (2000..33_000).filter(|code| words_of(*code).is_some()) {
            let crs = named(&format!("EPSG:{code}"));
            assert!(System::of("a", Some(&crs)).is_ok(), "{code}");
        }
    }
}

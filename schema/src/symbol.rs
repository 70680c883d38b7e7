//! Unit symbols, and the marks that tell first-line troops from others.

use serde::{Deserialize, Serialize};

/// An enum with the list of its values and a name in print for each.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $value:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$doc])* $value,)*
        }

        impl $name {
            /// Every one, in the order in which a chooser shows them.
            pub const ALL: &[Self] = &[$(Self::$value),*];

            /// What a chooser calls it.
            pub fn text(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)*
                }
            }
        }
    };
}

pub(crate) use named;

named! {
    /// Unit symbols, in the manner of NATO's APP-6 as wargames use it.
    Symbol {
        /// Two diagonals.
        Infantry = "Infantry",
        /// Infantry with a filled upper corner: assault troops.
        AssaultInfantry = "Assault infantry",
        /// Infantry with a bugle horn: Jäger, chasseurs, rifles.
        LightInfantry = "Light infantry",
        /// Infantry on a peak: Alpine and mountain troops.
        MountainInfantry = "Mountain infantry",
        /// Infantry with an anchor: marines and naval brigades.
        MarineInfantry = "Marine infantry",
        /// Infantry on wheels: carried by lorry.
        MotorInfantry = "Motorised infantry",
        /// A bicycle's two wheels.
        Bicycle = "Cyclists",
        /// One diagonal.
        Cavalry = "Cavalry",
        /// Cavalry's diagonal with the other one broken: cavalry that fights on foot.
        DismountedCavalry = "Dismounted cavalry",
        /// Infantry and cavalry side by side in a divided box.
        MixedArms = "Mixed arms",
        /// A fort outline.
        Fortress = "Fortress",
        /// Two lines of works: trench and garrison troops.
        Garrison = "Garrison",
        /// Two broken diagonals: drafts that have joined no unit yet.
        Replacement = "Replacement",

        /// An arrow through a bar.
        MachineGun = "Machine gun",
        /// An arrow with a base.
        Mortar = "Mortar",
        /// A mortar with one bar.
        LightMortar = "Light mortar",
        /// A mortar with three bars.
        HeavyMortar = "Heavy mortar",
        /// A chevron from the foot of the box to its head.
        AntiTank = "Anti-tank",
        /// A gun under a dome.
        AntiAircraft = "Anti-aircraft",
        /// A flame.
        Flamethrower = "Flamethrower",
        /// A cloud.
        Gas = "Gas",

        /// A filled circle.
        Artillery = "Field artillery",
        /// Field artillery on cavalry's diagonal.
        HorseArtillery = "Horse artillery",
        /// Field artillery on a peak.
        MountainArtillery = "Mountain artillery",
        /// A heavier filled circle with a bar.
        HeavyArtillery = "Heavy artillery",
        /// A heavier filled circle over a wall.
        SiegeArtillery = "Siege artillery",
        /// A heavier filled circle in a fort outline.
        FortressArtillery = "Fortress artillery",
        /// A heavier filled circle on rails.
        RailwayArtillery = "Railway artillery",
        /// A filled circle with an anchor.
        NavalArtillery = "Naval artillery",

        /// A track.
        Tank = "Tank",
        /// A track within a track.
        HeavyTank = "Heavy tank",
        /// A track with a diagonal.
        LightTank = "Light tank",
        /// A track on two wheels.
        ArmouredCar = "Armoured car",
        /// A track on rails.
        ArmouredTrain = "Armoured train",

        /// A lying E.
        Engineer = "Engineers",
        /// A bridge.
        Bridging = "Bridging train",
        /// A lightning flash.
        Signals = "Signals",
        /// A flag with HQ in it.
        Headquarters = "Headquarters",
        /// A star.
        Leader = "Leader",
        /// A star on cavalry's diagonal.
        CavalryLeader = "Cavalry leader",

        /// A supply bar.
        Supply = "Supply",
        /// A supply bar with a storehouse.
        Depot = "Depot",
        /// A supply bar under infantry's diagonals: service companies.
        Service = "Service company",
        /// A cross for the wounded.
        Medical = "Medical",
        /// A wheel and axle.
        Transport = "Transport",
        /// A cart with its shaft.
        Wagon = "Wagon",
        /// A lorry.
        Truck = "Lorry",
        /// A gun's limber: a chest over one wheel.
        Limber = "Limber",

        /// A wing.
        Air = "Air",
        /// Wings with a chevron.
        Fighter = "Fighter",
        /// Wings with a bomb.
        Bomber = "Bomber",
        /// Wings with an eye.
        Reconnaissance = "Reconnaissance aircraft",
        /// A captive balloon.
        Balloon = "Balloon",
        /// A hull.
        Ship = "Ship",
        /// A plain box.
        Marker = "Marker",
    }
}

named! {
    /// A mark at the foot of a unit symbol's box, for troops that are not of the first line, or
    /// that are picked.
    SymbolMark {
        /// R.
        Reserve = "Reserve",
        /// A cross with spreading arms.
        Landwehr = "Landwehr",
        /// LS.
        Landsturm = "Landsturm",
        /// T.
        Territorial = "Territorial",
        /// E.
        Ersatz = "Ersatz",
        /// G.
        Guard = "Guard",
        /// C.
        Colonial = "Colonial",
        /// LOC: troops of the lines of communications.
        LinesOfCommunications = "Lines of communications",
    }
}

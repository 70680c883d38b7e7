//! The single numbers of the rules: the ruleset's constants with what the scenario makes of them.

use std::collections::BTreeMap;

use salient_schema::scenario::Override;
use salient_schema::{Bundle, Code, Diagnostic};

use crate::roles::{Role, RoleKind, Roles};

/// The most that a constant or rating may be: sums and products of a few stay far from overflow.
pub const MOST: i32 = 1000;

/// Types of numbers that constants of the ruleset give, each number told once: its field, the
/// least and the most that the rules can work with, the rule that asks for it and, where it is
/// worth saying, what it is, in words that follow "which".
///
/// The field's name is that of the role which the constant fills, unless it is written `as`
/// another; `as` several makes an array of them. A field may be a `struct` of further numbers.
///
/// ```
/// use salient_rules::chart::NumberSet;
///
/// salient_rules::numbers! {
///     /// The numbers of the rules.
///     pub struct Constants {
///         stacking_limit: 1, 20, "7.0", "is the most units in a hex";
///         /// In dry and wet weather.
///         sight as [sight_dry, sight_wet]: 0, 60, "8.4";
///         air: struct AirNumbers;
///     }
///
///     /// Those of air power.
///     pub struct AirNumbers {
///         divisor as air_divisor: 1, 9, "12.1";
///     }
/// }
/// let roles: Vec<_> = Constants::roles().into_iter().map(|role| role.id).collect();
/// assert_eq!(roles, ["stacking_limit", "sight_dry", "sight_wet", "air_divisor"]);
/// let numbers = Constants::each(&mut |number| Some(number.bounds.1)).unwrap();
/// assert_eq!((numbers.sight, numbers.air.divisor), ([60, 60], 9));
/// ```
#[macro_export]
macro_rules! numbers {
    (@type struct $nested:ident) => { $nested };
    (@type [$($role:ident),+]) => { [i32; [$(stringify!($role)),+].len()] };
    (@type $($role:ident)?) => { i32 };
    (@get $get:ident $field:ident struct $nested:ident) => {
        <$nested as $crate::chart::NumberSet>::each($get)
    };
    (@get $get:ident $field:ident [$($role:ident),+] $of:tt) => {
        $crate::chart::all([$($get($crate::numbers!(@def $role $of))),+])
    };
    (@get $get:ident $field:ident $role:ident $of:tt) => {
        $get($crate::numbers!(@def $role $of))
    };
    (@get $get:ident $field:ident $of:tt) => { $get($crate::numbers!(@def $field $of)) };
    (@def $role:ident ($least:expr, $most:expr, $rule:literal)) => {
        $crate::numbers!(
            @def $role ($least, $most, $rule, "is a number that the rules reckon with")
        )
    };
    (@def $role:ident ($least:expr, $most:expr, $rule:literal, $words:literal)) => {
        $crate::chart::NumberDef {
            id: stringify!($role),
            bounds: ($least, $most),
            rule: $rule,
            words: $words,
        }
    };
    ($(
        $(#[$about:meta])*
        $see:vis struct $name:ident {
            $(
                $(#[$doc:meta])*
                $field:ident $(as $role:tt)?:
                    $(struct $nested:ident)?
                    $($least:expr, $most:expr, $rule:literal $(, $words:literal)?)?;
            )+
        }
    )+) => { $(
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        $see struct $name {
            $(
                $(#[doc = $rule] $(#[doc = $words])? #[doc = ""])?
                $(#[$doc])*
                pub $field: $crate::numbers!(@type $(struct $nested)? $($role)?),
            )+
        }

        impl $crate::chart::NumberSet for $name {
            fn each(
                get: &mut dyn FnMut($crate::chart::NumberDef) -> Option<i32>,
            ) -> Option<Self> {
                // All are looked at before any is missed.
                $(let $field = $crate::numbers!(
                    @get get $field $(struct $nested)? $($role)?
                    $(($least, $most, $rule $(, $words)?))?
                );)+
                Some(Self { $($field: $field?,)+ })
            }
        }
    )+ };
}

/// What is told of a number.
#[derive(Clone, Copy, Debug)]
pub struct NumberDef {
    /// The role that its constant fills.
    pub id: &'static str,
    /// The least and the most that the rules can work with.
    pub bounds: (i32, i32),
    /// The rule that asks for it.
    pub rule: &'static str,
    /// What it is, in words that follow "which".
    pub words: &'static str,
}

/// A type of numbers, declared with [`numbers!`](crate::numbers).
pub trait NumberSet: Sized {
    /// The numbers that `get` has, if none is missing: it is asked for each, in order.
    fn each(get: &mut dyn FnMut(NumberDef) -> Option<i32>) -> Option<Self>;

    /// The numbers of a bundle, if all are there and the rules can work with them.
    fn read(bundle: &Bundle, roles: &Roles<'_>, found: &mut Vec<Diagnostic>) -> Option<Self> {
        let numbers = Numbers::of_roles(bundle, roles);
        Self::each(&mut |number| numbers.get(number.id, number.bounds, found))
    }

    /// The roles that their constants fill, in order.
    fn roles() -> Vec<Role> {
        let mut roles = Vec::new();
        Self::each(&mut |number| {
            roles.push(Role::one(RoleKind::Constant, number.id, number.rule, number.words));
            None
        });
        roles
    }
}

/// Several numbers, if none is missing.
pub fn all<const N: usize>(numbers: [Option<i32>; N]) -> Option<[i32; N]> {
    numbers.iter().all(Option::is_some).then(|| numbers.map(Option::unwrap_or_default))
}

/// The constants of a ruleset with what the scenario makes of them, by the roles that they fill.
#[derive(Clone, Debug)]
pub struct Numbers<'a> {
    values: BTreeMap<&'a str, i32>,
    roles: &'a Roles<'a>,
}

impl<'a> Numbers<'a> {
    /// The constants of a bundle. That nothing fills a role, the roles say.
    pub fn of_roles(bundle: &'a Bundle, roles: &'a Roles<'a>) -> Self {
        let mut values: BTreeMap<&str, i32> =
            bundle.ruleset.constants.iter().map(|c| (c.id.as_str(), c.value)).collect();
        values.extend(overrides(bundle));
        Self { values, roles }
    }

    /// A constant between bounds; if it is missing or out of them, that is found.
    pub fn get(
        &self,
        role: &str,
        (least, most): (i32, i32),
        found: &mut Vec<Diagnostic>,
    ) -> Option<i32> {
        let id = self.roles.one(role)?;
        let message = match self.values.get(id).copied() {
            Some(value) if (least..=most).contains(&value) => return Some(value),
            Some(value) => format!("the constant '{id}' is {value}; it must be {least} to {most}"),
            None => format!("the constant '{id}' is missing"),
        };
        found.push(Diagnostic::error(Code::Rule, message).pointer("/ruleset/constants"));
        None
    }
}

/// The constants that a scenario changes.
pub fn overrides(bundle: &Bundle) -> impl Iterator<Item = (&str, i32)> {
    bundle.scenario.overrides.iter().filter_map(|change| match change {
        Override::Constant { constant, value, .. } => Some((constant.as_str(), *value)),
        Override::Table { .. } => None,
    })
}

/// Changes of constants that the rules take no notice of: those that fill none of these roles.
pub fn without_effect(bundle: &Bundle, roles: &Roles<'_>, of: &'static [Role]) -> Vec<Diagnostic> {
    let known = |id: &str| bundle.ruleset.constants.iter().any(|constant| constant.id == id);
    let idle = |id: &str| known(id) && roles.role_of(of, RoleKind::Constant, id).is_none();
    let changes = bundle.scenario.overrides.iter().enumerate();
    let idle = changes.filter_map(|(i, change)| match change {
        Override::Constant { constant, .. } if idle(constant) => Some(
            Diagnostic::warning(
                Code::Rule,
                format!("a change of the constant '{constant}' has no effect on play"),
            )
            .pointer(format!("/scenario/overrides/{i}")),
        ),
        _ => None,
    });
    idle.collect()
}

//! SW 6.0 Weather, and what else is rolled when a game-turn begins: the armistice (S1.7), the
//! influenza (16.2).

use crate::event::{Detail, Weather as WeatherEvent};

use crate::context::Context;
use crate::position::Position;
use crate::rules::{GERMAN, Weather};
use salient_rules::Roles;
use salient_schema::{Bundle, Code, Diagnostic};

/// Game-turns whose weather is neither fixed nor rolled for: they are taken for dry (SW 6.1).
pub fn unsettled(bundle: &Bundle, roles: &Roles<'_>) -> Vec<Diagnostic> {
    let scenario = &bundle.scenario;
    let dice = scenario.tracks.iter().find(|track| roles.is("wet-from", &track.id));
    let rolled = |place: usize| dice.and_then(|track| track.values.get(place)) > Some(&0);
    let all = scenario.turns.iter().enumerate();
    let bare = all.filter(|(place, turn)| turn.weather.is_none() && !rolled(*place));
    bare.map(|(place, turn)| {
        let message = format!("game-turn {} rolls for no weather and has none", turn.turn);
        let dry = roles.one("weather-dry").unwrap_or_default();
        Diagnostic::warning(Code::Rule, message)
            .pointer(format!("/scenario/turns/{place}/weather"))
            .rule("SW 6.1")
            .help(format!("fix its weather: {dry}, or give it the dice that make it wet"))
    })
    .collect()
}

impl Position {
    /// SW S1.7: an armistice may end play before the game-turn.
    pub fn roll_for_armistice(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        if rules.constants.armistice == 0 {
            return;
        }
        let turn = self.turn;
        let most = rules.armistice.iter().find(|(known, _)| *known == turn).map(|(_, most)| *most);
        if let Some(most) = most
            && self.roll(cx, "armistice", GERMAN, "SW S1.7") <= most
        {
            self.finish(cx, GERMAN, "armistice", "SW S1.7");
        }
    }

    /// SW 16.2: the influenza peaks in the first of these game-turns whose die is low.
    pub fn roll_for_influenza(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        let numbers = &rules.constants;
        let months = numbers.influenza_first_turn..=numbers.influenza_last_turn;
        let month = months.contains(&i32::from(self.turn));
        if !rules.options.influenza || !month || self.once.influenza.is_some() {
            return;
        }
        let die = self.roll(cx, "influenza", GERMAN, "SW 16.2");
        if i32::from(die) <= rules.constants.influenza_die {
            self.once.influenza = Some(self.turn);
        }
    }

    /// Whether the influenza peaks in this game-turn.
    pub fn influenza_now(&self) -> bool {
        self.once.influenza.is_some_and(|turn| turn == self.turn)
    }

    /// Settles the weather, unless bombers come first (SW S3.26).
    pub fn begin_weather(&mut self, cx: &mut Context<'_>) {
        if !self.offer_homeland_raid(cx.rules) {
            self.settle_weather(cx);
        }
    }

    /// SW 6.1, 6.2: the German player rolls where the game-turn has numbers for it.
    pub fn settle_weather(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        let turn = &rules.turns[self.turn_place];
        let (weather, die, rule) = match (turn.weather, turn.wet) {
            _ if rules.options.historical_weather => {
                let wet = turn.historical_wet;
                (if wet { Weather::Wet } else { Weather::Dry }, None, "SW 16.9")
            }
            (Some(weather), _) => (weather, None, "SW 6.1"),
            (None, Some((from, to))) => {
                let die = self.roll(cx, "weather", GERMAN, "SW 6.1");
                let wet = (from..=to).contains(&die);
                (if wet { Weather::Wet } else { Weather::Dry }, Some(die), "SW 6.2")
            }
            (None, None) => (Weather::Dry, None, "SW 6.1"),
        };
        self.weather = weather;
        self.emit(cx, || {
            Detail::Weather(WeatherEvent {
                weather: rules.weather_id(weather).to_owned(),
                die,
                modifiers: Vec::new(),
                row: None,
                rule: rule.to_owned(),
            })
        });
    }
}

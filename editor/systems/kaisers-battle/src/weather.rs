//! KB 11.1 Weather determination.

use crate::event::Detail;
use crate::event::Weather as WeatherEvent;
use salient_schema::event::Modifier;
use salient_schema::scenario::HalfDay;

use crate::context::Context;
use crate::position::Position;
use crate::rules::GERMAN;

impl Position {
    /// KB 11.13, 17.4: turns whose weather is fixed.
    pub fn fix_weather(&mut self, cx: &mut Context<'_>) {
        let Some(weather) = cx.rules.turns[self.turn_place].weather else { return };
        self.weather = weather;
        self.emit(cx, || {
            Detail::Weather(WeatherEvent {
                weather: cx.rules.weather_id(weather).to_owned(),
                die: None,
                modifiers: Vec::new(),
                row: None,
                rule: "KB 11.13".to_owned(),
            })
        });
    }

    /// KB 11.11: the German player rolls; KB 11.12: in the afternoon the die is higher.
    pub fn roll_weather(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        let turn = &rules.turns[self.turn_place];
        if turn.weather.is_some() {
            return;
        }
        let die = self.roll(cx, "weather", GERMAN, "KB 11.11");
        let afternoon = turn.half == Some(HalfDay::Pm);
        let plus = if afternoon { rules.constants.pm_weather_modifier } else { 0 };
        let read = rules.weather_table.row(i32::from(die) + plus);
        let Some((row, &[weather])) = read else { return };
        self.weather = weather;
        self.emit(cx, || {
            let afternoon = Modifier {
                value: plus,
                reason: "afternoon".to_owned(),
                hex: None,
                rule: "KB 11.12".to_owned(),
            };
            Detail::Weather(WeatherEvent {
                weather: rules.weather_id(weather).to_owned(),
                die: Some(die),
                modifiers: if plus == 0 { Vec::new() } else { vec![afternoon] },
                row: Some(row),
                rule: "KB 11.14".to_owned(),
            })
        });
    }
}

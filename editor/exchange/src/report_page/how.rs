//! How to have the run again.

use maud::{Markup, html};

use super::Page;

impl Page<'_> {
    pub(super) fn command_to_copy(&self) -> Markup {
        html! {
            pre id="command" { (self.command()) }
            div class="tools" {
                button class="button" type="button" data-copy="command" hidden { "Copy the command" }
            }
        }
    }

    /// The command line of the run.
    fn command(&self) -> String {
        let report = self.report;
        let mut command = format!("salient test-run {}.json", shell_word(&report.subject.scenario));
        match report.until {
            Some(until) => {
                command.push_str(&format!(" --until {}%", (until * 1e6).round() / 1e4));
            }
            None => {
                // With several seeds it is told how many games each has.
                let seeds = report.seeds.as_ref().map_or(1, |seeds| seeds.seeds.len() as u32);
                command.push_str(&format!(" --games {}", report.wanted / seeds.max(1)));
            }
        }
        let bots: Vec<String> = report.bots.iter().map(|player| player.bot.to_string()).collect();
        match &report.seeds {
            Some(of) => {
                let seeds: Vec<String> = of.seeds.iter().map(|one| one.seed.to_string()).collect();
                command.push_str(&format!(" --seeds {}", seeds.join(",")));
            }
            None => command.push_str(&format!(" --seed {}", report.seed)),
        }
        command.push_str(&format!(" --bots {}", bots.join(",")));
        command.push_str(" --out report.html");
        command
    }
}

/// A word for a shell: quoted if need be.
fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn odd_names_are_quoted() {
        assert_eq!(shell_word("kaisers-battle"), "kaisers-battle");
        assert_eq!(shell_word("a b'c"), r"'a b'\''c'");
    }
}

//! The pages that people read: every link, anchor and path of theirs leads to something, and what
//! they list and count is what there is.

use std::collections::BTreeSet;

use clap::CommandFactory;
use salient::SYSTEMS;
use salient::cli::Cli;
use salient_tests::{files_below, name_of, root};

/// The folders of the checkout that pages lie in and speak of.
const FOLDERS: [&str; 8] =
    [".cargo", ".ci", ".github", "editor", "maps", "scenarios", "schema", "tests"];

/// What is no page, and names paths in its comments.
const COMMENTED: [&str; 3] = ["Cargo.toml", ".ci/run", ".cargo/mutants.toml"];

/// How files are called that pages name.
const ENDINGS: [&str; 11] =
    ["csv", "js", "json", "jsonl", "md", "png", "rs", "sh", "toml", "txt", "wgsl"];

/// Paths that no checkout has, and why.
const ELSEWHERE: [(&str, &str); 2] = [
    ("salient/", "a folder in a VASSAL module"),
    ("target/vassal/", "fetched by tests/vassal/install.sh"),
];

/// Above this a page that greets everybody is read by nobody.
const MOST_OF_README: usize = 9 * 1024;

/// A page, taken apart.
#[derive(Default)]
struct Page {
    /// From the top level.
    name: String,
    /// Its paragraphs, tables and lists.
    blocks: Vec<String>,
    /// What it shows between fences: what stands behind the first, and the lines.
    fences: Vec<(String, String)>,
    /// Its headings, as a link's anchor names them.
    anchors: BTreeSet<String>,
}

impl Page {
    fn read(name: &str) -> Self {
        let mut page = Self { name: name.to_owned(), ..Self::default() };
        let mut fence: Option<(String, String)> = None;
        let mut block = String::new();
        for line in text(name).lines() {
            if let Some(info) = line.trim_start().strip_prefix("```") {
                match fence.take() {
                    Some(done) => page.fences.push(done),
                    None => fence = Some((info.to_owned(), String::new())),
                }
            } else if let Some((_, body)) = &mut fence {
                body.extend([line, "\n"]);
            } else if line.is_empty() {
                page.blocks.push(std::mem::take(&mut block));
            } else {
                if let Some((marks, heading)) = line.split_once(' ')
                    && !marks.is_empty()
                    && marks.chars().all(|mark| mark == '#')
                {
                    page.anchors.insert(anchor(heading));
                }
                block.extend([line, "\n"]);
            }
        }
        page.blocks.push(block);
        page
    }

    /// The folder that it lies in.
    fn folder(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// What it sets as code.
    fn code(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().flat_map(|block| block.split('`').skip(1).step_by(2))
    }

    /// Where its links lead.
    fn links(&self) -> Vec<String> {
        let outside = |block: &String| block.split('`').step_by(2).collect::<String>();
        let texts = self.blocks.iter().map(outside);
        texts.flat_map(|text| targets(&text).map(str::to_owned).collect::<Vec<_>>()).collect()
    }

    /// The words of its commands that are paths from the top level.
    fn typed(&self) -> impl Iterator<Item = &str> {
        let commands = self.fences.iter().filter(|(info, _)| info == "sh");
        let words = commands
            .flat_map(|(_, body)| body.split(|c: char| c.is_whitespace() || "='\"".contains(c)));
        words.filter(|word| {
            word.split_once('/').is_some_and(|(first, rest)| {
                FOLDERS.contains(&first) && !rest.is_empty() && !rest.contains('$')
            })
        })
    }
}

/// The targets of links in a text without code.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0))
}

fn text(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A heading as links name it.
fn anchor(heading: &str) -> String {
    let letters = heading.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        c => c.is_alphanumeric().then_some(c),
    });
    letters.flat_map(char::to_lowercase).collect()
}

/// All files and folders of the checkout, by their paths from the top level.
fn entries() -> BTreeSet<String> {
    let root = root();
    let top = std::fs::read_dir(&root).expect("the checkout").flatten().map(|entry| entry.path());
    let mut files: Vec<_> = top.filter(|path| path.is_file()).collect();
    files.extend(FOLDERS.iter().flat_map(|folder| files_below(&root.join(folder), "")));
    let mut entries = BTreeSet::new();
    for file in files {
        let mut name = name_of(&file, &root);
        while entries.insert(name.clone()) {
            let Some((folder, _)) = name.rsplit_once('/') else { break };
            name = folder.to_owned();
        }
    }
    entries
}

fn pages(entries: &BTreeSet<String>) -> Vec<Page> {
    let is_page = |name: &&String| name.ends_with(".md") && !name.contains("/node_modules/");
    entries.iter().filter(is_page).map(|name| Page::read(name)).collect()
}

/// A path from a folder; none that leads out of the checkout.
fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop()?,
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Whether words set as code name a file or folder.
fn is_path(code: &str) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || "._<>*/-".contains(c);
    let name = code.rsplit('/').next().unwrap_or_default();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    let is_folder = code.contains('/') && name.is_empty();
    let is_file = ending.is_some_and(|ending| match code.contains('/') {
        true => ENDINGS.contains(&ending),
        // A name alone is one only where nothing else can be meant.
        false => ending == "rs",
    });
    code.chars().all(known) && !code.starts_with('/') && (is_folder || is_file)
}

/// Whether a part of a path is called so; `*`, `<system>` and `NAME` stand for anything.
fn fits(wanted: &str, part: &str) -> bool {
    let wanted = wanted.replace("<system>", "*").replace("NAME", "*");
    match wanted.split_once('*') {
        None => wanted == part,
        Some((before, after)) => {
            part.len() >= before.len() + after.len()
                && part.starts_with(before)
                && part.ends_with(after)
        }
    }
}

/// Whether a path leads to something: from a page's folder, from the top level, or from any folder
/// between, as pages speak of what lies in the crate that they describe.
fn is_there(entries: &BTreeSet<String>, folder: &str, path: &str) -> bool {
    let path = path.trim_end_matches('/');
    if joined(folder, path).is_some_and(|path| entries.contains(&path)) {
        return true;
    }
    let wanted: Vec<&str> = path.split('/').collect();
    entries.iter().any(|entry| {
        let parts: Vec<&str> = entry.split('/').collect();
        let last = parts.len().checked_sub(wanted.len()).map(|first| &parts[first..]);
        last.is_some_and(|last| wanted.iter().zip(last).all(|(wanted, part)| fits(wanted, part)))
    })
}

#[test]
fn every_link_leads_to_something() {
    let entries = entries();
    let pages = pages(&entries);
    assert!(pages.len() > 20, "the pages are found");
    let mut faults = Vec::new();
    for page in &pages {
        for link in page.links() {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match path {
                "" => Some(page.name.clone()),
                path => joined(page.folder(), path).filter(|target| entries.contains(target)),
            };
            let Some(target) = target else {
                faults.push(format!("{}: ({link}) leads nowhere", page.name));
                continue;
            };
            let there = pages.iter().find(|page| page.name == target);
            if !anchor.is_empty() && !there.is_some_and(|page| page.anchors.contains(anchor)) {
                faults.push(format!("{}: {target} has no heading #{anchor}", page.name));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_path_that_is_named_is_there() {
    let entries = entries();
    let mut faults = Vec::new();
    let mut look = |page: &str, folder: &str, path: &str| {
        let elsewhere = ELSEWHERE.iter().any(|(known, _)| *known == path);
        if !elsewhere && !is_there(&entries, folder, path) {
            faults.push(format!("{page}: there is no `{path}`"));
        }
    };
    for page in pages(&entries) {
        for path in page.code().filter(|code| is_path(code)).chain(page.typed()) {
            look(&page.name, page.folder(), path);
        }
    }
    for name in COMMENTED {
        let text = text(name);
        let comments = text.lines().filter_map(|line| line.trim_start().strip_prefix('#'));
        let words = comments.flat_map(str::split_whitespace);
        let bare = |word: &str| word.trim_matches(|c| "`'\",;:()".contains(c)).to_owned();
        for word in words.map(bare) {
            let word = word.trim_end_matches('.');
            if word.contains('/') && is_path(word) {
                look(name, "", word);
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A fence whose first line names a file of the checkout shows it whole.
#[test]
fn files_are_shown_as_they_are() {
    let entries = entries();
    let mut shown = 0;
    for page in pages(&entries) {
        for (info, body) in &page.fences {
            let named = info.split_once(' ').map(|(_, file)| file);
            if let Some(file) = named.filter(|&file| entries.contains(file)) {
                assert_eq!(*body, text(file), "{} shows {file}", page.name);
                shown += 1;
            }
        }
    }
    assert!(shown > 0, "a rule case is shown");
}

#[test]
fn the_first_page_is_short() {
    let length = text("README.md").len();
    assert!(length <= MOST_OF_README, "README.md has {length} bytes: move what is not for all");
}

/// The first cells of the rows below a head.
fn first_cells(page: &str, head: &str) -> Vec<String> {
    let text = text(page);
    let rows = text.lines().skip_while(|line| *line != head).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    // What is escaped in a cell parts none.
    let cells: Vec<String> = rows
        .map(|row| row.replace("\\|", "/").split('|').nth(1).unwrap_or_default().to_owned())
        .collect();
    assert!(!cells.is_empty(), "{page} has a table headed '{head}'");
    cells
}

/// What is set as code in cells.
fn codes(cells: &[String]) -> Vec<&str> {
    cells.iter().flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn tables_have_what_the_program_has() {
    let cli = Cli::command();
    let cells = first_cells("README.md", "| command | does |");
    let words = codes(&cells).into_iter().filter_map(|code| code.split(' ').nth(1));
    // `salient [FILE]` opens the window, `map build` is told of as one.
    let told: BTreeSet<&str> = words.filter(|word| !word.starts_with('[')).collect();
    let commands: BTreeSet<&str> =
        cli.get_subcommands().map(|command| command.get_name()).collect();
    assert_eq!(told, commands, "subcommands in README.md");

    let export = cli.find_subcommand("export").expect("a subcommand");
    let to = export.get_arguments().find(|argument| argument.get_id() == "to").expect("--to");
    let values = to.get_possible_values();
    let formats: BTreeSet<&str> = values.iter().map(|value| value.get_name()).collect();
    let cells = first_cells("editor/docs/formats.md", "| `--to` | what is written |");
    assert_eq!(BTreeSet::from_iter(codes(&cells)), formats, "formats in formats.md");

    let bots: BTreeSet<&str> =
        SYSTEMS.iter().flat_map(|system| system.bots()).map(|info| info.bot.name()).collect();
    let cells = first_cells("editor/docs/bots.md", "| bot | how it decides |");
    assert_eq!(BTreeSet::from_iter(codes(&cells)), bots, "bots in bots.md");
}

#[test]
fn tables_have_a_row_a_file() {
    let folder = |path: &str| -> BTreeSet<String> {
        let entries = std::fs::read_dir(root().join(path)).expect("a folder").flatten();
        let name = |entry: std::fs::DirEntry| {
            let behind = if entry.path().is_dir() { "/" } else { "" };
            format!("{}{behind}", entry.file_name().to_string_lossy())
        };
        entries.map(name).collect()
    };
    let cells = first_cells("tests/README.md", "| file | asks |");
    let told = codes(&cells);
    for file in folder("tests/tests/all") {
        let name = format!("tests/all/{file}");
        // What belongs to a file lies in a folder of its name.
        let of_file = file.strip_suffix('/').map(|stem| format!("tests/all/{stem}.rs"));
        let is_told = told.contains(&name.as_str())
            || of_file.is_some_and(|name| told.contains(&name.as_str()));
        assert!(is_told || file == "main.rs", "tests/README.md has no row of {name}");
    }
    let page = text("editor/README.md");
    let (_, screens) = page.split_once("\n## The screens\n").expect("the screens");
    for name in folder("editor/app/ui/src").iter().filter(|name| name.ends_with('/')) {
        let is_told = screens.contains(&format!("`{name}`"));
        assert!(is_told, "editor/README.md tells nothing of the screens in {name}");
    }
}

#[test]
fn what_is_counted_is_as_many() {
    let cases = files_below(&root().join("tests/rules/infantry-attacks"), ".toml").len();
    let games = text("tests/fixtures/digests.txt").lines().count();
    let built = crate::rule_cases::rows("offensive-1914").len();
    for (page, counted) in [
        ("README.md", format!("by all {built} rules of its book")),
        ("README.md", format!("plays the {cases} cases of that system")),
        ("tests/README.md", format!("holds {games} whole games")),
    ] {
        let words = text(page).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&counted), "{page}: {counted}");
    }
}

//! Links in a stranger's folder: no command writes or removes anything through them.

use std::fs;
use std::os::unix::fs::symlink;

use salient_tests::fixtures;

use crate::reading::Project;

/// A project with a home beside it, in which nothing changes.
struct Stranger {
    project: Project,
}

const PROFILE: &str = "{ \"mine\":  1 }\n";

impl Stranger {
    fn new() -> Self {
        let project = Project::new();
        fs::create_dir(project.at("home")).expect("a folder");
        fs::create_dir(project.at("home/tables")).expect("a folder");
        fs::write(project.at("home/profile.json"), PROFILE).expect("a file");
        let map = fs::read_to_string(fixtures().join("kaisers-battle/map.json")).expect("the map");
        fs::write(project.at("home/map.json"), map.replacen('\n', "\n\n", 1)).expect("a file");
        Self { project }
    }

    fn link(&self, target: &str, name: &str) -> &Self {
        let link = self.project.at(name);
        fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
        symlink(self.project.at(target), link).expect("a link");
        self
    }

    fn home(&self) -> Vec<(String, Option<String>)> {
        let entries = fs::read_dir(self.project.at("home")).expect("a folder");
        let read = entries.map(|entry| {
            let entry = entry.expect("an entry");
            let text = fs::read_to_string(entry.path()).ok();
            (entry.file_name().to_string_lossy().into_owned(), text)
        });
        let inner = fs::read_dir(self.project.at("home/tables")).expect("a folder").count();
        let mut all: Vec<_> = read.chain([(format!("{inner} inside"), None)]).collect();
        all.sort();
        all
    }

    /// The command is refused by a link, and nothing has changed in the home.
    #[track_caller]
    fn refuses(&self, line: &str) {
        let before = self.home();
        let (status, said) = self.project.salient(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(self.home(), before, "{line}: {said}");
        assert_eq!(status, 2, "{line}: {said}");
        assert!(said.contains("is a link to"), "{line}: {said}");
    }
}

#[test]
fn results_do_not_reach_out_of_their_folder() {
    let scenario = "repo/scenario.json";
    let lines = [
        format!("export {scenario} --to csv -o out"),
        format!("export {scenario} --to tmx -o out"),
        format!("export {scenario} --to tmx -o out/x.tmx"),
        format!("test-run {scenario} --games 1 --csv out"),
        format!("test-run {scenario} --games 1 --log out"),
        format!("test-run {scenario} --games 1 --out out/x.csv"),
        "render repo -o out".to_owned(),
        "man -o out".to_owned(),
        "schema --out out".to_owned(),
    ];
    for line in lines {
        // What it writes, and what it keeps a list in; each once as a link, to what is there and
        // to what is not.
        let plain = Stranger::new();
        fs::create_dir(plain.project.at("out")).expect("a folder");
        let (status, said) = plain.project.salient(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(status, 0, "{line}: {said}");
        let names: Vec<String> = fs::read_dir(plain.project.at("out"))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        assert!(names.len() > 1, "{line}: {names:?}");
        let mut few = names.iter().filter(|name| name.starts_with(".salient-files"));
        let (list, first) = (few.next().expect("a list"), names.iter().max().expect("a name"));
        for name in [list, first] {
            for target in ["home/profile.json", "home/new"] {
                let stranger = Stranger::new();
                stranger.link(target, &format!("out/{name}")).refuses(&line);
            }
        }
    }
}

#[test]
fn what_a_command_names_itself_is_no_link() {
    let scenario = "repo/scenario.json";
    let two = "repo/scenario.json repo/other.json";
    let both = || {
        let stranger = Stranger::new();
        fs::copy(stranger.project.at(scenario), stranger.project.at("repo/other.json"))
            .expect("a file");
        stranger
    };
    both().link("home/tables", "out/other").refuses(&format!("export {two} --to csv -o out"));
    both().link("home/x", "out/other.pdf").refuses(&format!("export {two} --to pdf -o out"));
    both().link("home/tables", "out/other").refuses(&format!("test-run {two} --games 1 --csv out"));
    both().link("home/tables", "out/other").refuses(&format!("test-run {two} --games 1 --log out"));
    let stranger = both();
    stranger.link("home/profile.json", "out/x-other.json");
    stranger.refuses(&format!("test-run {two} --games 1 --out out/x.json"));
    both().link("home/x", "out/scenario.png").refuses(&format!("render {scenario} -o out"));
    both()
        .link("home/x", "out/scenario.pdf")
        .refuses(&format!("export {scenario} --to pdf -o out"));
    let stranger = both();
    stranger.project.salient(&["export", scenario, "--to", "bundle", "-o", "b.bundle.json"]);
    stranger.link("home/tables", "out/b").refuses("import b.bundle.json repo/scenario.json -o out");
    let stranger = both();
    stranger.link("home/x", "new/recipe.json");
    let line = "map new new --columns 3 --rows 3 --hex-km 1 --at 50,3";
    let (status, said) = stranger.project.salient(&line.split(' ').collect::<Vec<_>>());
    assert!(status == 2 && !stranger.project.at("home/x").exists(), "{said}");
}

#[test]
fn settings_of_other_programs_are_not_written_through_links() {
    Stranger::new().link("home", ".vscode").refuses("schema --vscode");
    Stranger::new().link("home", ".vscode").refuses("schema --out schemas --vscode");
    Stranger::new().link("home/profile.json", ".vscode/settings.json").refuses("schema --vscode");
    Stranger::new().link("home", ".vscode/salient").refuses("schema --vscode");
    Stranger::new().link("home", "schema").refuses("schema");
    Stranger::new().link("home/tables", "schema/json").refuses("schema");
    let stranger = Stranger::new();
    let (status, said) = stranger.project.salient(&["schema", "--vscode"]);
    assert_eq!(status, 0, "{said}");
}

#[test]
fn files_outside_are_not_rewritten_by_a_link_in_a_folder() {
    for line in ["fmt repo", "fmt --check repo", "schema --out schemas --link repo"] {
        Stranger::new().link("home/map.json", "repo/out.json").refuses(line);
        Stranger::new().link("home", "repo/out").refuses(line);
    }
    // A link to what is in the folder leads nowhere new, and one that is named is followed.
    let stranger = Stranger::new();
    stranger.link("repo/map.json", "repo/again.json").link("repo", "repo/again");
    stranger.link("home/map.json", "link.json");
    let (status, said) = stranger.project.salient(&["fmt", "repo", "link.json"]);
    assert_eq!(status, 0, "{said}");
    assert!(
        said.contains("link.json: rewritten") && said.contains("5 files, 1 rewritten"),
        "{said}"
    );
    assert!(stranger.project.at("link.json").is_symlink());
}

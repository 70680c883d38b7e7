//! What the reader promises, on real folders.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use salient_files::{ReadCause, read, read_at_most, read_referred, text_of, walk};

/// A folder with `project/.git`, `project/maps/map.json` and `secret.json` outside of it; in its
/// real name.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let top = folder.path().canonicalize().unwrap();
    fs::create_dir_all(top.join("project/.git")).unwrap();
    fs::create_dir_all(top.join("project/maps")).unwrap();
    fs::write(top.join("project/scenario.json"), "{}").unwrap();
    fs::write(top.join("project/maps/map.json"), "map").unwrap();
    fs::write(top.join("secret.json"), "secret").unwrap();
    (folder, top)
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn nothing_but_ordinary_files_is_read_and_no_more_than_the_limit() {
    let (_folder, top) = folder();
    assert_eq!(read(top.join("secret.json")).unwrap(), b"secret");
    assert_eq!(read_at_most(top.join("secret.json"), 6).unwrap(), b"secret");
    let cause = |path: &Path| read(path).unwrap_err().cause;
    let error = read_at_most(top.join("secret.json"), 5).unwrap_err();
    assert!(matches!(error.cause, ReadCause::TooLarge { most: 5 }), "{error}");
    // The system says that it is empty, and it is not.
    assert!(!read("/proc/self/stat").unwrap().is_empty());
    let error = read_at_most("/proc/self/stat", 3).unwrap_err();
    assert!(matches!(error.cause, ReadCause::TooLarge { .. }), "{error}");
    assert!(matches!(cause(Path::new("/dev/zero")), ReadCause::Special { what: "a device" }));
    assert!(matches!(cause(&top), ReadCause::Folder));
    // Whoever opens it waits for somebody to write into it.
    pipe(&top.join("pipe.json"));
    assert!(matches!(cause(&top.join("pipe.json")), ReadCause::Special { what: "a pipe" }));
    symlink("/dev/zero", top.join("zero.json")).unwrap();
    let said = read(top.join("zero.json")).unwrap_err().to_string();
    assert!(said.contains("zero.json: it is a device"), "{said}");
}

#[test]
fn references_lead_nowhere_but_into_the_project() {
    let (_folder, top) = folder();
    let first = top.join("project/scenario.json");
    let referred = |path: PathBuf| read_referred(&first, path);
    assert_eq!(referred(top.join("project/maps/map.json")).unwrap(), b"map");
    assert_eq!(referred(top.join("project/maps/../maps/map.json")).unwrap(), b"map");
    symlink("../secret.json", top.join("project/link.json")).unwrap();
    symlink("maps/map.json", top.join("project/inside.json")).unwrap();
    assert_eq!(referred(top.join("project/inside.json")).unwrap(), b"map");
    for outside in [
        top.join("secret.json"),
        top.join("project/maps/../../secret.json"),
        top.join("project/link.json"),
        // What is not there is told no otherwise.
        top.join("project/../none.json"),
        "/proc/self/environ".into(),
        "/dev/zero".into(),
    ] {
        let error = referred(outside.clone()).unwrap_err();
        assert!(matches!(error.cause, ReadCause::Outside { .. }), "{outside:?}: {error}");
        assert!(error.to_string().contains("--project"), "{error}");
    }
    let error = referred(top.join("project/maps/none.json")).unwrap_err();
    assert!(matches!(error.cause, ReadCause::System(_)), "{error}");
    pipe(&top.join("project/maps/pipe.json"));
    let error = referred(top.join("project/maps/pipe.json")).unwrap_err();
    assert!(matches!(error.cause, ReadCause::Special { .. }), "{error}");
}

#[test]
fn a_folder_is_looked_through_once_whatever_links_lead_round() {
    let (_folder, top) = folder();
    let project = top.join("project");
    // Two of them have as many ways through as the longest path has names, two to the power of.
    symlink(".", project.join("a")).unwrap();
    symlink(".", project.join("b")).unwrap();
    symlink("maps", project.join("again")).unwrap();
    symlink("maps/map.json", project.join("again.json")).unwrap();
    symlink("nothing", project.join("nothing.txt")).unwrap();
    fs::create_dir(project.join("target")).unwrap();
    fs::write(project.join("target/built.json"), "").unwrap();
    fs::write(project.join(".hidden.json"), "").unwrap();
    fs::write(project.join("notes.txt"), "").unwrap();
    let found = walk(std::slice::from_ref(&project), "json");
    let files = [project.join("maps/map.json"), project.join("scenario.json")];
    assert_eq!(found.files, files.clone().into());
    assert!(found.unreadable.is_empty(), "{:?}", found.unreadable);

    // Out of the project, to what nobody writes into, and to nothing.
    symlink("..", project.join("out")).unwrap();
    symlink("../secret.json", project.join("out.json")).unwrap();
    symlink("nothing", project.join("nothing.json")).unwrap();
    pipe(&project.join("pipe.json"));
    let found = walk(std::slice::from_ref(&project), "json");
    assert_eq!(found.files, files.into());
    let mut told: Vec<(String, &str)> = found
        .unreadable
        .iter()
        .map(|error| {
            let cause = match error.cause {
                ReadCause::Outside { .. } => "outside",
                ReadCause::Special { .. } => "special",
                _ => "other",
            };
            (text_of(error.path.strip_prefix(&project).unwrap()), cause)
        })
        .collect();
    told.sort();
    let expected = [
        ("nothing.json", "other"),
        ("out", "outside"),
        ("out.json", "outside"),
        ("pipe.json", "special"),
    ];
    assert_eq!(told, expected.map(|(path, cause)| (path.to_owned(), cause)));
    // What is named is taken as it is.
    let named = project.join("notes.txt");
    assert_eq!(walk(std::slice::from_ref(&named), "json").files, [named].into());
}

#[test]
fn names_that_are_no_text_are_found() {
    let (_folder, top) = folder();
    let name = top.join("project").join(std::ffi::OsStr::from_bytes(b"caf\xe9.json"));
    fs::write(&name, "{}").unwrap();
    assert!(walk(&[top.join("project")], "json").files.contains(&name));
}

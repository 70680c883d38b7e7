//! Pictures of counters: chosen, undone, saved and found again; missing ones are told of.

use std::fs;
use std::path::Path;

use salient_document::oob::{Change, change_all};
use salient_document::{Document, Edit, SaveOptions};
use salient_schema::{Code, Picture, Severity};
use tempfile::tempdir;

use crate::helper::{bytes, open, write_files};

/// Writes a picture of one colour.
fn draw(path: &Path, colour: [u8; 4]) {
    let picture = Picture::of_pixels([20, 20], colour.repeat(400)).unwrap();
    fs::write(path, picture.bytes()).unwrap();
}

/// Gives the front of the first counter a picture; the counter's id.
fn choose(document: &mut Document, path: &Path) -> Result<String, String> {
    let id = document.bundle().orders_of_battle[0].counters[0].id.clone();
    let name = document.bring_picture(std::slice::from_ref(&id), path)?;
    let change = Change::FacePicture(0, Some(name));
    let edits = change_all(document.bundle(), std::slice::from_ref(&id), &change).unwrap();
    document.begin(change.name(1));
    for edit in edits {
        document.apply(edit).unwrap();
    }
    document.commit();
    Ok(id)
}

fn named(document: &Document) -> Option<String> {
    document.bundle().orders_of_battle[0].counters[0].faces[0].picture.clone()
}

fn shown(document: &Document) -> bool {
    let oob = &document.bundle().orders_of_battle[0];
    let name = oob.counters[0].faces[0].picture.as_deref();
    name.is_some_and(|name| document.bundle().pictures.sound(&oob.id, name).is_some())
}

#[test]
fn a_picture_is_chosen_undone_saved_and_found_again() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    fs::create_dir(folder.path().join("pictures")).unwrap();
    let file = folder.path().join("pictures/first.png");
    draw(&file, [200, 20, 30, 255]);
    let mut document = open(&path);
    choose(&mut document, &file).unwrap();
    assert_eq!(named(&document).as_deref(), Some("pictures/first.png"));
    assert!(shown(&document));
    assert_eq!(document.undo_name(), Some("Change picture"));
    document.undo();
    assert_eq!(named(&document), None);
    assert!(!document.dirty());
    document.redo();
    assert!(shown(&document));
    document.save(SaveOptions::default()).unwrap();
    let again = open(&path);
    assert_eq!(bytes(&again), bytes(&document));
    assert!(shown(&again));
    assert_eq!(again.bundle(), document.bundle());
    document.close();
}

#[test]
fn a_picture_that_cannot_be_drawn_is_told_of_in_its_place() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let file = folder.path().join("first.png");
    draw(&file, [200, 20, 30, 255]);
    let mut document = open(&path);
    let id = choose(&mut document, &file).unwrap();
    document.save(SaveOptions::default()).unwrap();
    document.close();
    let whole = fs::read(&file).unwrap();
    for (held, why) in [
        (None, "first.png"),
        (Some(&b"no picture"[..]), "no picture in PNG"),
        (Some(&whole[..whole.len() / 2]), "damaged"),
    ] {
        match held {
            None => fs::remove_file(&file).unwrap(),
            Some(bytes) => fs::write(&file, bytes).unwrap(),
        }
        let (document, found) = Document::open(crate::SYSTEMS, &path);
        let document = document.unwrap();
        assert!(!shown(&document));
        let [one] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((one.code, one.severity), (Code::Unreadable, Severity::Warning));
        assert!(one.message.contains(why), "{}", one.message);
        assert_eq!(one.place.counter.as_ref(), Some(&id));
        assert_eq!(one.place.pointer.as_deref(), Some("/counters/0/faces/0/picture"));
        assert!(one.place.line.is_some_and(|line| line > 1));
        let file = one.place.file.as_deref().unwrap();
        assert!(file.ends_with("order-of-battle.json"), "{file}");
        document.close();
    }
}

#[test]
fn a_picture_that_leads_out_of_the_project_is_not_taken() {
    let folder = tempdir().unwrap();
    let inside = folder.path().join("game");
    fs::create_dir(&inside).unwrap();
    let path = write_files(&inside);
    let outside = tempdir().unwrap();
    let file = outside.path().join("other.png");
    draw(&file, [9, 9, 9, 255]);
    let mut document = open(&path);
    let refused = choose(&mut document, &file).unwrap_err();
    assert!(refused.contains("beside the files"), "{refused}");
    fs::write(inside.join("text.png"), "words").unwrap();
    let refused = choose(&mut document, &inside.join("text.png")).unwrap_err();
    assert!(refused.contains("text.png") && refused.contains("PNG"), "{refused}");
    assert_eq!(named(&document), None);
    document.close();
}

#[test]
fn a_picture_stays_where_it_is_when_the_order_of_battle_moves() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let file = folder.path().join("first.png");
    draw(&file, [200, 20, 30, 255]);
    let mut document = open(&path);
    choose(&mut document, &file).unwrap();
    document.apply(Edit::CopyRuleset { title: "My own".to_owned() }).unwrap();
    fs::create_dir(folder.path().join("mine")).unwrap();
    let elsewhere = folder.path().join("mine/campaign.json");
    document.save_as(&elsewhere, SaveOptions::default()).unwrap();
    assert_eq!(named(&document).as_deref(), Some("../first.png"));
    assert!(shown(&document));
    assert!(shown(&open(&elsewhere)));
    document.close();
}

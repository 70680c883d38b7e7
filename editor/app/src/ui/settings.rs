//! What the designer has chosen once for all documents, kept in a file between sessions.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::keymap::Keymap;

/// The settings, and where they are kept.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// What is kept.
    pub kept: Kept,
    file: Option<PathBuf>,
}

/// What is kept between sessions. Fields that a file lacks, or has and we do not know, are no
/// hindrance: nothing here may stop the editor from starting.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    /// Keys that stand in for the usual ones, by the command's name: `"file.save":
    /// ["Ctrl+S"]`.
    pub keys: BTreeMap<String, Vec<String>>,
    /// Files that were open lately, the last one first.
    pub recent: Vec<PathBuf>,
}

impl Settings {
    /// The settings in a file; the usual ones where there is none or it cannot be read.
    pub fn read(file: Option<PathBuf>) -> Self {
        let text = file.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
        let kept = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Self { kept, file }
    }

    /// The keys in use.
    pub fn keymap(&self) -> Keymap {
        Keymap::of_words(&self.kept.keys)
    }

    /// Writes the settings. One that cannot be written is only lost for the next session.
    pub fn write(&self) {
        let Some(file) = &self.file else { return };
        let Ok(text) = serde_json::to_string_pretty(&self.kept) else { return };
        if let Some(folder) = file.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        let draft = file.with_extension("json.new");
        if std::fs::write(&draft, text).is_ok() {
            let _ = std::fs::rename(draft, file);
        }
    }
}

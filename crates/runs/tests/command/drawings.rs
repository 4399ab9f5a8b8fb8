//! Commands that draw what they have played.

use super::{TestFolder, error_of, run};

/// Checks that the command, which ends with the option of its folder, reports a folder in which no
/// drawing can be made before the games, and prints its table although the drawing `blocked` fails. It
/// still makes the drawings `others`.
pub fn games_are_not_lost(command: &[&str], blocked: &str, others: &[&str]) {
    let folder = TestFolder::new("drawings");
    let (csv, file, drawings) =
        (folder.file("games.csv"), folder.file("file"), folder.file("drawings"));
    std::fs::write(&file, "not a folder").expect("written");
    let mut unwritable = vec![file.as_str()];
    if cfg!(target_os = "linux") {
        unwritable.push("/proc");
    }
    for place in unwritable {
        let error = error_of(&[command, &[place, "--csv", &csv]].concat());
        assert!(error.contains(place) && error.lines().count() == 1, "{error}");
        let saved = std::fs::read_to_string(&csv).expect("a file of games");
        assert!(!saved.contains("\n\"always-up"), "{command:?}: {saved}");
        std::fs::remove_file(&csv).expect("removed");
    }
    let blocked = format!("{drawings}/{blocked}");
    std::fs::create_dir_all(&blocked).expect("a folder");
    let output = run(&[command, &[&drawings]].concat());
    let (table, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!output.status.success() && error.contains(&blocked), "{error}");
    assert!(table.contains("always-up") || table.contains("Always Up"), "{command:?}: {table}");
    for other in others {
        assert!(std::path::Path::new(&drawings).join(other).is_file(), "{other}");
    }
}

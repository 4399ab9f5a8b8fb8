//! The subcommand `puzzles`, with a small network.

use crate::command::{TestFolder, error_of, output_of};
use crate::network;

#[test]
fn games_are_mined_once_and_the_puzzles_are_a_list() {
    let folder = TestFolder::new("puzzles");
    let (network, finds, out) =
        (folder.file("small.bin"), folder.file("finds.csv"), folder.file("puzzles.json"));
    std::fs::write(&network, network::tiny_file()).unwrap();
    let files = ["puzzles", &network, "--check", &network, "--finds", &finds, "--out", &out];
    // A short game, of a greedy player.
    let run = || output_of(&[&files[..], &["--games", "1", "--seed", "3"]].concat());
    let first = run();
    assert!(first.contains(" of 1 games"), "{first}");
    let mined = std::fs::read_to_string(&finds).unwrap();
    let (header, games) = mined.split_at(mined.find("3,").expect("the game"));
    assert!(header.starts_with("# networks: crc32 ") && header.lines().count() == 2, "{mined}");
    assert_eq!(games.lines().count(), 1, "{mined}");
    let listed = || -> Vec<String> {
        serde_json::from_str(&std::fs::read_to_string(&out).unwrap()).unwrap()
    };
    let found = games.split(',').nth(1).filter(|puzzle| !puzzle.is_empty());
    assert_eq!(listed(), Vec::from_iter(found));
    assert_eq!(run(), first);
    assert_eq!(std::fs::read_to_string(&finds).unwrap(), mined, "the game is not mined again");
    let puzzle = "0000000102340567 4 0 9 9 -";
    std::fs::write(&finds, format!("{header}3,{puzzle},50,9.5\n")).unwrap();
    run();
    assert_eq!(listed(), [puzzle], "what a game gave before is listed");
    std::fs::write(&finds, format!("{header}1,2,3,4,5\n")).unwrap();
    let error = error_of(&files);
    assert!(error.contains("finds.csv") && error.contains("expected game,puzzle"), "{error}");
    let same = ["puzzles", &network, "--check", &network, "--finds", &finds, "--out", &network];
    assert!(error_of(&same).contains("small.bin"), "an input is not replaced");
}

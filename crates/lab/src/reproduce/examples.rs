//! The worked examples of the papers: the value that the text computes for a move beside what
//! `afterstate think` gives.
//! Sources: Frolov 2016, 2.2.1 and 6.1 to 6.12; Kumar 2018, figures 6.2 and 6.3; Cook 2023, C.5.

use super::Paper;
use super::exact::Exact;
use afterstate::rules::Grid;
use afterstate_papers::experiment::table;
use afterstate_papers::players::Chosen;
use afterstate_runs::output::CommandError;

/// The moves of a position that a paper works out with one strategy.
struct Example {
    section: &'static str,
    position: &'static str,
    strategy: &'static str,
    /// The values of up, right, down and left, as printed.
    printed: [&'static str; 4],
    /// Moves for which the text does not compute what its own equation gives, and why.
    slips: &'static [(&'static str, &'static str)],
}

const DIRECTIONS: [&str; 4] = ["up", "right", "down", "left"];

/// A move that the text does not compute.
const NONE: &str = "";

const fn example(
    section: &'static str,
    position: &'static str,
    strategy: &'static str,
    printed: [&'static str; 4],
) -> Example {
    Example { section, position, strategy, printed, slips: &[] }
}

impl Example {
    const fn with_slips(self, slips: &'static [(&'static str, &'static str)]) -> Example {
        Example { slips, ..self }
    }
}

const KUMAR: &[Example] = &[
    example(
        "figure 6.2",
        ". . . 64 / . . . . / . . . . / . 2 . .",
        "max-in-corner-unique",
        ["0.5", "0.5", NONE, NONE],
    ),
    example(
        "figure 6.2",
        ". . . 64 / . . . . / . . . . / . 2 . .",
        "max-in-corner-all",
        ["0.5", "0.5", NONE, NONE],
    ),
    // The weights are 4 toward the closest corner, 1 toward the second closest, 1 toward the wall.
    example(
        "figure 6.3",
        ". . . . / . . . . / . . . 64 / 2 . . .",
        "max-in-corner-unique",
        ["0.166667", "0.166667", "0.666667", NONE],
    ),
    example(
        "figure 6.3",
        ". . . . / . . . . / . . . 64 / 2 . . .",
        "max-in-corner-all",
        ["0.166667", "0.166667", "0.666667", NONE],
    ),
];

/// The positions of appendix 6.2 to 6.8, and of 6.9 to 6.12.
const FIRST: &str = "512 64 2 2 / 32 2 2 32 / 0 0 0 0 / 0 0 0 0";
const SECOND: &str = "256 256 128 128 / 0 0 128 128 / 0 0 0 0 / 0 0 0 0";
const THIRD: &str = "32 8 0 0 / 256 64 8 0 / 256 256 16 0 / 0 2 0 0";
const FOURTH: &str = "32 16 0 16 / 0 4 4 16 / 0 0 8 0 / 0 32 32 0";

/// The strategy of a method that judges the board after one move, as the examples do.
macro_rules! method {
    ($method:literal) => {
        concat!("frolov-", $method, ":depth=1,exceptions=none,win=false")
    };
    ($method:literal, $settings:literal) => {
        concat!("frolov-", $method, ":exceptions=none,win=false,", $settings)
    };
}

/// Appendix 6.1 follows three moves without spawns.
const THREE: &str = method!("1", "reading=appendix,spawns=false");
const TWO: &str = method!("1", "reading=appendix,spawns=false,depth=2");
const ONE: &str = method!("1", "reading=appendix,spawns=false,depth=1");

const FROLOV: &[Example] = &[
    example(
        "2.2.1",
        "16 8 4 2 / 16 0 4 4 / 0 0 0 0 / 0 0 0 0",
        method!("1", "reading=example,depth=1"),
        ["552", "160", NONE, "1684"],
    )
    .with_slips(&[("up", "free space 10; 11 cells are empty")]),
    example(
        "6.1",
        "256 128 32 16 / 128 64 8 4 / 4 0 0 0 / 2 0 0 4",
        THREE,
        ["8850.5", "4573", NONE, "3950.5"],
    )
    .with_slips(&[("up", "that of leaf 3.2.2"), ("right", "that of leaf 2.2.1")]),
    example(
        "6.1, after left (1)",
        "256 128 32 16 / 128 64 8 4 / 4 0 0 0 / 2 4 0 0",
        TWO,
        ["3934", "3967", NONE, NONE],
    ),
    example(
        "6.1, position 1.2",
        "256 128 32 16 / 128 64 8 4 / 0 0 0 4 / 0 0 2 4",
        ONE,
        ["3984", NONE, NONE, "3950"],
    ),
    example(
        "6.1, position 1.3",
        "256 128 32 16 / 128 64 8 4 / 4 4 0 0 / 2 0 0 0",
        ONE,
        [NONE, "3904", NONE, "3964"],
    ),
    example(
        "6.1, after right (2)",
        "256 128 32 16 / 128 64 8 4 / 0 0 0 4 / 0 0 2 4",
        TWO,
        ["5197", NONE, NONE, "3949"],
    )
    .with_slips(&[("left", "that of leaf 2.2.1")]),
    example(
        "6.1, position 2.1",
        "256 128 32 16 / 128 64 8 8 / 0 0 2 4 / 0 0 0 0",
        ONE,
        [NONE, "6438", NONE, "3956"],
    ),
    example(
        "6.1, position 2.2",
        "256 128 32 16 / 128 64 8 4 / 4 0 0 0 / 2 4 0 0",
        ONE,
        ["3960", "3938", NONE, NONE],
    )
    .with_slips(&[("up", "leaf 2.2.1 omits the merge of two 4s in row 3")]),
    example(
        "6.1, after up (3)",
        "256 128 32 16 / 128 64 8 8 / 4 0 0 0 / 2 0 0 0",
        TWO,
        [NONE, "11259", NONE, "6442"],
    )
    .with_slips(&[("right", "that of leaf 3.2.2")]),
    example(
        "6.1, position 3.1",
        "256 128 32 16 / 128 64 16 0 / 4 0 0 0 / 2 0 0 0",
        ONE,
        [NONE, "6442", NONE, NONE],
    ),
    example(
        "6.1, position 3.2",
        "256 128 32 16 / 0 128 64 16 / 0 0 0 4 / 0 0 0 2",
        ONE,
        ["18554", NONE, NONE, "3964"],
    )
    .with_slips(&[("up", "leaf 3.2.2 has free space 8; 9 cells are empty")]),
    example("6.2, position 1", FIRST, method!("2"), ["240.9", "214.8", NONE, "240.7"])
        .with_slips(&[("up", "32 × 0.088 for 32 × 0.0997 in the board score")]),
    example("6.2, position 2", SECOND, method!("2"), ["1080", "550.6", NONE, "323"]).with_slips(&[
        ("left", "omits the single cells of row 2 and column 2, which 6.3 to 6.6 count"),
        ("right", "omits the single cells of row 2 and column 3"),
    ]),
    example("6.3, position 1", FIRST, method!("3"), ["1496.1", "1478.3", NONE, "1650"]).with_slips(&[
        ("left", "32 × 0.0724 for 32 × 0.0997, 4 × 0.076 for 4 × 0.088"),
        ("up", "32 × 0.0724 for 32 × 0.0997"),
    ]),
    example("6.3, position 2", SECOND, method!("3"), ["3658", "2959", NONE, "3140.4"]).with_slips(&[
        ("left", "free space 12; 13 cells are empty"),
        ("right", "512 × 0.0999 for 256 × 0.0999 in the board score"),
    ]),
    example("6.4, position 1", FIRST, method!("4"), ["241.2", "221.9", NONE, "237.5"]).with_slips(&[
        (
            "left",
            "64 × 0.102 for 64 × 0.121 twice, 32 × 0.0724 for 32 × 0.0997, 4 × 0.076 for 4 × 0.088",
        ),
        ("right", "512 × 0.135 for 512 × 0.121 in the board score"),
    ]),
    example("6.4, position 2", SECOND, method!("4"), ["412.3", "340", NONE, "376.83"])
        .with_slips(&[("right", "512 × 0.0999 for 256 × 0.0999 in the board score")]),
    example("6.5, position 1", FIRST, method!("5"), ["92.1", "81.4", NONE, "91.2"]),
    example("6.5, position 2", SECOND, method!("5"), ["131", "104.7", NONE, "134.8"]),
    example("6.6, position 1", FIRST, method!("6"), ["1", "0.71", NONE, "0.8"]),
    example("6.6, position 2", SECOND, method!("6"), ["1.16", "0.5", NONE, "0.7"])
        .with_slips(&[("right", "names the merge score 0.0999 but does not add it")]),
    example("6.7, position 1", FIRST, method!("7"), ["1423", "1406", NONE, "1577"]),
    example("6.7, position 2", SECOND, method!("7"), ["3514.2", "2836.3", NONE, "3266.1"])
        .with_slips(&[("up", "swaps two digits of 728.4 + 2812.8 = 3541.2")]),
    example("6.8, position 1", FIRST, method!("8"), ["1196", "1192", NONE, "1192"]),
    example("6.8, position 2", SECOND, method!("8"), ["2108.67", "2073.57", NONE, "2048"]),
    example("6.9, position 1", THIRD, method!("9"), ["3264", "2934", "2692", "2658"]).with_slips(&[
        ("right", "4 for 64 in row 2; does not add the merge score of 128"),
        ("up", "takes one field of the merge; 8 for 8 × 2 twice in the board score"),
    ]),
    example("6.9, position 2", FOURTH, method!("9"), ["1088", "1384", "1836", "1520"])
        .with_slips(&[("left", "omits row 2 (8 + 16)"), ("up", "omits column 3 (4 + 8 + 32)")]),
    example("6.10, position 1", THIRD, method!("10"), ["25188", "18030", "16380", "15854"]).with_slips(&[
        ("right", "32 + 8 × 2 for 32 × 2 + 8 × 3 in row 1"),
        (
            "up",
            "16 × 2 × 2 for 16 × 2 in the merge score; 4 for 8 in row 4; 8 for 8 × 2 twice in the board score",
        ),
    ]),
    example("6.10, position 2", FOURTH, method!("10"), ["5396", "10488", "11968", "11120"])
        .with_slips(&[("left", "16 × 2 × 2 for 16 × 2 in the merge score")]),
    example("6.11, position 1", THIRD, method!("11"), ["1708", "1214", "2092", "1902"]).with_slips(&[
        ("right", "(3 + 2) × 8 = 48 in the merge score"),
        ("up", "8 for 8 × 2 twice in the board score"),
    ]),
    example("6.11, position 2", FOURTH, method!("11"), ["468", "698", "624", "740"]).with_slips(&[
        ("left", "(2 + 2 + 3 + 2) × 10 = 110 in the merge score; omits row 2 or column 2 (2 + 1)"),
        ("right", "(3 + 2) × 10 = 60 in the merge score; omits row 2 or column 3 (2 + 1)"),
        ("up", "omits column 3 (2 + 1 + 1)"),
        ("down", "omits columns 1 and 4 (3 × 2 each) and 3 (1 + 1 + 2)"),
    ]),
    example("6.12, position 1", THIRD, method!("12"), ["15362", "17356", "10242", "8548"])
        .with_slips(&[("down", "4 × 2 for 64 × 2 in row 2")]),
    example("6.12, position 2", FOURTH, method!("12"), ["3840", "6096", "5539", "6736"]).with_slips(&[
        ("right", "omits column 3 (32 + 8)"),
        ("up", "(32 + 32) × 8 = 96 in the merge score"),
        ("down", "1635 for 1536 as the merge score; omits columns 1 and 4 (32 × 2 × 2 each)"),
    ]),
];

/// The inner nodes of the tree that C.5 prints; `cargo lab tree` prints all of it.
const COOK: &[Example] = &[
    example(
        "C.5, root",
        "16 2 8 2 / 32 4 16 64 / 2 64 512 2 / 2048 1024 8 2",
        "cook-monotonic:depth=4",
        ["-482.77997926592843", NONE, "-539.3799628701813", NONE],
    ),
    example(
        "C.5, up and a 4",
        "16 2 8 2 / 32 4 16 64 / 2 64 512 4 / 2048 1024 8 4",
        "cook-monotonic:depth=2",
        ["-999.9999776482582", NONE, "4172.1999067515135", NONE],
    ),
    example(
        "C.5, down and a 2",
        "16 2 8 2 / 32 4 16 2 / 2 64 512 64 / 2048 1024 8 4",
        "cook-monotonic:depth=2",
        ["-488.1999700218439", NONE, "-999.9999776482582", NONE],
    ),
];

/// The examples of a paper; Moskvil's is that of his heuristic and not of a move.
fn of(paper: Paper) -> &'static [Example] {
    match paper {
        Paper::Kumar => KUMAR,
        Paper::Frolov => FROLOV,
        Paper::Cook => COOK,
        Paper::Moskvil | Paper::Background => &[],
    }
}

/// Whether our value is the printed one but for rounding: within one unit of its last digit, or
/// within 0.1%, because the text rounds the numbers that it adds.
fn agrees(printed: &str, ours: f64) -> bool {
    let decimals = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32);
    let printed: f64 = printed.parse().unwrap_or(f64::NAN);
    let error = (printed - ours).abs();
    error <= 10_f64.powi(-decimals) || error <= 0.001 * printed.abs()
}

/// A printed value beside ours.
struct Compared {
    example: &'static Example,
    direction: &'static str,
    printed: &'static str,
    ours: f64,
    agrees: bool,
    slip: Option<&'static str>,
}

fn compare(paper: Paper) -> Result<Vec<Compared>, CommandError> {
    let mut compared = Vec::new();
    for example in of(paper) {
        let grid: Grid = example.position.parse()?;
        let chosen: Chosen = example.strategy.parse()?;
        let thought = chosen.build((grid.rows(), grid.cols()), 0)?.choose(&grid);
        for ((direction, printed), ours) in
            DIRECTIONS.into_iter().zip(example.printed).zip(thought.values)
        {
            if printed == NONE {
                continue;
            }
            let ours = ours.unwrap_or(f64::NAN);
            let slip = example.slips.iter().find(|(slipped, _)| *slipped == direction);
            compared.push(Compared {
                example,
                direction,
                printed,
                ours,
                agrees: agrees(printed, ours),
                slip: slip.map(|&(_, slip)| slip),
            });
        }
    }
    Ok(compared)
}

fn count(compared: &[Compared]) -> Exact {
    let same = compared.iter().filter(|compared| compared.agrees).count();
    let named = compared.iter().filter(|compared| !compared.agrees && compared.slip.is_some());
    Exact { item: "worked examples", figures: compared.len(), same, slips: named.count() }
}

/// How many of the values of a paper's worked examples are as printed.
pub fn exact(paper: Paper) -> Result<Exact, CommandError> {
    Ok(count(&compare(paper)?))
}

/// Prints the worked examples of a paper, each with the arguments of `afterstate think`.
pub fn print(paper: Paper) -> Result<String, CommandError> {
    let mut text = String::new();
    let compared = compare(paper)?;
    let same = compared.iter().filter(|compared| compared.agrees).count();
    say!(
        text,
        "Worked examples: {} values, {same} as printed (but for rounding). ≠ marks a slip of the text.\n",
        compared.len()
    );
    let mut lines = vec![table::header(["example", "move", "text", "ours"])];
    let mut slips = Vec::new();
    for Compared { example, direction, printed, ours, agrees, slip } in &compared {
        lines.push(vec![
            example.section.to_owned(),
            (*direction).to_owned(),
            (*printed).to_owned(),
            format!("{ours:.6}{}", if *agrees { "" } else { " ≠" }),
        ]);
        slips.extend(slip.map(|slip| format!("- {}, {direction}: {slip}", example.section)));
    }
    say!(text, "{}", table::markdown(&lines));
    say!(text, "{}", count(&compared).table());
    if !slips.is_empty() {
        say!(text, "Slips of the text:\n\n{}\n", slips.join("\n"));
    }
    say!(text, "Each position by itself:\n");
    for Example { section, position, strategy, .. } in of(paper) {
        say!(text, "  {section}: afterstate think \"{position}\" {strategy}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value differs from the text exactly where the text has a slip that we name.
    #[test]
    fn values_differ_only_where_the_text_slips() {
        let mut counts = Vec::new();
        for paper in [Paper::Kumar, Paper::Frolov, Paper::Cook] {
            let compared = compare(paper).expect("examples that can be played");
            for compared in &compared {
                let place = (compared.example.section, compared.direction);
                assert_eq!(compared.agrees, compared.slip.is_none(), "{place:?} {}", compared.ours);
            }
            counts.push(compared.len());
        }
        assert_eq!(counts, [10, 97, 6]);
    }
}

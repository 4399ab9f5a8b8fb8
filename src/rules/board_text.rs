//! Reads boards as people paste them: rows of tiles, cells of a spreadsheet, tables, lists of a
//! program, and the digits that the page's "Copy as digits" writes.
//!
//! The page has the same reader in JavaScript (`www/game/board-text.js`, whose comment has an
//! example of each form); `tests/data/boards.json` has what both must read.

use super::{Grid, GridError, without_mark};

/// Ranks as digits: 131072, of rank 17, is the largest tile of a 4x4 game from an empty board.
const RANK_DIGITS: &[u8] = b"0123456789abcdefgh";
/// The size of a board whose tiles come without rows, and the size that decides whether a blank
/// cell is meant.
const SIZE: (usize, usize) = (4, 4);
/// The zero of each script with decimal digits (Unicode 16); nine more digits follow it.
#[rustfmt::skip]
const ZEROS: [u32; 76] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6,
    0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50,
    0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    0x1_04a0, 0x1_0d30, 0x1_0d40, 0x1_1066, 0x1_10f0, 0x1_1136, 0x1_11d0, 0x1_12f0, 0x1_1450,
    0x1_14d0, 0x1_1650, 0x1_16c0, 0x1_16d0, 0x1_16da, 0x1_1730, 0x1_18e0, 0x1_1950, 0x1_1bf0,
    0x1_1c50, 0x1_1d50, 0x1_1da0, 0x1_1de0, 0x1_1f50, 0x1_6130, 0x1_6a60, 0x1_6ac0, 0x1_6b50,
    0x1_6d70, 0x1_ccf0, 0x1_d7ce, 0x1_d7d8, 0x1_d7e2, 0x1_d7ec, 0x1_d7f6, 0x1_e140, 0x1_e2f0,
    0x1_e4f0, 0x1_e5f1, 0x1_e950, 0x1_fbf0,
];

type Rows = Vec<Vec<String>>;

/// Reads a board.
///
/// # Errors
/// [`GridError`] if the text is no board, or could be two different ones.
pub fn read(text: &str) -> Result<Grid, GridError> {
    let plain: String = without_mark(text).chars().map(plain).collect();
    if let Some(ranks) = ranks_of_digits(plain.trim()) {
        return Grid::from_ranks(SIZE.0, SIZE.1, &ranks);
    }
    let words = if plain.contains(['[', '{', '(']) {
        rows_of_lists(&plain)?
    } else {
        rows_of_lines(&plain)?
    };
    let ranks: Vec<Vec<u8>> = words
        .iter()
        .map(|row| row.iter().map(|word| rank_of(word)).collect())
        .collect::<Result<_, _>>()?;
    let cols = ranks.first().map_or(0, Vec::len);
    if ranks.len() == 1 && cols == SIZE.0 * SIZE.1 {
        return Grid::from_ranks(SIZE.0, SIZE.1, &ranks[0]);
    }
    if ranks.iter().any(|row| row.len() != cols) {
        return Err(GridError::Ragged);
    }
    Grid::from_ranks(ranks.len(), cols, &ranks.concat())
}

/// A character as ASCII has it: a digit of any script, or a sign that means the same.
fn plain(letter: char) -> char {
    match letter {
        '，' | '、' | '،' => ',',
        '；' | '؛' => ';',
        '｜' | '│' | '┃' | '║' => '|',
        '／' => '/',
        _ if letter.is_ascii() => letter,
        _ => {
            let code = u32::from(letter);
            let zero = ZEROS[..ZEROS.partition_point(|&zero| zero <= code)].last();
            zero.and_then(|zero| char::from_digit(code - zero, 10)).unwrap_or(letter)
        }
    }
}

fn ranks_of_digits(text: &str) -> Option<Vec<u8>> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.strip_prefix("0x").unwrap_or(&lower);
    let rank = |byte| RANK_DIGITS.iter().position(|&digit| digit == byte).map(|rank| rank as u8);
    (digits.len() == SIZE.0 * SIZE.1).then(|| digits.bytes().map(rank).collect()).flatten()
}

fn rank_of(word: &str) -> Result<u8, GridError> {
    // numpy prints 2.0 as "2."
    let number = word
        .split_once('.')
        .filter(|(whole, rest)| !whole.is_empty() && rest.bytes().all(|digit| digit == b'0'));
    let tile = number.map_or(word, |(whole, _)| whole);
    let empty = ["", ".", "0", "-", "_", "*", "·", "–", "—", "null", "none", "nan"];
    if empty.contains(&tile.to_ascii_lowercase().as_str()) {
        return Ok(0);
    }
    tile.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| tile.parse::<u64>().ok())
        .flatten()
        .filter(|tile| *tile > 1 && tile.is_power_of_two())
        .map(|tile| tile.trailing_zeros() as u8)
        .ok_or_else(|| not_tile(word))
}

fn not_tile(word: &str) -> GridError {
    GridError::Tile(word.chars().take(24).collect())
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// A cell without spaces and quotation marks around it.
fn bare(cell: &str) -> &str {
    let cell = cell.trim();
    ['"', '\'']
        .into_iter()
        .find_map(|quote| cell.strip_prefix(quote)?.strip_suffix(quote))
        .map_or(cell, str::trim)
}

/// The innermost lists of a list. Names may stand around it:
/// `board = np.array([[2, 4], [8, 16]], dtype=int64)`.
fn rows_of_lists(text: &str) -> Result<Rows, GridError> {
    let open = text.find(['[', '{', '(']).unwrap_or(0);
    let close = text.rfind([']', '}', ')']).filter(|&close| close > open);
    let close = close.ok_or_else(|| not_tile(text.trim()))?;
    let strange = |word: &&String| {
        word.starts_with(|first: char| first.is_ascii_digit() || first == '.')
            || !word.chars().all(|c| c.is_ascii_alphanumeric() || "_.=:,;'\"".contains(c))
    };
    let around = [words(&text[..open]), words(&text[close + 1..])].concat();
    if let Some(word) = around.iter().find(strange) {
        return Err(not_tile(word));
    }
    let (mut lists, mut outside, mut current) = (Vec::new(), String::new(), None::<String>);
    for letter in text[open..=close].chars() {
        match letter {
            '[' | '{' | '(' => outside.extend(current.replace(String::new())),
            ']' | '}' | ')' => lists.extend(current.take()),
            ',' | ';' if current.is_none() => outside.push(' '),
            _ => current.as_mut().unwrap_or(&mut outside).push(letter),
        }
    }
    let mut names = outside.split(|c: char| c.is_whitespace() || ",;".contains(c));
    if let Some(word) = names.find(|word| !word.is_empty() && !word.starts_with("dtype=")) {
        return Err(not_tile(word));
    }
    let cells = |list: &String| {
        if !list.contains([',', ';']) {
            return words(list);
        }
        let mut cells: Vec<&str> = list.split([',', ';']).collect();
        // [2, 4,] has two.
        cells.pop_if(|last| last.trim().is_empty());
        cells.into_iter().map(|cell| bare(cell).to_owned()).collect()
    };
    Ok(lists.iter().map(cells).collect())
}

/// Whether a line is one between the rows of a table.
fn is_rule(line: &str) -> bool {
    let drawn = |c: char| "-=".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    let letters: Vec<char> = line.chars().collect();
    letters.iter().all(|&c| drawn(c) || c.is_whitespace() || "|+:".contains(c))
        && letters.windows(2).any(|two| drawn(two[0]) && drawn(two[1]))
}

fn rows_of_lines(text: &str) -> Result<Rows, GridError> {
    let between =
        ['|', ',', ';', '\t'].into_iter().find(|&sign| text.contains(sign)).unwrap_or(' ');
    // With commas between cells, a semicolon ends a row.
    let ends_row = |c| matches!(c, '/' | '\n' | '\r') || (c == ';' && between == ',');
    let is_blank = |line: &str| line.trim().is_empty();
    let lines: Vec<&str> = text.split(ends_row).filter(|line| !is_rule(line)).collect();
    let cells: Vec<Vec<&str>> = lines
        .iter()
        .filter(|line| !is_blank(line) || (between == '\t' && line.contains('\t')))
        .map(|line| line.split(between).map(bare).collect())
        .collect();
    let several = cells.iter().flatten().any(|cell| cell.contains(char::is_whitespace));
    if between == ' ' || (several && matches!(between, ',' | ';')) {
        if !text.contains('/') {
            let lines: Vec<&str> = lines.iter().copied().filter(|line| !is_blank(line)).collect();
            check_columns(&lines)?;
        }
        let rows = lines.iter().flat_map(|line| match between {
            ' ' => vec![words(line)],
            _ => line.split(between).map(words).collect(),
        });
        return Ok(rows.filter(|row| !row.is_empty()).collect());
    }
    let rows = without_edges(&cells, between == '|')?;
    Ok(rows.iter().map(|row| row.iter().map(|&cell| cell.to_owned()).collect()).collect())
}

/// A sign before the first cell or after the last may be an edge, or there is an empty cell beyond
/// it.
fn without_edges<'a>(rows: &[Vec<&'a str>], table: bool) -> Result<Vec<Vec<&'a str>>, GridError> {
    let cols = rows.first().map_or(0, Vec::len);
    let left = table && rows.iter().all(|row| row.first() == Some(&""));
    let right = rows.iter().all(|row| row.last() == Some(&""));
    let fits = |count| {
        if rows.len() == 1 { count == SIZE.0 * SIZE.1 } else { (rows.len(), count) == SIZE }
    };
    if cols < 2 || !(left || right) || (left != right && fits(cols)) {
        return Ok(rows.to_vec());
    }
    if if left && right { fits(cols) } else { !fits(cols - 1) } {
        return Err(GridError::Ambiguous);
    }
    let inner =
        |row: &Vec<&'a str>| row[usize::from(left)..row.len() - usize::from(right)].to_vec();
    Ok(rows.iter().map(inner).collect())
}

/// Where spaces alone align columns, each word must be in the column of the words above it: an
/// empty cell may have no sign.
fn check_columns(lines: &[&str]) -> Result<(), GridError> {
    let gap = |line: &&str| {
        line.trim().as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_whitespace))
    };
    if !lines.iter().any(gap) {
        return Ok(());
    }
    // The first and the last column of each word, by row.
    let mut rows: Vec<Vec<(usize, usize)>> = lines.iter().map(|line| spans(line)).collect();
    let end = |row: &Vec<(usize, usize)>| row.last().map_or(0, |&(_, to)| to);
    // Copying may have cut the spaces before the first word.
    let cut = rows[1..].iter().map(end).max().unwrap_or(0).saturating_sub(end(&rows[0]));
    if rows[0].first().is_some_and(|&(from, _)| from == 0) {
        for (from, to) in &mut rows[0] {
            *from += cut;
            *to += cut;
        }
    }
    for col in 0..rows[0].len() {
        let column = || rows.iter().filter_map(|row| row.get(col));
        let (last_from, first_to) =
            (column().map(|word| word.0).max(), column().map(|word| word.1).min());
        if last_from >= first_to {
            return Err(GridError::Ambiguous);
        }
    }
    Ok(())
}

/// Where the words of a line begin and end.
fn spans(line: &str) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    let mut from = None;
    for (at, letter) in line.chars().chain([' ']).enumerate() {
        match (letter.is_whitespace(), from) {
            (false, None) => from = Some(at),
            (true, Some(start)) => {
                spans.push((start, at));
                from = None;
            }
            _ => {}
        }
    }
    spans
}

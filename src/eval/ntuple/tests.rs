//! Tests of a network and its file: round trips, damaged and hostile files, values.

use super::blocks::{BLOCK, Blocks};
use super::error::ModelError;
use super::fallback::{tuples_with_fallbacks, with_fallbacks};
use super::file::{MAX_FILE_ENTRIES, decode, read, write};
use super::{Model, PackedNetwork, Stages, TuplePatterns};
use crate::eval::Evaluator;
use crate::rules::{Board, Cell};

/// A network of unusual tuples and stages with pseudo-random weights of all sizes in a quarter of
/// its blocks.
fn network() -> PackedNetwork {
    let patterns: TuplePatterns = "0 1245 05af".parse().unwrap();
    let stages = Stages::new(&[512, 768]).unwrap();
    let mut word = 1_u64;
    let mut next = || {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        word >> 33
    };
    let mut numbers = vec![0_i16; patterns.entries() * stages.len()];
    for block in numbers.chunks_mut(16) {
        if next() % 4 == 0 {
            for number in block {
                let size = next() % 17;
                *number = if next() % 2 == 0 { 0 } else { (next() as i16) >> size.min(15) };
            }
        }
    }
    numbers[20] = i16::MIN;
    numbers[21] = i16::MAX;
    let weights = Blocks::from_slice(&numbers).unwrap();
    PackedNetwork::new(patterns, stages, 0.5, weights, "a test — by hand".into()).unwrap()
}

fn model() -> Model {
    Model::new(network()).unwrap()
}

fn outcome(file: &[u8]) -> Result<(), ModelError> {
    read(file, |_| ()).map(|_| ())
}

#[test]
fn file_round_trips() {
    let model = network();
    let file = write(&model);
    let mut shares = Vec::new();
    let back = decode(&file, |share| shares.push(share)).unwrap();
    assert!(back.weights() == model.weights());
    assert_eq!(back.patterns(), model.patterns());
    assert_eq!(back.stages(), model.stages());
    assert_eq!(back.step(), model.step());
    assert_eq!(back.provenance(), model.provenance());
    assert!(shares.is_sorted() && shares.iter().all(|share| (0.0..1.0).contains(share)));
    let [back, model] = [back, model].map(|network| Model::new(network).unwrap());
    for bits in [0, 0x1, 0x0123_4567_89ab_cdef, 0x9990_0000_0000_0000] {
        let board = Board::from_bits(bits);
        assert_eq!(back.value(board), model.value(board));
        for image in board.symmetries() {
            assert_eq!(back.value(board), back.value(image));
        }
    }
}

#[test]
fn ranks_above_the_alphabet_are_read_as_its_last() {
    let patterns: TuplePatterns = "0123 0145/6".parse().unwrap();
    let numbers: Vec<i16> = (0..patterns.entries() as i32).map(|n| (n * 31) as i16).collect();
    let weights = Blocks::from_slice(&numbers).unwrap();
    let model =
        PackedNetwork::new(patterns, Stages::single(), 1.0, weights, String::new()).unwrap();
    let model = read(&write(&model), |_| ()).unwrap();
    assert_eq!(model.patterns().alphabet(), 6);
    let value = |bits| model.value(Board::from_bits(bits));
    assert_eq!(value(0x0123_4567_89ab_ecd5), value(0x0123_4555_5555_5555));
    assert_ne!(value(0x0123_4555_5555_5555), value(0x0123_4444_5555_5555));
}

#[test]
fn empty_network_has_a_small_file() {
    let patterns: TuplePatterns = "4x5".parse().unwrap();
    let weights = Blocks::zeroed(patterns.entries()).unwrap();
    let model =
        PackedNetwork::new(patterns, Stages::single(), 1.0, weights, String::new()).unwrap();
    let file = write(&model);
    assert!(file.len() < 1000, "{} bytes", file.len());
    assert_eq!(read(&file, |_| ()).unwrap().value(Board::from_bits(0x1234)), 0.0);
}

#[test]
fn damaged_files_are_refused() {
    let good = write(&network());
    assert_eq!(outcome(&good), Ok(()));
    for length in (0..good.len()).step_by(97).chain([7, 8, 12, 16, 20, good.len() - 1]) {
        let expected = if length < 8 { ModelError::Foreign } else { ModelError::Damaged };
        assert_eq!(outcome(&good[..length]), Err(expected), "cut to {length}");
    }
    for place in (12..good.len()).step_by(101) {
        let mut bytes = good.clone();
        bytes[place] ^= 0x10;
        assert_eq!(outcome(&bytes), Err(ModelError::Damaged), "altered at {place}");
    }
    let longer = [good.clone(), vec![0; 4]].concat();
    assert_eq!(outcome(&longer), Err(ModelError::Damaged));
}

/// The file with some bytes replaced and a correct checksum, as an attacker would make it.
fn forged(place: usize, bytes: &[u8]) -> Vec<u8> {
    forged_from(write(&network()), place, bytes)
}

fn forged_from(mut file: Vec<u8>, place: usize, bytes: &[u8]) -> Vec<u8> {
    file.truncate(file.len() - 4);
    file[place..place + bytes.len()].copy_from_slice(bytes);
    let sum = crc32fast::hash(&file);
    file.extend(sum.to_le_bytes());
    file
}

#[test]
fn foreign_future_and_hostile_files_are_refused_with_the_reason() {
    assert_eq!(outcome(b"PNG and so on, long enough"), Err(ModelError::Foreign));
    assert_eq!(outcome(&forged(8, &9_u32.to_le_bytes())), Err(ModelError::Version(9)));
    let text = |file: &[u8]| outcome(file).unwrap_err().to_string();
    assert!(text(&forged(8, &9_u32.to_le_bytes())).contains("version 9; this program reads 2"));
    // The header starts at 16: the tuples' length, `0 1245 05af`, the alphabet, the thresholds.
    assert_eq!(outcome(&forged(12, &u32::MAX.to_le_bytes())), Err(ModelError::Damaged));
    assert!(text(&forged(18, b"x")).contains("a network is one of"));
    assert!(text(&forged(29, &[12])).contains("numbers of ranks differ"));
    assert!(text(&forged(31, &999_u32.to_le_bytes())).contains("stages"));
    assert!(text(&forged(39, &f32::NAN.to_le_bytes())).contains("step"));
    // Words that no encoder wrote are refused or read as another network, without a panic.
    let start = (write(&network()).len() / 2) & !3;
    let _ = outcome(&forged(start, &[0xff; 40]));
    let _ = outcome(&forged(start, &[0; 40]));
    // The same for histograms, maps and lengths.
    let good = write(&network());
    for place in (64..start).step_by(start / 50).chain(64..164) {
        let _ = outcome(&forged_from(good.clone(), place, &[0]));
        let _ = outcome(&forged_from(good.clone(), place, &[0xff]));
    }
}

/// The file of a network of three stages, with these tuples and some bytes after its header, and a
/// correct checksum.
fn claiming(tuples: &str, behind: &[u8]) -> Vec<u8> {
    let honest = "0 1245 05af";
    let patterns: TuplePatterns = honest.parse().unwrap();
    let stages = Stages::new(&[512, 1024]).unwrap();
    let weights = Blocks::zeroed(3 * patterns.entries()).unwrap();
    let model = PackedNetwork::new(patterns, stages, 1.0, weights, String::new()).unwrap();
    let mut file = write(&model);
    let header = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    file.splice(16 + header..16 + header, behind.iter().copied());
    let length = (tuples.len() as u16).to_le_bytes();
    file.splice(16..18 + honest.len(), [&length, tuples.as_bytes()].concat());
    let grown = header + behind.len() + tuples.len() - honest.len();
    forged_from(file, 12, &(grown as u32).to_le_bytes())
}

#[test]
fn file_cannot_allocate_much_memory() {
    let refused = |tuples: &str| outcome(&claiming(tuples, &[])).unwrap_err().to_string();
    assert!(refused("0123456").contains("larger than four stages of 8x6"));
    // Sixteen tuples of seven cells have 2^32 entries, which is 0 in 32 bits.
    for count in [2, 14, 16, 17] {
        let error = refused(&["0123456"; 17][..count].join(" "));
        assert!(error.contains("at most 269484032 are possible"), "{error}");
    }
}

#[test]
fn largest_networks_with_fallbacks_can_be_read() {
    let large: TuplePatterns = "8x6".parse().unwrap();
    let stage = with_fallbacks(&large).unwrap();
    assert!(4 * stage.entries() <= MAX_FILE_ENTRIES);
    // Sixteen tuples of six cells are the most that a text may have.
    let twice: TuplePatterns = format!("{large} {large}").parse().unwrap();
    let twice = with_fallbacks(&twice).unwrap();
    assert_eq!(twice.to_string().parse(), Ok(twice));
}

#[test]
fn header_with_extra_bytes_is_refused() {
    assert_eq!(outcome(&claiming("0 1245 05af", &[])), Ok(()));
    let error = outcome(&claiming("0 1245 05af", &[0])).unwrap_err().to_string();
    assert!(error.contains("extra bytes"), "{error}");
}

#[test]
fn values_match_single_evaluations() {
    let patterns = ["0 1245 05af", "01245 45689/9", "0123 4567 0145 1256 569a"];
    for text in patterns {
        let patterns: TuplePatterns = text.parse().unwrap();
        let numbers: Vec<i16> = (0..2 * patterns.entries() as u32)
            .map(|n| (n.wrapping_mul(2_654_435_761) >> 16) as i16)
            .collect();
        let stages = Stages::new(&[1024]).unwrap();
        let weights = Blocks::from_slice(&numbers).unwrap();
        let network = PackedNetwork::new(patterns, stages, 0.25, weights, String::new()).unwrap();
        let model = Model::new(network).unwrap();
        let mut bits = 0x0123_4567_89ab_cdef_u64;
        let boards: Vec<Board> = std::iter::repeat_with(|| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            Board::from_bits(bits & bits >> 7)
        })
        .take(200)
        .collect();
        for count in [0, 1, 7, 200] {
            let mut values = vec![0.0; count];
            model.values(&boards[..count], &mut values);
            let alone: Vec<f32> = boards[..count].iter().map(|&board| model.value(board)).collect();
            assert_eq!(values, alone, "{text}");
        }
    }
}

/// The sum over all tuples and symmetries, tile by tile.
fn slow_value(network: &PackedNetwork, board: Board) -> f32 {
    let patterns = network.patterns();
    let base = network.stages().of(board.bits()) * patterns.entries();
    let weight = |cells: &[u8], start: usize, image: Board| {
        let ranks =
            cells.iter().rev().map(|&cell| usize::from(image.rank(Cell::new(cell.into())).get()));
        let entry = base + start + ranks.fold(0, |entry, rank| 16 * entry + rank);
        i32::from(network.weights().get(entry))
    };
    let sums = patterns.tuples().iter().zip(patterns.tables()).map(|(cells, table)| -> i32 {
        board.symmetries().into_iter().map(|image| weight(cells, table.start, image)).sum()
    });
    sums.sum::<i32>() as f32 * network.step()
}

#[test]
fn fallbacks_do_not_change_the_value_of_a_board() {
    let mut word = 7_u64;
    let mut next = || {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        word >> 33
    };
    for (text, with_fallbacks) in [
        ("012456 45689a 2456 689a", Some(2)),
        // The first cells, the other way round, and one too few.
        ("012456 45689a 0124 4568", None),
        ("012456 45689a 689a 2456", None),
        ("012456 45689a 2456", None),
    ] {
        let patterns: TuplePatterns = text.parse().unwrap();
        // Without fallbacks the stages are those of any network.
        let stages = if with_fallbacks.is_some() { &[512][..] } else { &[] };
        let stages = Stages::new(stages).unwrap();
        assert_eq!(tuples_with_fallbacks(&patterns), with_fallbacks, "{text}");
        let mut weights = Blocks::zeroed(patterns.entries() * stages.len()).unwrap();
        for place in 0..weights.len() / BLOCK {
            // One block of 64, and half of the entries in it.
            let mut block = [0; BLOCK];
            if next() % 64 == 0 {
                block.fill_with(|| if next() % 2 == 0 { 0 } else { next() as i16 >> 3 });
            }
            weights.store(place, &block).unwrap();
        }
        let network = PackedNetwork::new(patterns, stages, 0.5, weights, String::new()).unwrap();
        let model = read(&write(&network), |_| ()).unwrap();
        assert_eq!(model.patterns(), network.patterns());
        for _ in 0..2000 {
            let board = (0..16).fold(0, |bits, cell| bits | (next() % 15) << (4 * cell));
            let board = Board::from_bits(board);
            assert_eq!(model.value(board), slow_value(&network, board), "{text} {board:?}");
        }
    }
}

#[test]
fn merge_to_32768_has_the_value_of_the_downgraded_board() {
    let model = model();
    let board = |bits| model.value(Board::from_bits(bits));
    assert_eq!(board(0xfdc1), board(0xedc1));
    assert_eq!(board(0xfec1), board(0xedc1));
    assert_eq!(board(0xffe1), board(0xeed1));
    assert!(board(0xfedc_ba98_7654_3210).is_finite(), "no gap to close");
}

#[test]
fn step_must_be_a_positive_number() {
    let network = network();
    let with_step = |step| {
        let (patterns, stages) = (network.patterns().clone(), network.stages().clone());
        PackedNetwork::new(patterns, stages, step, network.weights().clone(), String::new())
            .is_some()
    };
    assert!(with_step(0.5));
    assert!(![0.0, -0.5, f32::NAN, f32::INFINITY].into_iter().any(with_step));
}

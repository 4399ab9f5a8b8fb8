//! Tests of games that start in a block.

use super::*;

#[test]
fn block_game_ends_at_its_32768_which_keeps_its_value() {
    let learner = optimistic();
    let indexer = Indexer::<3>::new(&learner.patterns).expect("one run");
    let reader = Reader { learner: &learner, indexer: &indexer };
    let recipe =
        Recipe { alpha: 0.25, coherent: false, lambda: 0.5, restart: 0, ..Recipe::default() };
    let settings = RoundSettings { recipe: &recipe, archive: &[], table: None };
    let (mut actor, mut tally) = (Actor::new(1, 0), Tally::default());
    let mut episode = Episode::begin(Board::from_bits(0xEEB0), false);
    episode.block = Some(BlockGame { tiles: 2, table: 0.0 });
    episode.moves = vec![(ring(1, 2), 10.0)];
    actor.episodes = vec![episode];
    actor.prepare(&reader, &recipe);
    actor.step(&reader, settings, &mut tally);
    assert_eq!((tally.episodes, tally.blocks[1]), (1, [1, 1]));
    let last = actor.episodes[0].moves[1].0;
    actor.step(&reader, settings, &mut tally);
    assert_eq!(values(&learner, [last; 3]), [80.0; 3]);
    actor.step(&reader, settings, &mut tally);
    // Toward the reward of the merge and the 80 points of the last afterstate.
    assert_eq!(values(&learner, [ring(1, 2); 3]), [80.0 + (32768.0 + 80.0 - 80.0) / 4.0; 3]);
    assert_eq!((tally.moves, actor.episodes[0].moves.len()), (2, 0));
}

#[test]
fn block_game_follows_the_table_for_its_share_of_the_moves() {
    let table = BlockTable::with_target(3).expect("a small table");
    let learner = optimistic();
    let indexer = Indexer::<3>::new(&learner.patterns).expect("one run");
    let reader = Reader { learner: &learner, indexer: &indexer };
    let recipe = Recipe::default();
    let settings = RoundSettings { recipe: &recipe, archive: &[], table: Some(&table) };
    // The values are all equal, so without the table the largest reward decides.
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut differ = 0;
    for _ in 0..200 {
        let block = 0x0000_0000_0567_0A98;
        let board =
            spawn(spawn(spawn(Board::from_bits(block), &mut random), &mut random), &mut random);
        let afters = Direction::ALL.map(|direction| board.slide(direction));
        let Some(best) = table.best(board, &afters) else { continue };
        let best = afters[best].as_ref().expect("a possible move").board.bits();
        let played = |share| {
            let (mut actor, mut tally) = (Actor::new(1, 0), Tally::default());
            let mut episode = Episode::begin(board, false);
            episode.block = Some(BlockGame { tiles: 6, table: share });
            actor.episodes = vec![episode];
            actor.prepare(&reader, &recipe);
            actor.step(&reader, settings, &mut tally);
            actor.episodes[0].moves[0].0
        };
        assert_eq!(played(1.0), best, "{board:?}");
        differ += u32::from(played(0.0) != best);
    }
    assert!(differ > 20, "{differ}");
}

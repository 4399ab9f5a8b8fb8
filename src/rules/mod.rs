//! The game and nothing else.

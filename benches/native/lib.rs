//! Benchmarks of slides, evaluators, searches and threads: see `speed.rs`.

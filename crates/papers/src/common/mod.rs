//! What several papers share: minimax, Monte Carlo playouts, positions of any board size.

pub mod memo;
pub mod minimax;
pub mod monte_carlo;
pub mod order;
pub mod position;
pub mod random;

//! The JavaScript interface, which only converts arguments and results. A board is passed as its
//! ranks, one byte per cell, row by row, with its rows and columns. Directions are 0 Up, 1 Right, 2
//! Down, 3 Left. Invalid arguments throw an `Error` whose message names the accepted values.
//!
//! The page's main thread loads a small module with [`Game`] alone (`bindings-game`);
//! `bindings-solver` adds the rest for the workers.

pub mod convert;
#[cfg(feature = "bindings-game")]
mod game;
#[cfg(feature = "bindings-solver")]
mod grade;
#[cfg(feature = "bindings-game")]
mod module;
#[cfg(feature = "bindings-solver")]
mod network;
#[cfg(feature = "bindings-solver")]
mod objects;
#[cfg(feature = "bindings-solver")]
mod people;
#[cfg(feature = "bindings-solver")]
mod solver;
#[cfg(feature = "bindings-game")]
mod step;

#[cfg(feature = "bindings-game")]
pub use game::Game;
#[cfg(feature = "bindings-game")]
pub use module::version;
#[cfg(feature = "bindings-solver")]
pub use network::Network;
#[cfg(feature = "bindings-solver")]
pub use people::People;
#[cfg(feature = "bindings-solver")]
pub use solver::Solver;
#[cfg(all(feature = "bindings-solver", feature = "parallel"))]
pub use wasm_bindgen_rayon::init_thread_pool;

/// Grows the memory now by the bytes that will be needed later. For shared memory: growing it while
/// threads run crashes pages in Safari 26.
///
/// # Errors
/// If the memory cannot grow so far.
pub fn reserve(bytes: usize) -> Result<(), wasm_bindgen::JsError> {
    let mut space: Vec<u8> = Vec::new();
    space.try_reserve_exact(bytes).map_err(|_| {
        wasm_bindgen::JsError::new(&format!("the memory cannot grow by {bytes} bytes"))
    })?;
    // The allocator keeps freed memory. Without the black box the compiler would remove the
    // allocation.
    std::hint::black_box(&space);
    Ok(())
}

/// Makes panics log their message before they trap.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|info| web_sys::console::error_1(&info.to_string().into())));
}

//! Networks that need more memory than there is.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;
use std::hint::black_box;

use afterstate::eval::ntuple::{ModelError, file};

/// The system's allocator, which refuses a thread blocks larger than its limit.
struct Limited;

thread_local! {
    static LIMIT: Cell<usize> = const { Cell::new(usize::MAX) };
}

fn allowed(bytes: usize) -> bool {
    bytes <= LIMIT.with(Cell::get)
}

// SAFETY: every call is passed on unchanged or refused with a null pointer.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if allowed(layout.size()) { unsafe { System.alloc(layout) } } else { std::ptr::null_mut() }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        if allowed(bytes) {
            unsafe { System.realloc(block, layout, bytes) }
        } else {
            std::ptr::null_mut()
        }
    }
}

#[global_allocator]
static ALLOCATOR: Limited = Limited;

/// Reads a network with no block of memory larger than `limit`. Without its own error for it, the
/// program would be aborted.
fn read_within(limit: usize, bytes: &[u8]) -> Result<usize, ModelError> {
    LIMIT.with(|own| own.set(limit));
    let model = file::read(black_box(bytes), |_| ());
    LIMIT.with(|own| own.set(usize::MAX));
    model.map(|model| model.bytes())
}

#[test]
fn network_that_does_not_fit_is_an_error() {
    let bytes = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/models/lite.bin")).unwrap();
    let needed = read_within(usize::MAX, &bytes).unwrap();
    // Too little for the words that find the weights, for their first block, and for all of them.
    for limit in [1 << 20, 3 << 20, 8 << 20, needed / 2] {
        assert_eq!(read_within(limit, &bytes), Err(ModelError::Memory), "{limit} of {needed}");
    }
    assert_eq!(read_within(needed, &bytes), Ok(needed), "and the next one is read");
}

//! Large tables of `f32` that several threads read and write without locks, on huge pages if the
//! system has them.
//!
//! A table holds the bits of each `f32` in an `AtomicU32`. Two threads that change one entry at once
//! may lose one of the changes; temporal-difference learning tolerates that (the lock-free training of
//! TDL2048+ and of Jaśkowski 2016 does the same).
//!
//! - Native code loads and stores with relaxed order, which is a plain move on every processor and no
//!   data race in the language's sense.
//! - WebAssembly with threads stores without an atomic operation, whose cost is too high there. By
//!   Rust's rules this *is* a data race with the loads of other threads. It works because the compiler
//!   turns a volatile store into one plain store, and WebAssembly defines what a race of plain accesses
//!   to an aligned word gives: the word of one of the threads.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A table of `f32`, zero at first.
pub struct Floats {
    bits: Box<[AtomicU32]>,
}

impl Floats {
    /// A table of `len` zeros. Pages are claimed from the system when first written.
    pub fn zeroed(len: usize) -> Self {
        let bits: Box<[AtomicU32]> = bytemuck::zeroed_slice_box(len);
        prefer_huge_pages(&bits);
        Floats { bits }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// The number at `index`.
    #[inline(always)]
    pub fn get(&self, index: usize) -> f32 {
        self.view().get(index)
    }

    /// Replaces the number at `index`.
    #[inline(always)]
    pub fn set(&self, index: usize, number: f32) {
        self.view().set(index, number);
    }

    /// The same table by its address and length. A loop that holds them keeps them in registers;
    /// one that reads the `Box` loads them again for each number.
    #[inline(always)]
    pub fn view(&self) -> FloatsView<'_> {
        FloatsView { bits: &self.bits }
    }

    /// The numbers as bit patterns, for exclusive access.
    pub fn bits_mut(&mut self) -> &mut [AtomicU32] {
        &mut self.bits
    }

    /// The numbers as bit patterns.
    pub fn bits(&self) -> &[AtomicU32] {
        &self.bits
    }
}

/// Access to the numbers of a table.
#[derive(Clone, Copy)]
pub struct FloatsView<'a> {
    bits: &'a [AtomicU32],
}

impl FloatsView<'_> {
    /// The number at `index`.
    #[inline(always)]
    pub fn get(self, index: usize) -> f32 {
        f32::from_bits(self.bits[index].load(Relaxed))
    }

    /// Replaces the number at `index`.
    #[inline(always)]
    pub fn set(self, index: usize, number: f32) {
        store(&self.bits[index], number.to_bits());
    }

    /// Prefetches the number at `index`, where the processor can.
    #[inline(always)]
    pub fn prefetch(self, index: usize) {
        prefetch(self.bits, index);
    }

    /// The same; in WebAssembly, which has no prefetch, it loads the number.
    #[inline(always)]
    pub fn touch(self, index: usize) {
        touch(self.bits, index);
    }
}

#[cfg(not(all(target_arch = "wasm32", feature = "parallel")))]
#[inline(always)]
fn store(number: &AtomicU32, bits: u32) {
    number.store(bits, Relaxed);
}

/// The atomic stores of WebAssembly are sequentially consistent: on x86-64 each is a locked exchange,
/// and a step of learning has a hundred. Rust has no weaker atomic store for this target, so this one
/// is not atomic in the language's sense: see the module.
#[cfg(all(target_arch = "wasm32", feature = "parallel"))]
#[allow(unsafe_code)]
#[inline(always)]
fn store(number: &AtomicU32, bits: u32) {
    // SAFETY: the pointer comes from a reference, so it is valid and aligned. Other threads may load
    // the word at the same time, which is a data race that Rust's memory model leaves undefined. We
    // rely on what the compiler does with a volatile store: one `i32.store`, whose races WebAssembly
    // defines.
    unsafe { number.as_ptr().write_volatile(bits) }
}

/// Requests huge pages for a table: lookups are spread over hundreds of megabytes, and with 4 KiB
/// pages most of their time goes to address translation. Without them training is only slower.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn prefer_huge_pages(table: &[AtomicU32]) {
    const HUGE: usize = 2 << 20;
    let start = (table.as_ptr() as usize).next_multiple_of(HUGE);
    let end = (table.as_ptr() as usize + size_of_val(table)) / HUGE * HUGE;
    if start < end {
        // SAFETY: the range lies inside one live allocation and is page-aligned, and
        // MADV_HUGEPAGE changes neither contents nor protection of its pages.
        unsafe {
            libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn prefer_huge_pages(_table: &[AtomicU32]) {}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline(always)]
fn prefetch(bits: &[AtomicU32], index: usize) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch is a hint that never faults, at any address.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(bits.as_ptr().wrapping_add(index).cast()) }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn prefetch(_bits: &[AtomicU32], _index: usize) {}

#[cfg(not(target_arch = "wasm32"))]
use prefetch as touch;

#[cfg(target_arch = "wasm32")]
#[inline(always)]
fn touch(bits: &[AtomicU32], index: usize) {
    std::hint::black_box(bits[index].load(Relaxed));
}

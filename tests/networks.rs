//! Networks as they are shipped and as every machine reads them. Leaves out how the file is laid out, which
//! `eval::ntuple` tests itself, and the browser (tests/wasm.rs, with the same known values).
#![cfg(not(target_arch = "wasm32"))]

mod network;

use afterstate::eval::ntuple::file;

#[test]
fn a_network_has_the_values_it_has_everywhere() {
    assert_eq!(network::fingerprints(), network::KNOWN);
}

#[test]
fn the_shipped_networks_are_read_and_the_smallest_is_written_without_a_difference() {
    let mut smallest = Vec::new();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/models")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "bin") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.len() <= 16_000_000, "{} has {} bytes", path.display(), bytes.len());
        assert!(file::read(&bytes, |_| ()).is_ok(), "{}", path.display());
        if smallest.is_empty() || bytes.len() < smallest.len() {
            smallest = bytes;
        }
    }
    assert!(file::write(&file::read(&smallest, |_| ()).unwrap()) == smallest);
}

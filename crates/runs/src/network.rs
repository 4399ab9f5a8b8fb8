//! Networks in files.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use afterstate::eval::ntuple::{Model, PackedNetwork, file};

/// Reads a packed network.
///
/// # Errors
/// A message for the user, if the file cannot be read or is not a network.
pub fn load(path: &Path) -> Result<Model, String> {
    let model = Model::new(load_packed(path)?);
    model.map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads a packed network, with the weights as the file has them.
///
/// # Errors
/// As for [`load`].
pub fn load_packed(path: &Path) -> Result<PackedNetwork, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    file::decode(&bytes, |_| ()).map_err(|error| format!("{}: {error}", path.display()))
}

/// The CRC-32 at the end of a network's file or of a checkpoint, unchecked.
///
/// # Errors
/// A message for the user, if the file cannot be read.
pub fn checksum(path: &Path) -> Result<u32, String> {
    let found = File::open(path).and_then(|mut file| checksum_of(&mut file));
    found.map_err(|error| format!("{}: {error}", path.display()))
}

/// The same of an open file, which is then at its begin.
///
/// # Errors
/// If the file cannot be read.
pub fn checksum_of(file: &mut File) -> io::Result<u32> {
    let mut bytes = [0; 4]; // little-endian
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(4)))?;
    file.read_exact(&mut bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            io::Error::new(error.kind(), format!("the file has only {length} bytes"))
        }
        _ => error,
    })?;
    file.rewind()?;
    Ok(u32::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_shorter_than_its_checksum_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("network.bin");
        fs::write(&path, [1, 2, 3]).unwrap();
        assert!(checksum(&path).unwrap_err().ends_with("the file has only 3 bytes"));
        fs::write(&path, [9, 1, 2, 0, 0]).unwrap();
        assert_eq!(checksum(&path), Ok(0x0201));
    }
}

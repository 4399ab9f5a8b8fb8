//! Networks in files.

use std::fs;
use std::path::Path;

use afterstate::eval::ntuple::{Model, PackedNetwork, file};

/// Reads a packed network; the error is a message for the user.
pub fn load(path: &Path) -> Result<Model, String> {
    let model = Model::new(load_packed(path)?);
    model.map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads a packed network, with the weights as the file has them.
pub fn load_packed(path: &Path) -> Result<PackedNetwork, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    file::decode(&bytes, |_| ()).map_err(|error| format!("{}: {error}", path.display()))
}

//! The file models/people.bin: the tables and the network of the judge.
//!
//! All numbers are little-endian: magic `AFSPEOPL`, version (`u32`), length of the tables (`u32`),
//! the tables as text, the network as its own file, and the CRC-32 of everything before it (`u32`).

use super::{People, PeopleTable};
use crate::eval::ntuple::{ModelError, file};

const MAGIC: &[u8; 8] = b"AFSPEOPL";
const VERSION: u32 = 1;

/// The bytes of the file, from the tables and the bytes of the network's file.
#[must_use]
pub fn write(table: &PeopleTable, network: &[u8]) -> Vec<u8> {
    let text = table.to_string();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes.extend(network);
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

pub(super) fn read(bytes: &[u8]) -> Result<People, ModelError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(ModelError::Foreign)?;
    let (version, rest) = rest.split_first_chunk::<4>().ok_or(ModelError::Damaged)?;
    if u32::from_le_bytes(*version) != VERSION {
        return Err(ModelError::Version(u32::from_le_bytes(*version)));
    }
    let (content, sum) = bytes.split_last_chunk::<4>().ok_or(ModelError::Damaged)?;
    let checksum = u32::from_le_bytes(*sum);
    if crc32fast::hash(content) != checksum {
        return Err(ModelError::Damaged);
    }
    let (length, rest) = rest.split_first_chunk::<4>().ok_or(ModelError::Damaged)?;
    let rest = &rest[..rest.len().saturating_sub(4)];
    let (text, network) =
        rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(ModelError::Damaged)?;
    let text = std::str::from_utf8(text).map_err(|_| ModelError::Damaged)?;
    let table: PeopleTable = text.parse().map_err(ModelError::Refused)?;
    let network = file::read(network, |_| ())?;
    Ok(People { network, table, checksum })
}

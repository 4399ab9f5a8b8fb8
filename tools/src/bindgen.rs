//! One compiled module -> one package of ES modules (`afterstate.js`, `afterstate_bg.wasm`, type
//! declarations). `tools/optimize.js` optimizes the result.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;
use wasmparser::{Imports, Parser, Payload, TypeRef};

/// Where the memory of a module comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// The module makes its own memory, which no other thread can access.
    Own,
    /// The page passes a memory that several workers share.
    Shared,
}

/// Our script that starts the workers of a pool. It replaces the file of this name in
/// `wasm-bindgen-rayon`, which starts workers from a `blob:` address, so a page would have to allow
/// those in its Content-Security-Policy. That file also waits forever if a worker cannot start.
const POOL_WORKER: &str = include_str!("../pool_worker.js");
const POOL_WORKER_NAME: &str = "workerHelpers.no-bundler.js";

/// Writes the package of `input` to the folder `out`, which is emptied first.
///
/// Fails where the module's memory is not what the package promises: a build that has lost its
/// linker flags still compiles, but its threads would each see a memory of their own.
pub fn run(input: &Path, out: &Path, memory: Memory) -> anyhow::Result<()> {
    bindings(Bindgen::new().typescript(true), input, out)?;

    let module = out.join("afterstate_bg.wasm");
    let found = memory_of(&fs::read(&module)?)?;
    ensure!(
        found == memory,
        "{} has {found:?} memory, but {memory:?} was requested",
        module.display()
    );

    let script = out.join("afterstate.js");
    fs::write(&script, free_once(&fs::read_to_string(&script)?)?)?;

    if memory == Memory::Shared {
        replace_pool_worker(out)?;
    }
    Ok(())
}

/// Writes the bindings of the tests in `input` to the folder `out`, which is emptied first. The tests
/// are exports of the module, which wasm-bindgen removes unless it is asked to keep them.
pub fn tests(input: &Path, out: &Path) -> anyhow::Result<()> {
    bindings(Bindgen::new().debug(true).export_wasm(true).emit_start(false), input, out)
}

/// Writes the bindings of `input`, an ES module, to the emptied folder `out`.
fn bindings(bindgen: &mut Bindgen, input: &Path, out: &Path) -> anyhow::Result<()> {
    if out.exists() {
        fs::remove_dir_all(out).with_context(|| format!("cannot empty {}", out.display()))?;
    }
    bindgen
        .input_path(input)
        .web(true)?
        .omit_default_module_path(false) // `init()` finds the module beside its script
        .out_name("afterstate")
        .generate(out)
        .with_context(|| format!("wasm-bindgen failed on {}", input.display()))
}

/// The script with objects that may be freed again, and after another object took them over: both
/// happen at the end of a block with `using`. wasm-bindgen frees a null pointer then, and throws.
fn free_once(script: &str) -> anyhow::Result<String> {
    let mut freed = 0;
    let lines = script.split_inclusive('\n').map(|line| match line.trim_start() {
        call if call.starts_with("wasm.__wbg_") && call.ends_with("_free(ptr, 0);\n") => {
            freed += 1;
            line.replace("wasm.", "if (ptr !== 0) wasm.")
        }
        _ => line.to_owned(),
    });
    let patched = lines.collect();
    ensure!(
        freed == script.matches(" free() {").count(),
        "wasm-bindgen writes the method `free` differently now"
    );
    Ok(patched)
}

/// Whether a module imports a shared memory.
fn memory_of(module: &[u8]) -> anyhow::Result<Memory> {
    for payload in Parser::new(0).parse_all(module) {
        let Payload::ImportSection(section) = payload? else { continue };
        for imports in section {
            let Imports::Single(_, import) = imports? else { continue };
            if let TypeRef::Memory(memory) = import.ty {
                ensure!(memory.shared, "the module imports a memory that is not shared");
                return Ok(Memory::Shared);
            }
        }
    }
    Ok(Memory::Own)
}

/// Overwrites the worker script that `wasm-bindgen-rayon` put into the package.
fn replace_pool_worker(package: &Path) -> anyhow::Result<()> {
    let snippets = package.join("snippets");
    let scripts: Vec<PathBuf> = fs::read_dir(&snippets)
        .with_context(|| {
            format!("{} is missing: is the feature `parallel` on?", snippets.display())
        })?
        .map(|crate_folder| Ok(crate_folder?.path().join("src").join(POOL_WORKER_NAME)))
        .collect::<anyhow::Result<Vec<_>>>()?
        .into_iter()
        .filter(|script| script.exists())
        .collect();
    let [script] = &scripts[..] else {
        bail!(
            "expected one {POOL_WORKER_NAME} under {}, found {}",
            snippets.display(),
            scripts.len()
        );
    };
    fs::write(script, POOL_WORKER).with_context(|| format!("cannot write {}", script.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module with one imported memory: header, import section ("m" "m", limits with the given
    /// flags, 1..2 pages).
    fn importing_memory(flags: u8) -> Vec<u8> {
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        let section = [1, 1, b'm', 1, b'm', 2, flags, 1, 2];
        module.extend([2, section.len() as u8]);
        module.extend(section);
        module
    }

    #[test]
    fn free_of_a_freed_object_does_nothing() {
        let class =
            "    free() {\n        const ptr = this.x();\n        wasm.__wbg_game_free(ptr, 0);\n";
        let patched = class.replace("wasm.__", "if (ptr !== 0) wasm.__");
        assert_eq!(free_once(class).unwrap(), patched);
        assert!(free_once("    free() {\n        wasm.other(ptr);\n").is_err());
    }

    #[test]
    fn a_shared_import_is_recognized() {
        assert_eq!(memory_of(&importing_memory(3)).unwrap(), Memory::Shared);
    }

    #[test]
    fn an_import_that_is_not_shared_is_refused() {
        assert!(memory_of(&importing_memory(1)).is_err());
    }

    #[test]
    fn a_module_without_imports_has_its_own() {
        assert_eq!(memory_of(b"\0asm\x01\0\0\0").unwrap(), Memory::Own);
    }
}

//! The command-line program; see the library's `cli` module.

fn main() -> std::process::ExitCode {
    afterstate::cli::run()
}

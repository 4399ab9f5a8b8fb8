//! The command line; everything is in the library's `cli` module.

fn main() -> std::process::ExitCode {
    afterstate::cli::run()
}

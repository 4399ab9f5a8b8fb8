//! The command-line program; see the library.

fn main() -> std::process::ExitCode {
    afterstate_cli::run()
}

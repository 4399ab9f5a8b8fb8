//! The command line; everything is in the library's `native` room.

fn main() -> std::process::ExitCode {
    afterstate::native::run()
}

//! `afterstate model`: packs a checkpoint into a network's file, and describes such a file.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Subcommand};

use afterstate::eval::ntuple::{Model, file};
use afterstate_runs::checkpoint;
use afterstate_runs::files::check_outputs;
use afterstate_runs::network::load_packed;
use afterstate_runs::numbers::{above_zero, not_negative};
use afterstate_runs::output::{CommandError, Report};
use afterstate_train::quantize::{QuantizeSettings, quantize};

/// Pack or describe trained networks.
#[derive(Args, Debug)]
pub struct ModelOptions {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Make the file of a network from a checkpoint, with quantized weights
    Pack {
        /// The checkpoint of `afterstate train`
        checkpoint: PathBuf,
        /// The file of the network to write. A file that exists is replaced
        out: PathBuf,
        /// Quantization step of the weights, in points: a larger one makes the file smaller and the
        /// weights coarser
        #[arg(long, value_name = "POINTS", default_value_t = 32.0, value_parser = above_zero::<f32>)]
        step: f32,
        /// Rounding error to accept for each bit saved: a larger number makes the file smaller and
        /// the weights coarser. One number per stage, with commas between them; the last one
        /// applies to all further stages
        #[arg(long, value_name = "PRICES", value_delimiter = ',', default_value = "1e8",
            value_parser = not_negative::<f64>)]
        price: Vec<f64>,
    },
    /// Describe the file of a network
    Info {
        /// The file of the network (.bin)
        file: PathBuf,
    },
}

/// Runs `afterstate model`.
///
/// # Errors
/// A message for the user if a file cannot be read or written.
pub fn run_command(options: &ModelOptions) -> Result<Report, CommandError> {
    match &options.command {
        Command::Pack { checkpoint, out, step, price } => pack(checkpoint, out, *step, price),
        Command::Info { file } => info(file),
    }
}

fn pack(checkpoint: &Path, out: &Path, step: f32, prices: &[f64]) -> Result<Report, CommandError> {
    check_outputs(&[out], &[checkpoint])?;
    let state = checkpoint::load(checkpoint)?;
    if !state.recipe.coherent {
        return Err(
            "the last moves of this run were plain TD (--coherent false, or td in its schedule), so it \
             has no coherence sums of them, and packing needs these to know which weights were learned. \
             Train it further with --coherent true first."
                .into(),
        );
    }
    let done = &state.done;
    let mut provenance = format!(
        "afterstate train: {} moves, {} games from fresh boards, {} in all, {:.0} s; \
         packed with step {step} and price {}\n",
        done.moves,
        done.games,
        done.episodes,
        done.seconds,
        prices.iter().map(|price| format!("{price:e}")).collect::<Vec<_>>().join(",")
    );
    provenance.push_str(&done.history.join("\n"));
    let learner = state.learner.without_redundant_tuples();
    let network = quantize(&learner, QuantizeSettings { step, prices }, provenance)?;
    let bytes = file::write(&network);
    let text = format!("{}: {} bytes\n", out.display(), bytes.len());
    Ok(Report::new(text).with_file(out, bytes))
}

fn info(path: &Path) -> Result<Report, CommandError> {
    let mut text = String::new();
    let mut say = |line: String| text += &format!("{line}\n");
    let started = Instant::now();
    let network = load_packed(path)?;
    let weights = network.weights();
    let nonzero = (0..weights.len()).filter(|&index| weights.get(index) != 0).count();
    say(format!("tuples      {}", network.patterns()));
    say(format!("stages at   {:?}", network.stages().thresholds()));
    say(format!("step        {} points", network.step()));
    say(format!("weights     {nonzero} of {} are not 0", weights.len()));
    say(network.provenance().to_string());
    let model = Model::new(network).map_err(|error| format!("{}: {error}", path.display()))?;
    let seconds = started.elapsed().as_secs_f64();
    say(format!("in memory   {} bytes", model.bytes()));
    say(format!("read in     {seconds:.2} s"));
    Ok(Report::new(text))
}

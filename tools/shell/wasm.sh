# shellcheck shell=bash
# Compiles the crates to WebAssembly and makes the six packages of the page. Sourced by build.sh.
#
# Threads need a standard library compiled with atomics, which no distribution has. So the compiler must come with the
# source of its library: a component of rustup, or a package of Debian.

readonly wasm_target=wasm32-unknown-unknown
readonly wasm_folder=target/wasm
# The output of wasm-bindgen and Binaryen: pkg-game/, pkg/, pkg-parallel/, pkg-papers/, pkg-learn/ and pkg-learn-parallel/.
readonly packages=target/packages

# The shared memory may grow to this: room for a table of 256 MiB and a network of 200 MiB. Browsers reserve the
# address space at once, and Safari on iOS refuses a larger maximum.
readonly shared_memory_maximum=$((512 * 1024 * 1024))

# ---- the compiler ----------------------------------------------------------------------------------------------------

# minimum_rust: the version of Rust that the crate needs at least.
minimum_rust() { sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml; }

# usable_compiler RUSTC: whether it is new enough and has the source of its standard library.
usable_compiler() {
  local version
  version=$("$1" --version 2>/dev/null | cut -d' ' -f2) || return 1
  version_at_least "$(minimum_rust)" "$version" && [[ -f $("$1" --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock ]]
}

use_rustup() {
  wasm_cargo=(cargo)
  wasm_rustc=rustc
  wasm_linker=''
}
use_debian() {
  wasm_cargo=(env RUSTC=/usr/bin/rustc RUSTDOC=/usr/bin/rustdoc /usr/bin/cargo)
  wasm_rustc=/usr/bin/rustc
  wasm_linker=$debian_linker
}
usable_rustup() { has rustup && usable_compiler rustc; }
usable_debian() { [[ -x /usr/bin/cargo ]] && has "$debian_linker" && usable_compiler /usr/bin/rustc; }
install_debian() {
  want "Rust compiler with the source of its library, for WebAssembly" "${debian_compiler[@]}"
  install_wanted
}

# choose_compiler: prefers installed compilers to downloads. Sets wasm_cargo, wasm_rustc and wasm_linker.
choose_compiler() {
  local choice=${AFTERSTATE_COMPILER:-any}
  case $choice in any | rustup | debian) ;; *) fail "AFTERSTATE_COMPILER is '$choice'. It must be rustup or debian." ;; esac
  if [[ $choice != debian ]] && usable_rustup; then
    use_rustup
  elif [[ $choice != rustup ]] && usable_debian; then
    use_debian
  elif [[ $choice != debian ]] && ask_rustup component rust-src && usable_rustup; then
    use_rustup
  elif [[ $choice != rustup ]] && install_debian; then
    usable_debian || fail "Debian's packages are installed, but $(/usr/bin/rustc --version) is too old or lacks its source."
    use_debian
  else
    fail "No compiler can build WebAssembly with threads here. Run one of:" \
      "rustup update stable && rustup component add rust-src" "$(apt_command "${debian_compiler[@]}")"
  fi
  # The modules without threads can use a library that is compiled already. It is asked for only before they are compiled
  # for the first time, so that nobody waits for it again.
  if [[ $wasm_rustc == rustc && ! -d $wasm_folder ]] && ! has_target $wasm_target; then
    ask_rustup target $wasm_target || say "Compiling the standard library instead"
  fi
  say "Compiling WebAssembly with $("$wasm_rustc" --version) in $("$wasm_rustc" --print sysroot)"
}

# ---- compiling -------------------------------------------------------------------------------------------------------

# wasm_flags KIND: the flags of rustc for one kind of package (game, single, parallel, papers, learn or learn-parallel), one a line.
wasm_flags() {
  [[ -z $wasm_linker ]] || printf '%s\n' -C "linker=$wasm_linker"
  # Panic messages name source files without the folders of this machine.
  printf -- '--remap-path-prefix=%s=%s\n' "$("$wasm_rustc" --print sysroot)/lib/rustlib/src/rust" rust \
    "${CARGO_HOME:-$HOME/.cargo}/registry/src" crates
  if [[ $1 != *parallel ]]; then
    printf '%s\n' -C target-feature=+simd128
    return
  fi
  printf '%s\n' -C target-feature=+atomics,+bulk-memory,+simd128
  # Since 2025-10 rustc no longer passes these (rust-lang/rust#147225 and #156174): a memory that the page provides and
  # the threads share, and what wasm-bindgen needs to give each thread its own stack and thread-local storage.
  printf -- '-C\nlink-arg=%s\n' --shared-memory --import-memory "--max-memory=$shared_memory_maximum" \
    --export=__heap_base --export=__wasm_init_tls --export=__tls_size --export=__tls_align --export=__tls_base
}

# wasm_build KIND COMMAND...: runs cargo for WebAssembly. Kinds with different flags have different target folders: cargo
# names a module of WebAssembly without a hash of its flags and features, so in one folder each would be compiled every time.
wasm_build() {
  local kind=$1 command=$2 crate=afterstate folder=$1 features library=() options=() flags level=3 panic=abort
  shift 2
  case $kind in
    game) # the page waits for it: small before fast. A panic ends it without the code that would format its message.
      features=bindings-game level=s panic=immediate-abort
      library=(-Z panic-immediate-abort -Z "build-std=std,panic_abort" -Z build-std-features=optimize_for_size)
      ;;
    single) features=bindings-solver ;;
    parallel) features=bindings-solver,parallel ;;
    papers) crate=afterstate-papers folder=single features=bindings ;;
    learn) crate=afterstate-train folder=single features=bindings ;;
    learn-parallel) crate=afterstate-train folder=parallel features=bindings,parallel ;;
  esac
  # It learns up to a tenth quicker than optimized at level 3 (4x6 and 8x6 in Node), and is compiled in two thirds of the time.
  [[ $kind != learn* ]] || options=(--config profile.release.package.afterstate-train.opt-level=2)
  # For the modules without threads, a prebuilt library is enough where there is one.
  if [[ $kind == *parallel || $folder == single && ! -d $("$wasm_rustc" --print target-libdir --target $wasm_target) ]]; then
    # Without backtraces, which a page has none of: the crates that read debug information are not compiled.
    library=(-Z "build-std=std,panic_abort" -Z build-std-features=)
  fi
  flags=$(wasm_flags "$kind" | tr '\n' '\037')
  # What runs while cargo compiles (macros, build scripts) is the same for every kind: it lies in one folder. Cargo locks it,
  # so the kinds with threads have another, to be compiled beside the others.
  mkdir -p "$wasm_folder/host" "$wasm_folder/$folder"
  [[ $folder == parallel || -e $wasm_folder/$folder/release ]] || ln -s ../host "$wasm_folder/$folder/release"
  # The encoded form overrides every other place where flags may be set. -Z needs RUSTC_BOOTSTRAP on a stable compiler.
  env -u RUSTFLAGS RUSTC_BOOTSTRAP=1 CARGO_ENCODED_RUSTFLAGS="${flags%?}" CARGO_PROFILE_RELEASE_OPT_LEVEL=$level \
    CARGO_PROFILE_RELEASE_PANIC=$panic \
    "${wasm_cargo[@]}" "$command" --locked --package "$crate" --target $wasm_target --target-dir "$wasm_folder/$folder" \
    --no-default-features --features "$features" ${library[@]+"${library[@]}"} \
    ${options[@]+"${options[@]}"} "$@"
}

# wasm_module KIND: where compile_packages puts its module.
wasm_module() { echo "$wasm_folder/$1.wasm"; }

# compile_modules KIND...: modules, as rustc makes them.
compile_modules() {
  local kind
  for kind in "$@"; do wasm_build "$kind" rustc --quiet --release --lib --crate-type cdylib; done
}

# compile_packages: the six modules. The two halves can run at the same time.
compile_packages() {
  compile_without_threads
  compile_with_threads
}
compile_without_threads() {
  local kind
  compile_modules game single papers learn
  for kind in game single; do
    cp "$wasm_folder/$kind/$wasm_target/release/afterstate.wasm" "$(wasm_module "$kind")"
  done
  cp "$wasm_folder/single/$wasm_target/release/afterstate_papers.wasm" "$(wasm_module papers)"
  cp "$wasm_folder/single/$wasm_target/release/afterstate_train.wasm" "$(wasm_module learn)"
}
compile_with_threads() {
  compile_modules parallel learn-parallel
  cp "$wasm_folder/parallel/$wasm_target/release/afterstate.wasm" "$(wasm_module parallel)"
  cp "$wasm_folder/parallel/$wasm_target/release/afterstate_train.wasm" "$(wasm_module learn-parallel)"
}

# ---- packages --------------------------------------------------------------------------------------------------------

# package_of KIND: the folder of its package.
package_of() {
  case $1 in
    single) echo "$packages/pkg" ;;
    *) echo "$packages/pkg-$1" ;;
  esac
}

# make_group KIND...: compiled modules -> bindings -> optimized packages, of those that changed. One process optimizes all.
make_group() {
  local kind package threads inputs changed=() stamps=() optimized=()
  for kind in "$@"; do
    package=$(package_of "$kind")
    inputs=$(cat "$(wasm_module "$kind")" Cargo.lock tools/Cargo.toml tools/optimize.js tools/pool_worker.js tools/src/*.rs \
      tools/shell/wasm.sh package-lock.json | sha256)
    [[ ! -d $package || ! -f $package.stamp || $(<"$package.stamp") != "$inputs" ]] || continue
    rm -f "$package.stamp"
    mkdir -p "$packages"
    threads=()
    [[ $kind != *parallel ]] || threads=(--threads)
    target/debug/afterstate-tools bindgen "$(wasm_module "$kind")" "$package" ${threads[@]+"${threads[@]}"}
    changed+=("$package") stamps+=("$inputs")
    [[ $kind != game ]] || optimized+=(--small)
    optimized+=("$package/afterstate_bg.wasm")
  done
  ((${#changed[@]})) || return 0
  node tools/optimize.js "${optimized[@]}"
  for kind in "${!changed[@]}"; do echo "${stamps[kind]}" >"${changed[kind]}.stamp"; done
}

# make_packages: two groups at a time that take about as long. The game is the last of its group, for --small.
make_packages() {
  local first
  make_group single papers game &
  first=$!
  make_group parallel learn learn-parallel
  wait "$first"
}

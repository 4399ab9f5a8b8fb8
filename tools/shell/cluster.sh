# shellcheck shell=bash
# The tests of the recipes in tools/cluster, which need system packages of their own. Sourced by build.sh.

cluster_tools() {
  { has parallel && { has sshd || [[ -x /usr/sbin/sshd ]]; }; } ||
    want "GNU parallel over ssh" parallel openssh-client openssh-server
  { has slurmctld && has slurmd && has sbatch && has munged; } ||
    [[ -x /usr/sbin/slurmctld && -x /usr/sbin/munged ]] ||
    want "a Slurm cluster of one node" slurmctld slurmd slurm-client munge
  { has mpirun && has mpicc && has_libclang; } || want "training by MPI" openmpi-bin libopenmpi-dev libclang-dev
  has python3 && python3 -c 'import ensurepip' 2>/dev/null ||
    want "the schema of the Kubernetes API (from PyPI)" python3 python3-venv
  install_wanted || say "Not everything that is missing was installed; the tests that need it will fail"
}

# has_libclang: whether bindgen, which reads mpi.h, finds it.
has_libclang() { [[ -n ${LIBCLANG_PATH:-} ]] || compgen -G '/usr/lib*/llvm*/lib/libclang.so*' >/dev/null || compgen -G '/usr/lib/*/libclang*.so*' >/dev/null; }

# mpi_test: the path of the compiled tests/mpi.rs.
mpi_test() {
  cargo test --locked --quiet --features mpi --test mpi --no-run --message-format=json 2>/dev/null |
    sed -n 's/.*"kind":\["test"\].*"executable":"\([^"]*\)".*/\1/p'
}

# test_cluster: each recipe, with two or more shards at a time on this machine.
test_cluster() {
  need_cargo
  start_steps
  step_here "What the recipes need" cluster_tools
  step "Compile the program with MPI" cargo_build --features mpi --bin afterstate --test mpi
  AFTERSTATE=$PWD/target/debug/afterstate
  PATH=$PATH:/usr/sbin:/sbin
  export AFTERSTATE PATH
  step "One run against 7 shards (cargo)" cargo test --locked --quiet --features mpi --test commands shards
  step "GNU parallel on two hosts" tools/cluster/test-parallel.sh
  step "Slurm, one task killed and requeued" tools/cluster/test-slurm.sh
  step "Kubernetes, the manifest and the pods' command" tools/cluster/test-kubernetes.sh
  TEST=$(mpi_test)
  export TEST
  step "Training by MPI" tools/cluster/test-mpi.sh
}

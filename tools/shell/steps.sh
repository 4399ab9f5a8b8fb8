# shellcheck shell=bash
# Runs the steps of `./build.sh test`, some in parallel, and prints a summary. Sourced by build.sh.
#
# The CPU seconds of a step are those of its processes that have ended and that somebody waited for. Nobody waits for
# those of a browser that show its pages: browser tests take about twice what is printed.
# The output of a step goes to a log. It is also shown while the step runs or, for parallel steps, when it ends. The first
# failing step ends the run.

readonly step_logs=target/steps # WORDS.log of each step, and `times`, `counts` and `failed`
readonly passed=target/passed # the sum of the inputs with which a step passed

step_title='' # of the current step
step_log=''
step_began=0
step_cpu=0 # seconds of CPU that this shell and its finished children had used when the step began
side_by_side='' # the function whose steps run beside those of others, or nothing

# start_steps: the EXIT trap prints the summary however the run ends.
start_steps() {
  rm -rf "$step_logs"
  mkdir -p "$step_logs"
  trap end_steps EXIT
  trap 'exit 130' INT TERM
}

name_of() { printf '%s' "$1" | LC_ALL=C tr -cs '[:alnum:]' '-'; }

begin_step() {
  step_title=$1 step_began=$SECONDS
  step_log=$step_logs/$(name_of "$1").log
  count_cpu
  step_cpu=$cpu
}

# count_cpu: sets cpu, in whole seconds, from `times`: two lines of user and system time, each as 1m2.345s.
count_cpu() {
  local of_steps=$step_logs/cpu${side_by_side:+-$side_by_side}
  times >"$of_steps" # not in a subshell, which would have times of its own
  cpu=$(tr 'ms' '  ' <"$of_steps" | awk '{ sum += 60 * $1 + $2 + 60 * $3 + $4 } END { printf "%d", sum + 0.5 }')
}

# end_step MARK: records the time and the number of tests of the step, and shows its output if it was not shown.
end_step() {
  local seconds=$((SECONDS - step_began)) title=$step_title counted cpu
  count_cpu
  [[ -z $side_by_side ]] || trap '' TERM # while the output is printed
  counted=$(if [[ -f $step_log ]]; then count_tests <"$step_log"; else echo '0 0 0'; fi)
  if [[ $1 == FAILED ]]; then
    # A failing check without tests counts as one failure.
    [[ $counted != *' 0 '* ]] || counted=${counted/ 0 / 1 }
  fi
  printf '%s\n' "$counted" >>"$step_logs/counts"
  printf '%5d s  %5d s CPU  %s%s\n' "$seconds" $((cpu - step_cpu)) "${1:+$1: }" "$title" >>"$step_logs/times"
  step_title=''
  if [[ -n $side_by_side ]]; then
    until mkdir "$step_logs/printing" 2>/dev/null; do sleep 0.1; done
    say "$title: ${1:-done} ($seconds s, $((cpu - step_cpu)) s CPU)"
    cat "$step_log"
    rmdir "$step_logs/printing"
    trap 'exit 143' TERM
  fi
  [[ $1 != FAILED ]] || : >"$step_logs/failed"
}

# step WORDS COMMAND...: runs one step.
step() {
  begin_step "$1"
  shift
  if [[ -n $side_by_side ]]; then
    "$@" >"$step_log" 2>&1 & # bash 3.2 would not stop at a failed ( )
    wait $! || exit
  else
    say "$step_title"
    "$@" 2>&1 | tee "$step_log"
  fi
  end_step ''
}

# step_here WORDS COMMAND...: runs a step that sets variables for later ones; its output is not logged.
step_here() {
  begin_step "$1"
  shift
  say "$step_title"
  "$@"
  end_step ''
}

# step_unless_passed WORDS INPUTS COMMAND...: runs a step unless it passed before with the same inputs. The function INPUTS
# prints what the step depends on. With --all and in CI every step runs.
step_unless_passed() {
  local words=$1 inputs=$2 stamp sum
  sum=$("$inputs" | sha256)
  stamp=$passed/$(name_of "$words")
  shift 2
  if [[ -z $all_tests && -z ${CI:-} && -f $stamp && $(<"$stamp") == "$sum" ]]; then
    say "SKIPPED, as it passed with the same files: $words (to run it: rm -r $passed)"
    printf '%29sSKIPPED, as it passed with the same files: %s\n' '' "$words" >>"$step_logs/times"
    return
  fi
  rm -f "$stamp"
  step "$words" "$@"
  # Nothing is known of files that changed meanwhile.
  [[ $("$inputs" | sha256) == "$sum" ]] || return 0
  mkdir -p "$passed"
  echo "$sum" >"$stamp"
}

# at_once FUNCTION...: runs functions with steps in parallel.
at_once() {
  local function lane lanes=() failed=''
  set -m # a process group for each, so that it can be ended as a whole
  for function in "$@"; do
    lane "$function" </dev/null &
    lanes+=($!)
  done
  set +m
  background=("${lanes[@]}")
  while [[ -n $(jobs -pr) && ! -e $step_logs/failed ]]; do sleep 1; done
  [[ ! -e $step_logs/failed ]] || end_background
  for lane in "${lanes[@]}"; do wait "$lane" 2>/dev/null || failed=1; done
  background=()
  [[ -z $failed ]]
}

lane() {
  side_by_side=$1
  trap end_lane EXIT
  trap 'exit 143' TERM
  "$1"
}

end_lane() {
  local status=$?
  [[ -z $step_title ]] || if [[ -e $step_logs/failed ]]; then end_step stopped; else end_step FAILED; fi
  exit "$status"
}

background=() # process groups of at_once

end_background() {
  local lane
  for lane in ${background[@]+"${background[@]}"}; do kill -TERM -- "-$lane" 2>/dev/null || true; done
}

# end_steps: the summary, and as the last line the number of tests.
end_steps() {
  local status=$?
  trap - EXIT INT TERM
  end_background
  wait 2>/dev/null || true
  rmdir "$step_logs/printing" 2>/dev/null || true
  side_by_side=''
  [[ -z $step_title ]] || end_step FAILED
  printf '\n'
  cat "$step_logs/times"
  count_cpu
  printf '%5d s  %5d s CPU  in all\n' "$SECONDS" "$cpu"
  awk '{ passed += $1; failed += $2; skipped += $3 }
    END {
      if (passed + failed == 0) exit # only checks
      printf "%d passed, %d failed", passed, failed
      if (skipped) printf ", %d skipped", skipped
      print ""
    }' "$step_logs/counts"
  exit "$status"
}

# count_tests: prints "PASSED FAILED SKIPPED" from the closing lines of cargo and node in standard input.
count_tests() {
  awk '
    /^test result: / { passed += $4; failed += $6; skipped += $8 }
    NF == 3 && ($1 == "#" || $1 == "ℹ") && $3 ~ /^[0-9]+$/ {
      if ($2 == "pass") passed += $3
      if ($2 == "fail" || $2 == "cancelled") failed += $3
      if ($2 == "skipped" || $2 == "todo") skipped += $3
    }
    END { print passed + 0, failed + 0, skipped + 0 }'
}

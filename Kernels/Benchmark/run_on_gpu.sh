#!/bin/sh
# Runs the tests and the benchmark of the numerical library on a machine with an NVIDIA GPU that
# has neither a compiler nor GoogleTest nor Google Benchmark. Build them elsewhere for its
# architecture, and carry one folder:
#
#   cmake -S Kernels -B build -DTRABECULA_CUDA=ON -DTRABECULA_BUILD_BENCHMARK=ON
#   cmake --build build
#   mkdir gpu; cp build/Testing/trabecula_kernel_tests build/Benchmark/trabecula_benchmark gpu/
#   cp /usr/lib/x86_64-linux-gnu/libbenchmark.so.1* gpu/
#
#   run_on_gpu.sh gpu [folder for logs] [pattern of benchmarks]
#
# The last lines are a short table. Under compute-sanitizer instead, if the variable SANITIZE is
# set: the tests that run kernels, without those named Slow.
set -u
binaries=$(cd "${1:?which folder has the programs?}" && pwd)
logs=${2:-.}
pattern=${3:-.}
export LD_LIBRARY_PATH="$binaries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export OMP_WAIT_POLICY=passive
status=0

if [ -n "${SANITIZE:-}" ]; then
  # Races are looked for in the tests of single kernels: that tool slows a kernel a hundredfold.
  for tool in memcheck racecheck; do
    tests='*Cuda*:-*Slow*:*SaysHowMuch*:*ALongStep*'
    [ $tool = racecheck ] && tests='*Test/Cuda.*:-*SaysHowMuch*'
    compute-sanitizer --tool $tool --error-exitcode 9 "$binaries/trabecula_kernel_tests" \
      --gtest_filter="$tests" > "$logs/sanitizer-$tool.log" 2>&1 || status=1
    echo "compute-sanitizer $tool: $(grep '^\[  PASSED' "$logs/sanitizer-$tool.log")" \
      "$(grep 'SUMMARY' "$logs/sanitizer-$tool.log" | tail -n 1)"
  done
  exit $status
fi

"$binaries/trabecula_kernel_tests" > "$logs/tests.log" 2>&1 || status=1
grep 'FAILED\|SKIPPED\|Failure' "$logs/tests.log" | sort -u | head -n 40

"$binaries/trabecula_benchmark" --benchmark_filter="$pattern" \
  --benchmark_out="$logs/benchmark.json" --benchmark_out_format=json \
  > "$logs/benchmark.log" 2>&1 || status=1

echo
nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader 2> /dev/null
grep '^\[  PASSED\|^\[  FAILED\|tests ran' "$logs/tests.log" | head -n 3
grep '/manual_time' "$logs/benchmark.log" |
  sed 's|/iterations:1/manual_time|             |; s|/manual_time|             |' | cut -c 1-180
exit $status

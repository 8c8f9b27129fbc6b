#!/usr/bin/env bash
# Sets up, builds, runs and tests Trabecula on Debian 12. `./trabecula.sh help` says how.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$root"

build=${TRABECULA_BUILD_DIR:-$root/build}
output=${TRABECULA_OUTPUT_DIR:-$root/out}
jobs=${TRABECULA_JOBS:-$(nproc)}

# Threads that wait for each other by spinning slow everything down, themselves most of all, as soon
# as another program wants a core; sleeping costs a few per cent on an idle machine.
export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}

# Without these ccache, where there is one, keeps nothing that includes a precompiled header.
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}

# What each command needs beyond a bare Debian 12. paraview-dev names few of the libraries whose
# headers its CMake package asks for, so they are named here. Mesh Part starts gmsh.
build_packages=(
  cmake g++ gmsh ninja-build libeigen3-dev libthrust-dev
  paraview paraview-dev python3-paraview qttools5-dev-tools
  libavcodec-dev libavformat-dev libavutil-dev libcgns-dev libdouble-conversion-dev
  libexpat1-dev libfmt-dev libfreetype-dev libgdal-dev libgl-dev libgl2ps-dev libglew-dev
  libhdf5-openmpi-dev libjpeg-dev libjsoncpp-dev liblz4-dev liblzma-dev libminizip-dev libnetcdf-dev
  libocct-data-exchange-dev libocct-foundation-dev libocct-modeling-algorithms-dev
  libocct-modeling-data-dev libocct-ocaf-dev libogg-dev libopenmpi-dev libpng-dev libproj-dev libprotobuf-dev libpugixml-dev libpython3-dev
  libqt5opengl5-dev libqt5svg5-dev libqt5x11extras5-dev libsqlite3-dev libswscale-dev
  libtbb-dev libtheora-dev libtiff-dev libutfcpp-dev libx11-dev libxcursor-dev libxml2-dev libxt-dev
  nlohmann-json3-dev protobuf-compiler qtbase5-dev qttools5-dev qtxmlpatterns5-dev-tools
  zlib1g-dev
)
# A virtual screen, and OpenGL for it.
screen_packages=(xvfb xauth libgl1-mesa-dri)
# clang and libomp for the thread sanitizer, and for a header that clang-tidy reads instead of gcc's;
# CalculiX to compare results with.
test_packages=(
  calculix-ccx clang-14 clang-format-14 clang-tidy-14 dpkg-dev file libbenchmark-dev
  libclang-rt-14-dev libgtest-dev libomp-14-dev openmpi-bin
)
package_packages=(dpkg-dev file)

usage() {
  cat <<'END'
Usage: ./trabecula.sh COMMAND

  demo     build the plugin, optimize a cantilever with it, leave the result in out/
           --force recomputes; other arguments go to Data/demo.py
  gui      open ParaView with the plugin loaded and the demo's pipeline in it
  test     build everything and test it; test thorough also runs what repeats other tests on another
           size, method or kind of input (label thorough), and the library's tests with the address
           and undefined-behaviour sanitizers
  bench    measure here what the EbE paper measured: tables on the screen, CSV and plots in
           out/benchmark/; arguments go to Kernels/Benchmark/paper.py, and --help lists them;
           bench assembly measures the paper on three-stage assembly (Kernels/Benchmark/assembly.py),
           bench efg that on the element-free Galerkin method (Kernels/Benchmark/efg.py), bench iga
           that on isogeometric level sets (Kernels/Benchmark/iga.py)
  build    build the plugin only
  package  make a Debian package in build/package/
  install  make that package and install it
  clean    remove build/
  help     print this text

Missing Debian packages are installed first (as root or with sudo); nothing else is changed on
the system. A second run repeats no work that is already done.

Settings, as environment variables:
  TRABECULA_NO_INSTALL=1           never install packages; on systems other than Debian 12 too
  TRABECULA_CUDA=OFF               host only, although there is a CUDA toolkit
  TRABECULA_CUDA=ON                CUDA as well, although there is no GPU (test and package: always
                                   where there is a toolkit)
  TRABECULA_CUDA_ARCHITECTURES=90  instead of those of the GPUs present
  TRABECULA_JOBS=4                 parallel jobs, instead of one a core
  TRABECULA_BUILD_DIR, TRABECULA_OUTPUT_DIR  instead of build/ and out/
END
}

say() { printf '\n== %s\n' "$*"; }

die() {
  printf '\ntrabecula.sh: %s\n' "$*" >&2
  exit 1
}

# --- Debian packages -----------------------------------------------------------------------------

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

can_be_root() {
  [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null
}

is_debian_12() {
  [ -r /etc/os-release ] || return 1
  (
    # shellcheck disable=SC1091
    . /etc/os-release
    [ "${ID:-}" = debian ] && [ "${VERSION_ID:-}" = 12 ]
  )
}

# Runs a command quietly; shows the end of its output if it fails.
logged() {
  local log=$1
  shift
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 25 "$log" >&2
    return 1
  fi
}

# Installs those of the named packages that are missing.
require() {
  local installed package
  missing=()
  [ -z "${TRABECULA_NO_INSTALL:-}" ] || return 0
  is_debian_12 || die "this script installs packages of Debian 12, and this is another system.
Install ParaView 5.11 or later with its development files, CMake 3.25, Ninja, Eigen and a C++17
compiler yourself, then run again with TRABECULA_NO_INSTALL=1, or use CMake directly:
  cmake --preset default && cmake --build --preset default"

  # dpkg-query fails when a package is unknown; the ones that it knows are printed all the same.
  # shellcheck disable=SC2016
  installed=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "$@" 2>/dev/null || true)
  for package in "$@"; do
    grep -q "^ii  *$package\$" <<<"$installed" || missing+=("$package")
  done
  [ "${#missing[@]}" -gt 0 ] || return 0

  say "Installing ${#missing[@]} Debian packages and what they depend on (some minutes)"
  printf '%s\n' "${missing[*]}" | fold -s -w 96
  can_be_root || die "installing packages needs root, and there is no sudo. Run as root:
  apt-get update && apt-get install --no-install-recommends ${missing[*]}"
  # The password is requested here, because the prompt would not be visible below.
  [ "$(id -u)" -eq 0 ] || sudo -v || die "sudo refused."
  local log=$build/apt.log
  mkdir -p "$build"
  logged "$log" as_root apt-get update ||
    die "apt-get update failed; see above. Is the network there?"
  logged "$log" as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends -o Dpkg::Use-Pty=0 "${missing[@]}" ||
    die "apt-get install failed; see above, and $log."
}

# --- Configure and build -------------------------------------------------------------------------

find_nvcc() {
  if [ "${TRABECULA_CUDA:-AUTO}" = OFF ]; then
    return 1
  elif [ -n "${CUDACXX:-}" ]; then
    printf '%s' "$CUDACXX"
  elif command -v nvcc >/dev/null; then
    command -v nvcc
  elif [ -x /usr/local/cuda/bin/nvcc ]; then
    printf /usr/local/cuda/bin/nvcc
  else
    return 1
  fi
}

# What CUDA code is compiled for in tests where there is no GPU, and how: nobody runs it, and machine
# code and optimization take two thirds of the time.
checked_architecture=90-virtual
checked_cuda_flags='-DNDEBUG -Xcompiler=-O0 -Xcicc=-O0'

# Those of the GPUs present, as CMake writes them; nothing if there is none.
gpu_architectures() {
  command -v nvidia-smi >/dev/null || return 0
  { nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null || true; } |
    grep -E '^[0-9]+\.[0-9]+$' | tr -d . | sort -un | paste -sd ';' || true
}

# CMake arguments that say which execution spaces to build: cuda_arguments. $1 is what to compile
# for where no GPU is present; empty, CUDA code is then compiled only if a setting asks for it.
choose_cuda() {
  local nvcc architectures
  architectures=${TRABECULA_CUDA_ARCHITECTURES:-$(gpu_architectures)}
  architectures=${architectures:-$1}
  if [ -z "$architectures" ]; then
    if [ -z "${TRABECULA_CUDA:-}" ]; then
      cuda_arguments=(-DTRABECULA_CUDA=OFF)
      cuda_text="host only (no GPU here; TRABECULA_CUDA=ON compiles for one all the same)"
      return
    fi
    architectures=90
  fi
  if ! nvcc=$(find_nvcc); then
    cuda_arguments=(-DTRABECULA_CUDA=OFF)
    cuda_text="host only (${TRABECULA_CUDA:+TRABECULA_CUDA is $TRABECULA_CUDA; }no CUDA compiler used)"
    return
  fi
  export CUDACXX=$nvcc
  cuda_arguments=("-DTRABECULA_CUDA=${TRABECULA_CUDA:-AUTO}"
    "-DTRABECULA_CUDA_ARCHITECTURES=$architectures")
  if [ "$architectures" = "$checked_architecture" ]; then
    cuda_arguments+=("-DCMAKE_CUDA_FLAGS_RELEASE=$checked_cuda_flags")
  else
    cuda_arguments+=(-U CMAKE_CUDA_FLAGS_RELEASE)
  fi
  cuda_text="host and CUDA ($nvcc, architectures $architectures)"
}

# configure SOURCE BUILD ARGUMENT...: runs CMake if it has not run with these arguments before.
# Changes of the CMake files themselves are the build's business.
configure() {
  local source=$1 directory=$2 stamp=$2/.trabecula-configured wanted launcher
  shift 2
  launcher=$(command -v ccache || true)
  if [ -n "$launcher" ]; then
    set -- "$@" "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher" "-DCMAKE_CUDA_COMPILER_LAUNCHER=$launcher"
  fi
  wanted=$(printf '%s\n' "$source" "${CUDACXX:-}" "$@")
  if [ -f "$directory/build.ninja" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
    return
  fi
  say "Configuring $directory"
  mkdir -p "$directory"
  rm -f "$stamp"
  # CMake does not search again for a compiler that was not found once.
  if grep -qs '^CMAKE_CUDA_COMPILER:.*NOTFOUND' "$directory/CMakeCache.txt"; then
    set -- -U CMAKE_CUDA_COMPILER "$@"
  fi
  logged "$directory/configure.log" cmake -S "$source" -B "$directory" -G Ninja "$@" ||
    die "CMake failed; see above, and $directory/configure.log."
  grep '^-- Trabecula:' "$directory/configure.log" || true
  printf '%s\n' "$wanted" >"$stamp"
}

configure_everything() {
  configure "$root" "$build" --preset strict "${cuda_arguments[@]}" -DTRABECULA_BUILD_TESTING=ON \
    -DTRABECULA_SANITIZED_TESTS="$1" -DTRABECULA_UNITY=ON
}

# The plugin alone, also where everything was configured before: that is not undone. Its flags are
# those of the tests' build, so that these compile nothing of it again: on Debian 12, whose compiler
# is known to warn of nothing, warnings are errors here as well.
build_plugin() {
  local preset=default
  require "${build_packages[@]}" "$@"
  if grep -qsx -- '-DTRABECULA_BUILD_TESTING=ON' "$build/.trabecula-configured"; then
    choose_cuda "$checked_architecture"
    configure_everything OFF
  else
    choose_cuda ''
    if is_debian_12; then preset=strict; fi
    configure "$root" "$build" --preset "$preset" "${cuda_arguments[@]}" \
      -DTRABECULA_BUILD_TESTING=OFF -DTRABECULA_BUILD_BENCHMARK=OFF -DTRABECULA_UNITY=ON
  fi
  say "Building the plugin: $cuda_text"
  cmake --build "$build" --target Trabecula -j "$jobs"
  plugin=$(find "$build/lib" -path '*/plugins/Trabecula/Trabecula.so' | head -n 1)
  [ -n "$plugin" ] || die "the build left no Trabecula.so under $build/lib."
}

# Each run has its own display, so that concurrent runs do not interfere.
on_screen() {
  # Otherwise the server restarts when its last client disconnects, and refuses clients meanwhile.
  xvfb-run -a -s "-screen 0 1600x1200x24 -noreset" "$@"
}

# --- Commands ------------------------------------------------------------------------------------

command_build() {
  build_plugin
  say "Built $plugin"
  echo "In ParaView: Tools > Manage Plugins > Load New, or start it with"
  echo "  PV_PLUGIN_PATH=$(dirname "$plugin") paraview"
}

command_demo() {
  local force='' arguments=() argument wanted
  for argument in "$@"; do
    if [ "$argument" = --force ]; then force=1; else arguments+=("$argument"); fi
  done
  build_plugin "${screen_packages[@]}"

  # The result depends on the plugin, the script and its arguments.
  wanted=$(sha256sum "$plugin" "$root/Data/demo.py"; printf '%s\n' "${arguments[@]}")
  if [ -z "$force" ] && [ "$(cat "$output/.made-from" 2>/dev/null)" = "$wanted" ] &&
    [ -f "$output/convergence.csv" ] && [ -f "$output/topology.png" ] &&
    [ -f "$output/convergence.png" ] && compgen -G "$output/*.pvd" >/dev/null; then
    say "$output is up to date; --force recomputes it. Its run said:"
    cat "$output/demo.log"
    return
  fi
  say "Optimizing the demo's cantilever; results go to $output"
  mkdir -p "$output"
  # Remove all iterations, because an earlier run may have been longer.
  rm -f "$output/.made-from" "$output"/topology/topology_*.vtu
  on_screen pvpython "$root/Data/demo.py" --plugin "$plugin" --output "$output" \
    "${arguments[@]}" </dev/null 2>&1 | tee "$output/demo.log" ||
    die "the demo failed; see above."
  printf '%s\n' "$wanted" >"$output/.made-from"
  say "Results:"
  ls "$output"
}

command_gui() {
  [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] ||
    die "there is no display to open a window on. On a machine without one, use: ./trabecula.sh demo"
  build_plugin
  say "Making the showcases of the menu, once"
  cmake --build "$build" --target trabecula_showcases -j "$jobs"
  say "Opening ParaView; if it welcomes you first, close that window to see the pipeline"
  PV_PLUGIN_PATH=$(dirname "$plugin")${PV_PLUGIN_PATH:+:$PV_PLUGIN_PATH} \
    exec paraview "--script=$root/Data/gui.py" "$@"
}

# run_tests NAME COMMAND...: runs ctest, adds its counts to passed, failed and skipped.
run_tests() {
  local name=$1 report=$build/test-$1.xml line what count=()
  shift
  rm -f "$report"
  if ! "$@" --output-junit "$report"; then
    status=1
  fi
  # The report begins with one line of totals over several lines of attributes.
  line=$(tr '\n' ' ' <"$report" 2>/dev/null | grep -o '<testsuite [^>]*>' | head -n 1 || true)
  for what in tests failures disabled skipped; do
    count+=("$(sed -n "s/.*[[:space:]]$what=\"\([0-9]*\)\".*/\1/p" <<<"$line")")
  done
  if [ -z "${count[0]}" ] || [ "${count[0]}" -eq 0 ]; then
    echo "No test of '$name' was run." >&2
    status=1
    failed=$((failed + 1))
    return
  fi
  failed=$((failed + count[1]))
  skipped=$((skipped + count[2] + count[3]))
  passed=$((passed + count[0] - count[1] - count[2] - count[3]))
}

# account NAME: notes the processor time of what was run since the last call.
account() {
  local now LC_ALL=C
  mkdir -p "$build"
  # This must not run in a subshell, which would have no children yet.
  times >"$build/times.txt"
  now=$(awk -F '[ms ]' 'NR == 2 { printf "%d", 60 * ($1 + $4) + $2 + $5 }' "$build/times.txt")
  accounts+="$(printf '%6.1f min  %s' "$(awk "BEGIN { print ($now - $accounted) / 60 }")" "$1")"$'\n'
  accounted=$now
}

command_test() {
  status=0 passed=0 failed=0 skipped=0 accounted=0 accounts=''
  local selected=(-LE thorough) sanitized=OFF
  if [ "${1-}" = thorough ]; then
    selected=() sanitized=ON
    shift
  fi
  require "${build_packages[@]}" "${screen_packages[@]}" "${test_packages[@]}"

  account "installing"
  choose_cuda "$checked_architecture"
  configure_everything "$sanitized"
  say "Building everything: $cuda_text"
  cmake --build "$build" -j "$jobs"
  account "building everything"

  local threads=$build/kernels-sanitize-threads
  configure "$root/Kernels" "$threads" --preset sanitize-threads
  say "Building what runs in a thread of its own with the thread sanitizer"
  cmake --build "$threads" --target trabecula_background_tests -j "$jobs"

  account "building the library with the thread sanitizer"

  say "Testing threads under their sanitizer"
  cd "$root/Kernels"
  run_tests sanitized-threads \
    ctest --preset sanitize-threads --test-dir "$threads" -j "$jobs" "$@"
  cd "$root"
  account "testing threads under their sanitizer"

  say "Testing everything"
  # mpirun refuses to run as root, as containers do, unless told twice.
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  # One more than there are cores, as sessions in the window, one at a time, wait for it.
  run_tests all on_screen ctest --test-dir "$build" --output-on-failure -j "$((jobs + 1))" \
    "${selected[@]}" "$@"
  account "testing everything"

  say "Processor time:"
  printf '%s%6.1f min  in all\n' "$accounts" "$(awk "BEGIN { print $accounted / 60 }")"
  say "All tests together:"
  echo "$passed passed, $failed failed${skipped:+, $skipped skipped}"
  return "$status"
}

command_bench() {
  require "${build_packages[@]}" libbenchmark-dev python3-matplotlib
  choose_cuda ''
  local directory=$build/kernels-benchmark device=host script=paper.py
  case "${1:-}" in
    assembly | efg | iga)
      script=$1.py
      shift
      ;;
  esac
  configure "$root/Kernels" "$directory" -DCMAKE_BUILD_TYPE=Release \
    -DTRABECULA_BUILD_TESTING=OFF -DTRABECULA_BUILD_BENCHMARK=ON "${cuda_arguments[@]}"
  say "Building the benchmark: $cuda_text"
  cmake --build "$directory" --target trabecula_benchmark -j "$jobs"
  [ -z "$(gpu_architectures)" ] || device=cuda
  say "Measuring on the $device"
  # Debian's own Python is used, which its matplotlib requires.
  /usr/bin/python3 "$root/Kernels/Benchmark/$script" \
    "$directory/Benchmark/trabecula_benchmark" --device "$device" \
    --output "$output/benchmark" "$@"
}

command_package() {
  require "${build_packages[@]}" "${package_packages[@]}"
  # The package is for other machines, and therefore for more GPUs than those present.
  choose_cuda "75-virtual;80;90"
  local directory=$build/package
  configure "$root" "$directory" --preset default "${cuda_arguments[@]}" \
    -DTRABECULA_BUILD_TESTING=OFF
  say "Building the package: $cuda_text"
  cmake --build "$directory" -j "$jobs"
  rm -f "$directory"/*.deb
  logged "$directory/cpack.log" cmake --build "$directory" --target package ||
    die "CPack failed; see above."
  deb=$(find "$directory" -maxdepth 1 -name '*.deb')
  say "Made $deb"
  dpkg-deb --field "$deb" Package Version Depends Installed-Size
}

command_install() {
  can_be_root || die "installing needs root, and there is no sudo."
  command_package
  say "Installing it; remove it again with: apt-get remove paraview-trabecula"
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends --reinstall "$deb"
}

command_clean() {
  [ -f "$build/CMakeCache.txt" ] || [ "$build" = "$root/build" ] ||
    die "$build does not look like a build folder; not removed."
  rm -rf "$build"
}

command=${1:-help}
[ "$#" -eq 0 ] || shift
case $command in
  demo | gui | test | bench | build | package | install | clean) "command_$command" "$@" ;;
  help | -h | --help) usage ;;
  *)
    usage >&2
    die "there is no command '$command'."
    ;;
esac

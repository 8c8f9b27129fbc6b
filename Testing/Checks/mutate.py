#!/usr/bin/env python3
"""Plants single errors in the library and expects its tests to fail.

usage: mutate.py [--check] [--only TEXT] [--numbers 3,7-9] [--jobs N] [--build FOLDER] [-D...] ROOT

Copies the library and its tests into a folder, builds them, and for each entry of mutations.py
edits one place, builds, and runs the tests that must fail of it. What survives is listed: a test is
missing there. Exit status 1 if there is any without an explanation.

With --check only states whether each mutation can be applied, which takes no time.
"""

import argparse
import filecmp
import os
import shutil
import subprocess
import sys
import time

from mutations import MUTATIONS

LEAST_SECONDS = 120
SLOWER = 10  # a mutated test that takes this many times as long has failed


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--only", default="", help="files whose path contains this")
    parser.add_argument("--numbers", default="", help="of mutations, as 3,7-9")
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    parser.add_argument("--build", default="build-mutants")
    parser.add_argument("-D", action="append", default=[], dest="definitions")
    return parser.parse_args()


def numbers(text):
    """Those that are listed, or all."""
    if not text:
        return range(len(MUTATIONS))
    listed = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        listed.update(range(int(first), int(last or first) + 1))
    return listed


def problems(root):
    """What prevents mutations from being applied."""
    found = []
    for mutation in MUTATIONS:
        path = os.path.join(root, "Kernels", mutation[0])
        if not os.path.isfile(path):
            found.append(f"{mutation[0]} does not exist")
            continue
        with open(path) as file:
            count = file.read().count(mutation[1])
        if count != 1:
            found.append(f"{mutation[0]} has {mutation[1]!r} {count} times, not once")
    return found


def run(command, **arguments):
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **arguments)


def copy(source, target):
    """Copies what differs, as a file of now: times of files decide what is compiled."""
    if not os.path.isfile(target) or not filecmp.cmp(source, target, shallow=False):
        shutil.copyfile(source, target)


class Library:
    """A copy of the library with its tests, and its build."""

    def __init__(self, options):
        self.tree = os.path.abspath(options.build)
        self.build = os.path.join(self.tree, "build")
        self.jobs = options.jobs
        self.seconds = {}
        for folder in ("Kernels", "Testing/Kernels", "Testing/Checks"):
            shutil.copytree(os.path.join(options.root, folder), os.path.join(self.tree, folder),
                            copy_function=copy, dirs_exist_ok=True,
                            ignore=shutil.ignore_patterns("build*"))
        copy(os.path.join(options.root, "Testing/together.cmake"),
             os.path.join(self.tree, "Testing/together.cmake"))
        command = ["cmake", "-S", os.path.join(self.tree, "Kernels"), "-B", self.build, "-G",
                   "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DTRABECULA_CUDA=OFF",
                   "-DTRABECULA_BUILD_TESTING=ON"]
        if shutil.which("ccache"):
            command.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
        result = run(command + ["-D" + text for text in options.definitions])
        if result.returncode or not self.compile():
            sys.exit(result.stdout + "The library without mutations cannot be built.")

    def compile(self):
        result = run(["cmake", "--build", self.build, "-j", self.jobs, "--target",
                      "trabecula_kernel_tests", "trabecula_background_tests"])
        self.output = result.stdout
        return result.returncode == 0

    def passes(self, tests, limit):
        """Whether tests succeed, in time and without a crash."""
        environment = dict(os.environ, OMP_WAIT_POLICY="passive")
        try:
            # Tests of runs are in an executable of their own.
            program = "background" if tests.startswith("Runs") else "kernel"
            result = run([os.path.join(self.build, "Testing", f"trabecula_{program}_tests"),
                          f"--gtest_filter={tests}:-*Slow*", "--gtest_brief=1",
                          "--gtest_fail_fast"],
                         timeout=limit, env=environment, cwd=self.build)
        except subprocess.TimeoutExpired:
            return False
        self.output = result.stdout
        return result.returncode == 0

    def time(self, tests):
        """Measures tests without mutations, which must succeed."""
        if tests not in self.seconds:
            start = time.time()
            if not self.passes(tests, None) or " 0 tests" in self.output:
                sys.exit(f"{tests} does not pass without mutations:\n{self.output}")
            self.seconds[tests] = time.time() - start

    def survives(self, mutation):
        """Whether its tests pass with a mutation; a text if it cannot be told."""
        file, before, after, tests = mutation[:4]
        limit = LEAST_SECONDS + SLOWER * self.seconds[tests]
        path = os.path.join(self.tree, "Kernels", file)
        with open(path) as source:
            text = source.read()
        try:
            with open(path, "w") as source:
                source.write(text.replace(before, after))
            if not self.compile():
                return "does not compile:\n" + "\n".join(self.output.splitlines()[-12:])
            return self.passes(tests, limit)
        finally:
            with open(path, "w") as source:
                source.write(text)


def main():
    options = parse()
    found = problems(options.root)
    for problem in found:
        print(problem)
    if options.check or found:
        print(f"{len(MUTATIONS)} mutations, {len(found)} problems")
        return 1 if found else 0
    library = Library(options)
    survivors = 0
    told = 0
    chosen = [(number, mutation) for number, mutation in enumerate(MUTATIONS)
              if number in numbers(options.numbers) and options.only in mutation[0]]
    for _, mutation in chosen:
        library.time(mutation[3])  # before there is any mutation
    for number, mutation in chosen:
        result = library.survives(mutation)
        told += 1
        explained = len(mutation) > 4
        if result is False:
            verdict = "caught" if not explained else "caught, though it is explained"
        elif result is True:
            verdict = "survived: " + mutation[4] if explained else "SURVIVED"
            survivors += not explained
        else:
            verdict = result
            survivors += 1
        line = mutation[1].replace("\n", " ")
        print(f"{number:3} {mutation[0]}: {line[:70]}: {verdict}", flush=True)
    library.compile()
    print(f"{told} mutations, {survivors} survived without explanation")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())

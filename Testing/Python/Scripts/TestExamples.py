"""Each script of Data/Examples leaves what its documentation says, on small problems."""

import os
import sys
import tempfile

import examples_of_analyses
import examples_of_designs

functions = {**vars(examples_of_analyses), **vars(examples_of_designs)}
for example in sys.argv[4:]:  # file names: an example without a test here fails
    print(f"Example {example}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        functions[os.path.splitext(example)[0]](folder)

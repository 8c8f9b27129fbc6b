#!/usr/bin/env python3
"""Makes the Debian package from a build folder, and sees ParaView load the plugin out of it.

    deb.py BUILD CPACK PVPYTHON
"""

import os
import pathlib
import shutil
import subprocess
import sys

LOAD = """
import paraview.simple
for name in ("CADReader", "ParOSolReader", "TopologyBenchmark", "TopologyOptimize", "TrabecularSample",
             "VoxelMicroFE"):
    assert hasattr(paraview.simple, name), "ParaView knows no " + name
print("loaded by itself")
"""


def output(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, **options).stdout.decode()


def showcases():
    """Names of the scripts whose state files belong to the plugin."""
    folder = pathlib.Path(__file__).parents[2] / "Data" / "Showcases"
    return [path.stem for path in folder.glob("*.py") if path.stem != "showcase"]


def main(arguments):
    if len(arguments) != 3:
        print(__doc__)
        return 2
    build, cpack, pvpython = arguments
    scratch = pathlib.Path(build) / "Testing" / "Checks" / "Deb"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)

    subprocess.run([cpack, "--config", os.path.join(build, "CPackConfig.cmake"), "-G", "DEB",
                    "-B", str(scratch)], check=True)
    packages = list(scratch.glob("*.deb"))
    assert len(packages) == 1, packages
    package = str(packages[0])
    print(output("dpkg-deb", "--info", package), output("dpkg-deb", "--contents", package))

    version = output("dpkg-query", "-W", "-f", "${Version}", "paraview")
    depends = output("dpkg-deb", "--field", package, "Depends")
    assert "paraview (= %s)" % version in depends.split(", "), depends
    maintainer = output("dpkg-deb", "--field", package, "Maintainer").strip()
    assert "@" in maintainer and "localhost" not in maintainer, maintainer
    assert output("dpkg-deb", "--field", package, "Section").strip() == "science"

    # Nothing but the plugin with its showcases and the CAD file that one of them reads, the program for
    # CAD files, what makes ParaView find it, and the licence.
    root = scratch / "root"
    subprocess.run(["dpkg-deb", "--extract", package, str(root)], check=True)
    files = sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())
    expected = ("Trabecula/Trabecula.so", "plugins/trabecula.plugins.xml", "profile.d/trabecula.sh",
                "environment.d/60-trabecula.conf", "paraview-trabecula/copyright",
                "Trabecula/trabecula_cad",
                "Trabecula/Showcases/bracket.step",
                *("Trabecula/Showcases/%s.pvsm" % name for name in showcases()))
    assert len(files) == len(expected), files
    for name in expected:
        assert any(path.endswith(name) for path in files), (name, files)

    # The package's own script sets the path, for the place it will be installed to.
    script = (root / "etc/profile.d/trabecula.sh").read_text(encoding="utf-8")
    plugins = next(line.split('"')[1] for line in script.splitlines() if line.startswith("if [ -d"))
    installed = root / plugins.lstrip("/")
    assert (installed / "Trabecula.so").is_file(), installed
    environment = dict(os.environ, PV_PLUGIN_PATH=str(installed))
    print(output(pvpython, "-c", LOAD, env=environment, stdin=subprocess.DEVNULL))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

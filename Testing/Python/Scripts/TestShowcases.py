"""A script of Data/Showcases draws its picture, its surface can be printed, and its state, loaded
again, gives the same result. The state file that the build has written, beside the plugin, holds the
same pipeline at the script's own size. Of showcases that take long, only that file is examined."""

import os
import re
import tempfile

from checks import *
from scripts import *

# Resolutions are the least at which the scripts say nothing: on 4 elements the arch's holes vanish.
SMALL = {
    "bone_sample": ["--resolution", "20"],
    "cad_bracket": ["--resolution", "28", "--iterations", "4"],
    "cantilever": ["--resolution", "10", "--iterations", "12"],
    "connecting_rod": ["--resolution", "28", "--iterations", "8"],
    "l_beam": ["--resolution", "30", "--iterations", "12"],
    "level_set_annulus": ["--resolution", "16", "--iterations", "6"],
    "level_set_arch": ["--resolution", "5", "--iterations", "4"],
    "meshfree": ["--resolution", "8", "--iterations", "8"],
    "michell": ["--resolution", "24", "--iterations", "8"],
    "printable_cantilever": ["--resolution", "14", "--iterations", "8"],
    "three_variants": ["--iterations", "4"],
    "wheel": ["--resolution", "32", "--iterations", "8"],
}
PLANE = ["level_set_annulus"]
# What is demanded of the design in the state file, and what of it a picture states.
DEMANDS = {
    "away_from_frequency": ("Bounded", "Constraints", ["VibrationPeriod", "<=", "0.000625", "", "",
                                                       "MassDensity=2.7e-09"]),
    "l_bracket_stress": ("Bounded", "Constraints", ["LargestStress", "<=", "135.0", "", "", ""]),
    "mould_part": ("Optimization", "DrawDirection", ["+Z"]),
}


def names_in_pipeline():
    return sorted(name for name, _ in simple.GetSources())


def expect_rendered(filename):
    """Something of the colour of bone, and not only that."""
    reader = vtkPNGReader()
    reader.SetFileName(filename)
    reader.Update()
    pixels = vtk_to_numpy(reader.GetOutput().GetPointData().GetScalars())[:, :3].astype(int)
    warm = (pixels[:, 0] - pixels[:, 2] > 20).mean()
    expect(0.03 < warm < 0.7, f"{filename}: {warm:.0%} is bone or arrows")


def expect_printable(output, folder):
    number = r"([-+.\de]+)"
    found = re.search(rf"surface.stl: (\d+) triangles, (\d+) pieces, volume {number} of {number}, "
                      r"(\d+) open and (\d+) non-manifold edges", output)
    expect(found, f"a line on the surface in: {output}")
    volume, of_field = float(found[3]), float(found[4])
    expect(int(found[1]) > 1000, f"{found[1]} triangles")
    expect(abs(volume / of_field - 1) < 0.01, f"volume {volume} of {of_field}")
    expect_equal((found[5], found[6]), ("0", "0"), "edges that are open, or not manifold")

    # The volume that the file itself encloses.
    surface = fetch(OpenDataFile(os.path.join(folder, "surface.stl")), 0)
    corners = surface.Points[vtk_to_numpy(surface.GetPolys().GetData()).reshape(-1, 4)[:, 1:]]
    enclosed = numpy.einsum("ij,ij->", corners[:, 0].astype(float),
                            numpy.cross(corners[:, 1], corners[:, 2]).astype(float)) / 6
    expect_close(enclosed / of_field, 1, "volume in the file", 0.01)


def check(name):
    with tempfile.TemporaryDirectory() as folder:
        output = run(pvpython, data_file("Showcases", name + ".py"), plugin, "--output", folder,
                     *SMALL[name])
        expect_rendered(os.path.join(folder, name + ".png"))
        if name in PLANE:
            expect(re.search(r"boundary.vtp: \d+ closed curves", output), f"curves in: {output}")
        else:
            expect_printable(output, folder)
        printed = dict(re.findall(r"^([\w .]+): .*(?:compliance|stiffness) ([-+.\de]+)", output, re.M))
        expect(printed, f"results in: {output}")

        simple.ResetSession()
        simple.LoadState(os.path.join(folder, name + ".pvsm"))
        pipeline = names_in_pipeline()
        for source, value in printed.items():
            proxy = simple.FindSource(source)
            proxy.UpdatePipeline()
            key, port = ("Stiffness", 0) if source == "Compression" else ("Compliance", FINAL_DESIGN)
            found = simple.OutputPort(proxy, port).FieldData[key].GetRange()[0]
            expect_equal(f"{found:.6g}", value, f"{key} of {source} from the state file")

    load_built_state(name)
    expect_equal(names_in_pipeline(), pipeline, "pipeline of the state file beside the plugin")


def load_built_state(name):
    simple.ResetSession()
    folder = os.path.join(os.path.dirname(plugin), "Showcases")
    with open(os.path.join(folder, name + ".pvsm"), encoding="utf-8") as state, \
            tempfile.NamedTemporaryFile("w", suffix=".pvsm") as opened:
        opened.write(state.read().replace("@SHOWCASES@", folder))  # as the menu does
        opened.flush()
        simple.LoadState(opened.name)


def check_demand(name, source, setting, value):
    """The built state has the demand, and a text of numbers in each view."""
    load_built_state(name)
    found = getattr(simple.FindSource(source), setting)
    expect_equal(list(found), value, f"{setting} of {source}")
    views = simple.GetRenderViews()
    texts = [source for (title, _), source in simple.GetSources().items() if title.startswith("Numbers")]
    expect(views and len(texts) == len(views), f"{len(texts)} texts in {len(views)} views")


expect("DISPLAY" in os.environ, "a display: showcases are pictures")
for script in sys.argv[4:]:
    print(f"Showcase {script}", flush=True)
    name = os.path.splitext(script)[0]
    if name in DEMANDS:
        check_demand(name, *DEMANDS[name])
    else:
        check(name)

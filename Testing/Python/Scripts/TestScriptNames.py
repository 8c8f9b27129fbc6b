"""Names of outputs and of choices that Data/README.md lists for scripts are those of the proxies.

    pvpython TestScriptNames.py Trabecula.so Data/README.md [--write]

writes the list as it has to be with --write.
"""

import re

from checks import *

HEADING = "## Outputs and choices in scripts"
FILTERS = [
    "TopologyBenchmark", "NURBSPatch", "TrabecularSample", "VoxelizeSurface", "MeshPart", "MechanicalSupport",
    "MechanicalLoad", "ThermalCondition", "DesignRegion", "TopologyOptimize", "MeshfreeTopologyOptimize",
    "IsogeometricLevelSet", "ElasticAnalysis", "HeatConduction", "NaturalFrequencies",
    "VoxelMicroFE", "TopologySurface", "BodyAnalysis",
    "CompareTopologies",
]


def outputs(proxy):
    source = proxy.SMProxy
    count = source.GetNumberOfOutputPorts()
    if count == 1:
        return "one output"
    return ", ".join(f"{i} *{source.GetOutputPortName(i)}*" for i in range(count))


def rows(proxy):
    for name in proxy.ListProperties():
        wrapper = proxy.GetProperty(name)
        domain = wrapper.SMProperty.FindDomain("vtkSMEnumerationDomain")
        if domain and domain.GetNumberOfEntries():
            texts = {}  # former names of a value come last
            for i in range(domain.GetNumberOfEntries()):
                texts.setdefault(domain.GetEntryValue(i), domain.GetEntryText(i))
            default = wrapper.GetData()
            yield f"| `{name}` | " + ", ".join(
                f"**`{text}`**" if text == default else f"`{text}`" for text in texts.values()) + " |"


def section():
    lines = []
    for name in FILTERS:
        simple.SetActiveSource(None)  # it would become the input
        proxy = globals()[name]()
        lines += ["", f"`{name}`: {outputs(proxy)}"]
        found = list(rows(proxy))
        if found:
            lines += ["", "| property | values |", "|---|---|"] + found
    return lines


made = section()
with open(sys.argv[2], encoding="utf-8") as file:
    text = file.read().splitlines()
expect(HEADING in text, f"{sys.argv[2]} has no section {HEADING}")
begin = text.index(HEADING) + 1
end = next(i for i in range(begin, len(text)) if text[i].startswith("## "))
if "--write" in sys.argv:
    listing = re.compile(rf"`{FILTERS[0]}`: ")
    first = next(i for i in range(begin, end) if listing.match(text[i]))
    text[first - 1:end] = made + [""]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(text) + "\n")
    sys.exit(0)
listed = "\n".join(text[begin:end])
missing = [line for line in made if line and line not in listed]
expect_equal(missing, [], "lines that the section lacks; --write adds them")
listing = re.compile(r"\| `|`\w+`: ")
rest = [line for line in text[begin:end] if listing.match(line) and line not in made]
expect_equal(rest, [], "lines of the section that no proxy has")

"""A report of an optimized part as one HTML file: pictures, loads, material, history, results.

    from trabecula.report import write_report
    write_report("report.html", surface)

What the pipeline does not have is left out with a sentence. Numbers are those of the panels.
"""

import datetime
import os
import tempfile

import paraview
from paraview import servermanager, simple
from trabecula import display, page
from trabecula.page import number
from trabecula.pipeline import stages_around, unit_text, units_of
from vtkmodules.vtkCommonCore import vtkOutputWindow

MOST_PICTURES, WIDTH_OF_PICTURES = 6, 1000


def write_report(path, source=None, title=None, pictures=True, progress=None):
    """Writes the report of the pipeline that a source or filter belongs to, or of all.

    source: a proxy, as Topology Surface; the active source by default. pictures: those of the render
    views, or without any a picture of the last result; without a display the report says that there
    are none. progress: called with a text before each step that takes long. Returns the path; raises
    ValueError if there is nothing to report and OSError if the file cannot be written."""
    path = os.path.abspath(os.path.expanduser(str(path)))
    if source is None:
        source = simple.GetActiveSource()
    stages = stages_around(source)
    if not stages:
        raise ValueError("The pipeline is empty: open a part first.")
    folder = os.path.dirname(path)
    if not os.path.isdir(folder) or not os.access(folder, os.W_OK):
        raise OSError(f"The report cannot be written: the folder {folder} does not exist or cannot be "
                      "written to. Choose another one.")
    if os.path.isdir(path):
        raise OSError(f"The report cannot be written: {path} is a folder. Choose a name in it.")
    text = Report(stages, title, pictures, progress).text()
    unfinished = path + ".part"
    try:
        with open(unfinished, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(unfinished, path)
    except OSError as error:
        if os.path.exists(unfinished):
            os.remove(unfinished)
        raise OSError(f"The report cannot be written to {path}: {error.strerror}. Choose another "
                      "folder.") from error
    return path


class Report:
    def __init__(self, stages, title, pictures, progress=None):
        self.stages, self.pictures = stages, pictures
        self.progress = progress or (lambda text: None)
        self.units = units_of(stages)
        self.missing = []
        files = [s.value("FileName") for s in stages if s.value("FileName")]
        self.files = [f if isinstance(f, str) else f[0] for f in files]
        part = os.path.basename(self.files[0]) if self.files else ""
        self.title = title or (f"Report on {part}" if part else "Report on a part")

    def text(self):
        sections = [self.about(), self.summary(), self.verdicts(), self.images(), self.conditions(),
                    self.constraints(), self.history(), self.results(), self.settings()]
        if self.missing:
            sections.append(page.heading("Not in this report") +
                            "".join(page.paragraph(text) for text in self.missing))
        return page.page(self.title, "".join(sections))

    # What several sections ask for.

    def solvers(self):
        """Optimizations and analyses, in the order of the pipeline."""
        return [s for s in self.stages if "PoissonsRatio" in s.proxy.ListProperties() or
                s.value("IterationsDone") is not None or s.kind == "BodyAnalysis"]

    def last(self, name):
        """The last stage with a read-out or property of this name that has a value, and the value."""
        for stage in reversed(self.stages):
            value = stage.value(name)
            if value is not None:
                return stage, value
        return None, None

    def with_unit(self, value, hint):
        unit = unit_text(hint or "", self.units)
        return f"{number(value)} {unit}".strip()

    # Sections.

    def about(self):
        manager = servermanager.vtkSMProxyManager.GetProxyManager().GetPluginManager()
        plugins = manager.GetLocalInformation()
        version = next((plugins.GetPluginVersion(i) for i in range(plugins.GetNumberOfPlugins())
                        if plugins.GetPluginName(i) == "Trabecula"), "")
        now = datetime.datetime.now().strftime("%d %B %Y, %H:%M")
        device = self.last("DeviceUsed")[1]
        texts = [now, f"Trabecula {version}", f"ParaView {paraview.__version__}"]
        return page.paragraph(", ".join(texts + ([device] if device else [])) + ".", "small")

    def summary(self):
        rows = []
        for file in self.files:
            rows.append(("File", file))
        if "length" in self.units:
            rows.append(("Units", ", ".join(self.units.values())))
        else:
            self.missing.append("The unit of lengths: the data do not state one. Numbers are in the "
                                "consistent units of the input.")
        rows += self.material()
        rows += self.size()
        rows += self.stiffness()
        return page.heading("Summary") + page.table(rows, name="summary")

    def material(self):
        rows = []
        for solver in self.solvers()[:1]:
            name = solver.value("Material")
            if isinstance(name, str) and name != "Custom":
                about, source = self.about_material(solver, name)
                rows.append(("Material", ", ".join(text for text in (name, about, source) if text)))
            for label, of, hint in (("Young's modulus", "YoungsModulus", "force / area"),
                                    ("Poisson's ratio", "PoissonsRatio", ""),
                                    ("Density", "MassDensity", "mass / volume"),
                                    ("Yield stress", "YieldStress", "force / area")):
                value = self.of_material(solver, of)
                if value:
                    rows.append((label, self.with_unit(value, hint)))
        if not rows:
            self.missing.append("The material: the pipeline has no analysis or optimization.")
        return rows

    @staticmethod
    def of_material(solver, name):
        """What the results state, or without a named material the property."""
        value = solver.field_number(name)
        is_named = solver.value("Material", "Custom") not in ("Custom", "")
        value = value if value or is_named else solver.value(name)
        return value if isinstance(value, (int, float)) else None

    @staticmethod
    def about_material(solver, name):
        table = list(solver.value("MaterialTable", []))
        return next(((table[i + 1], table[i + 2]) for i in range(0, len(table) - 5, 6)
                     if table[i] == name), ("", ""))

    def size(self):
        stage, volume = next(((s, s.value("Volume")) for s in reversed(self.stages)
                              if s.kind == "TopologySurface" and s.value("Volume")), (None, None))
        if stage is None:
            self.missing.append("The volume and mass of the part: there is no Topology Surface, or it "
                                "has not been computed.")
            return []
        rows = [("Volume", self.with_unit(volume, stage.unit("Volume")))]
        # That of the surface belongs to the volume above; an analysis has that of its cells.
        owner, mass = (stage, stage.value("Mass")) if stage.value("Mass") else self.last("Mass")
        density = next(filter(None, (self.of_material(s, "MassDensity") for s in self.solvers())), None)
        if mass is not None:
            rows.append(("Mass", self.with_unit(mass, owner.unit("Mass") or "mass")))
        elif density:
            rows.append(("Mass", self.with_unit(density * volume, "mass")))
        else:
            self.missing.append("The mass: neither a Material nor Mass Density is set.")
        return rows

    def stiffness(self):
        rows = []
        stage, compliance = self.last("Compliance")
        if stage and compliance:
            rows.append((f"Compliance ({stage.label})",
                         self.with_unit(compliance, stage.unit("Compliance"))))
        for label, array, hint in (("Largest displacement", "Displacement", "length"),
                                   ("Largest von Mises stress", "VonMisesStress", "force / area")):
            for of in reversed(self.solvers()):
                value = of.value("LargestVonMisesStress") if array == "VonMisesStress" else None
                value = of.largest(array) if value is None else value
                if value is not None:
                    rows.append((f"{label} ({of.label})", self.with_unit(value, hint)))
                    if array == "VonMisesStress":
                        rows += self.safety(of, value)
                    break
            else:
                self.missing.append(f"{label}: no analysis has it. Body Analysis computes it for the "
                                    "printable surface.")
        return rows

    def safety(self, stage, stress):
        owner, factor = self.last("SafetyFactor")
        if factor:
            return [(f"Factor of safety ({owner.label})", number(factor))]
        limit = next(filter(None, (self.of_material(s, "YieldStress") for s in self.solvers())), None)
        if limit and stress > 0:
            return [(f"Factor of safety (yield stress over that of {stage.label})",
                     number(limit / stress))]
        self.missing.append("The factor of safety: neither a Material nor a yield stress is set.")
        return []

    def verdicts(self):
        lines = []
        for stage in self.stages:
            error, status = stage.value("ErrorMessage"), stage.value("Status")
            fault = stage.value("DesignFault")
            if error:
                lines.append(page.paragraph(f"{stage.name}: {error}", "fault"))
            elif fault:
                lines.append(page.paragraph(f"{stage.name}: {fault}", "fault"))
            elif not stage.has_data():
                self.missing.append(f"{stage.name} has not been computed.")
            if status and not error:
                lines.append(page.paragraph(f"{stage.name}: {status}"))
        return page.heading("Verdict") + "".join(lines) if lines else ""

    def images(self):
        if not self.pictures:
            return ""
        fault = display.fault()
        if fault:
            self.missing.append(f"Pictures: {fault}")
            return ""
        views = [view for view in simple.GetRenderViews() if any(
            getattr(shown, "Visibility", 0) for shown in view.Representations)][:MOST_PICTURES]
        try:
            found = ([(f"View {i + 1}", self.counted(picture_of, view, i, views))
                      for i, view in enumerate(views)] if views else self.own_pictures())
        except RuntimeError as error:
            found = []
            self.missing.append(f"Pictures: {error}")
        return page.heading("Pictures") + "".join(
            page.picture(png, caption) for caption, png in found) if found else ""

    def counted(self, draw, subject, i, all_of_them):
        """draw(subject), after telling which picture it is."""
        self.progress(f"Report: picture {i + 1} of {len(all_of_them)}...")
        return draw(subject)

    def own_pictures(self):
        """Pairs of caption and picture of the last results, in a view that does not stay."""
        with_data = [s for s in self.stages if s.has_data() and "CaughtPoints" not in
                     s.proxy.ListProperties()]
        surfaces = [s for s in with_data if s.kind == "TopologySurface"][-1:]
        analyses = [s for s in with_data if s.largest("VonMisesStress") is not None and
                    s.value("IterationsDone") is None][-1:]
        chosen = surfaces + analyses or with_data[-1:]
        if not chosen:
            self.missing.append("Pictures: there is no view.")
        return [(stage.name, self.counted(self.own_picture, stage, i, chosen))
                for i, stage in enumerate(chosen)]

    @staticmethod
    def own_picture(stage):
        active = simple.GetActiveView()
        view = simple.CreateView("RenderView", ViewSize=[WIDTH_OF_PICTURES, 620])
        try:
            view.UseColorPaletteForBackground, view.Background = 0, [1.0, 1.0, 1.0]
            view.KeyLightIntensity, view.HeadLightKHRatio, view.FillLightKFRatio = 0.85, 1.8, 2.2
            port = 1 if stage.value("IterationsDone") is not None else 0
            shown = simple.Show(simple.OutputPort(stage.proxy, port), view)
            if stage.kind == "TopologySurface":
                shown.ColorArrayName = [None, ""]
                shown.AmbientColor = shown.DiffuseColor = [0.60, 0.63, 0.68]
                shown.Ambient = 0.15
            elif stage.largest("VonMisesStress") is not None:
                of = "POINTS" if stage.proxy.PointData.GetArray("VonMisesStress") else "CELLS"
                simple.ColorBy(shown, (of, "VonMisesStress"))
                shown.RescaleTransferFunctionToDataRange()
                shown.SetScalarBarVisibility(view, True)
                bar = simple.GetScalarBar(simple.GetColorTransferFunction("VonMisesStress"), view)
                bar.TitleColor = bar.LabelColor = [0.1, 0.1, 0.1]
            x0, x1, y0, y1, z0, z1 = stage.sm.GetDataInformation(port).GetBounds()
            is_plate = z1 - z0 < 0.3 * min(x1 - x0, y1 - y0)
            view.CameraViewUp = [0, 1, 0] if is_plate else [0, 0, 1]
            view.CameraFocalPoint = [0, 0, 0]
            view.CameraPosition = [0.3, -0.5, 1.6] if is_plate else [0.85, -1.5, 0.9]
            simple.ResetCamera(view)
            view.GetActiveCamera().Dolly(1.15)
            simple.Render(view)
            return picture_of(view)
        finally:
            simple.Delete(view)
            if active:
                simple.SetActiveView(active)

    def conditions(self):
        rows = []
        for stage in self.stages:
            properties = stage.proxy.ListProperties()
            if "CaughtPoints" not in properties:
                continue
            set_values = "; ".join(f"{label}: {value}" for label, value in stage.settings())
            outs = "; ".join(f"{label} {self.with_unit(value, unit)}"
                             for label, value, unit in stage.read_outs() if label != "Status")
            rows.append((f"{stage.name} ({stage.label})", set_values, outs))
        if not rows:
            self.missing.append("Supports and loads: the pipeline has none of the filters for them; "
                                "they may be arrays of the mesh.")
            return ""
        return (page.heading("Supports and loads") +
                page.table(rows, ("Filter", "Settings", "What it caught"), "conditions"))

    def constraints(self):
        parts = []
        for stage in self.stages:
            bounds, columns = stage.value("HistoryBounds", []), stage.value("HistoryColumns", [])
            history = stage.value("History", [])
            names = list(columns)[::3]
            last = list(history)[-len(names):] if names and history else []
            rows = []
            texts = list(bounds)
            for name, sense, bound, verdict in zip(*[iter(texts)] * 4):
                value = number(last[names.index(name)]) if name in names and last else ""
                kind = None if verdict in ("met", "") else "fault"
                rows.append((name, (value, "number"), sense, (bound, "number"), (verdict, kind)))
            if rows:
                parts.append(page.heading(stage.name, 3) + page.table(
                    rows, ("Response", "Value", "", "Bound", "Held"), "constraints"))
            body = stage.value("ConstraintVerdict")
            if body:
                parts.append(page.paragraph(f"{stage.name}: {body.strip()}"))
        if not parts:
            self.missing.append("Constraints: no optimization in the pipeline has bounds.")
            return ""
        return page.heading("Constraints") + "".join(parts)

    def history(self):
        parts = []
        for stage in self.stages:
            columns, flat = stage.value("HistoryColumns", []), stage.value("History", [])
            names, roles = list(columns)[::3], list(columns)[1::3]
            if not names or len(flat) < 2 * len(names):
                continue
            rows = [flat[i:i + len(names)] for i in range(0, len(flat), len(names))]
            wanted = [i for i, role in enumerate(roles) if role == "Objective"]
            wanted += [i for i, name in enumerate(names) if name in ("VolumeFraction", "Greyness") and
                       i not in wanted]
            curves = [(names[i], [row[i] for row in rows]) for i in wanted]
            ends = [("Iteration", *[names[i] for i in wanted])]
            table = [(number(int(row[0])), *[(number(row[i]), "number") for i in wanted])
                     for row in (rows[0], rows[-1])]
            parts.append(page.heading(stage.name, 3) +
                         page.chart([row[0] for row in rows], curves, "iteration") +
                         page.table(table, ends[0], "history"))
        if not parts:
            self.missing.append("The history: no optimization in the pipeline has iterations.")
            return ""
        return page.heading("History") + "".join(parts)

    def results(self):
        parts = []
        for stage in self.stages:
            if "CaughtPoints" in stage.proxy.ListProperties():
                continue
            rows = [(label, self.with_unit(value, unit)) for label, value, unit in stage.read_outs()
                    if label != "Status"]
            if rows:
                parts.append(page.heading(f"{stage.name} ({stage.label})", 3) + page.table(rows))
        return page.heading("Results") + "".join(parts) if parts else ""

    def settings(self):
        parts = []
        for stage in self.stages:
            rows = stage.settings()
            if rows and "CaughtPoints" not in stage.proxy.ListProperties():
                parts.append(page.heading(f"{stage.name} ({stage.label})", 3) + page.table(rows))
        if not parts:
            return ""
        return (page.heading("Settings") +
                page.paragraph("Those that differ from the defaults.", "small") + "".join(parts))


def picture_of(view):
    """What a view shows, as the bytes of a PNG file."""
    width, height = view.ViewSize
    scale = min(1.0, WIDTH_OF_PICTURES / max(width, 1))
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "view.png")
        simple.SaveScreenshot(name, view, CompressionLevel="9",
                              ImageResolution=[max(int(width * scale), 1), max(int(height * scale), 1)])
        with open(name, "rb") as file:
            return file.read()


def report_from_menu(path):
    """As write_report(), for the window: an error becomes one message there, progress a text in its
    status bar."""
    window = servermanager.vtkSMProxyManager.GetProxyManager()  # whose events the window hears
    try:
        write_report(path, progress=lambda text: window.InvokeEvent("UserEvent", text))
    except (OSError, ValueError, RuntimeError) as error:
        vtkOutputWindow.GetInstance().DisplayErrorText(f"{error}\n")

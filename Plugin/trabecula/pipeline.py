"""The filters of a pipeline as a report needs them: settings, read-outs, arrays, connections."""

import math
import re

from paraview import servermanager


class Stage:
    """A filter, source or reader of the pipeline, with the name that the browser shows."""

    def __init__(self, name, proxy):
        self.name, self.proxy, self.sm = name, proxy, proxy.SMProxy
        self.label, self.kind = self.sm.GetXMLLabel(), self.sm.GetXMLName()
        self.sm.UpdatePropertyInformation()

    def properties(self):
        """Pairs of name and property of those that have values."""
        for name in self.proxy.ListProperties():
            found = self.proxy.GetProperty(name)
            if found is not None and found.SMProperty.IsA("vtkSMVectorProperty"):
                yield name, found

    def value(self, name, default=None):
        """The value of a property or read-out; numbers that are not finite are none."""
        if name not in self.proxy.ListProperties():
            return default
        value = self.proxy.GetProperty(name).GetData()
        if isinstance(value, float) and not math.isfinite(value):
            return default
        return default if value is None or value == "" else value

    def settings(self):
        """Pairs of label and text of what was set and is visible in the panel."""
        rows = []
        for _, found in self.properties():
            sm = found.SMProperty
            if (sm.GetInformationOnly() or sm.IsValueDefault() or
                    sm.GetPanelVisibility() == "never" or not self._is_shown(sm)):
                continue
            text = self._text(found)
            if text:
                rows.append((sm.GetXMLLabel(), text))
        return rows

    def read_outs(self):
        """Triples of label, value and unit of the results that the panel shows."""
        rows = []
        for _, found in self.properties():
            sm = found.SMProperty
            if (not sm.GetInformationOnly() or sm.GetPanelVisibility() != "default" or
                    not self._is_shown(sm)):
                continue
            value = found.GetData()
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if value in (None, "", []) or (is_number and not math.isfinite(value)):
                continue
            rows.append((sm.GetXMLLabel(), value, self.unit_of(sm)))
        return rows

    def unit(self, name):
        return self.unit_of(self.proxy.GetProperty(name).SMProperty)

    @staticmethod
    def unit_of(sm):
        hints = sm.GetHints()
        hint = hints.FindNestedElementByName("ReadOut") if hints else None
        return (hint.GetAttribute("unit") or "") if hint else ""

    def field_text(self, name):
        """A text of the field data of any output, without fetching anything else."""
        for port in range(self.sm.GetNumberOfOutputPorts()):
            fields = self.sm.GetDataInformation(port).GetFieldDataInformation()
            array = fields.GetArrayInformation(name)
            if array and array.GetNumberOfStringValues() > 0:
                return array.GetStringValue(0)
        return ""

    def field_number(self, name):
        """A positive number of the field data of any output; None without."""
        for port in range(self.sm.GetNumberOfOutputPorts()):
            fields = self.sm.GetDataInformation(port).GetFieldDataInformation()
            array = fields.GetArrayInformation(name)
            if array and array.GetNumberOfTuples() > 0 and 0 < array.GetComponentRange(0)[1] < 1e299:
                return array.GetComponentRange(0)[1]
        return None

    def largest(self, prefix):
        """The largest magnitude of arrays whose names begin so, of points and cells; None without."""
        found = []
        for port in range(self.sm.GetNumberOfOutputPorts()):
            data = self.sm.GetDataInformation(port)
            for attributes in (data.GetPointDataInformation(), data.GetCellDataInformation()):
                for i in range(attributes.GetNumberOfArrays()):
                    array = attributes.GetArrayInformation(i)
                    if array.GetName() == prefix or array.GetName().startswith(prefix + "_"):
                        many = array.GetNumberOfComponents() > 1
                        found.append(array.GetComponentRange(-1 if many else 0)[1])
        found = [value for value in found if math.isfinite(value) and abs(value) < 1e299]
        return max(found, default=None)

    def has_data(self):
        return any(self.sm.GetDataInformation(port).GetNumberOfPoints() > 0 or
                   self.sm.GetDataInformation(port).GetNumberOfRows() > 0
                   for port in range(self.sm.GetNumberOfOutputPorts()))

    def _is_shown(self, sm):
        """Whether the panel shows a property: GenericDecorator depends on another one's value."""
        hints = sm.GetHints()
        for i in range(hints.GetNumberOfNestedElements() if hints else 0):
            hint = hints.GetNestedElement(i)
            if (hint.GetName() != "PropertyWidgetDecorator" or
                    hint.GetAttribute("type") != "GenericDecorator" or
                    hint.GetAttribute("mode") != "visibility"):
                continue
            other = self.sm.GetProperty(hint.GetAttribute("property"))
            wanted = (hint.GetAttribute("values") or hint.GetAttribute("value") or "").split()
            if other is None or not other.IsA("vtkSMVectorProperty"):
                continue
            value = str(other.GetElement(0)) if other.GetNumberOfElements() > 0 else ""
            if (value in wanted) == (hint.GetAttribute("inverse") == "1"):
                return False
        return True

    @staticmethod
    def _text(found):
        value = found.GetData()
        if value is None or value == []:
            return ""
        if found.SMProperty.FindDomain("vtkSMBooleanDomain"):
            return "on" if value else "off"
        if isinstance(value, (list, tuple)):
            return ", ".join(f"{v:.6g}" if isinstance(v, float) else str(v) for v in value)
        return f"{value:.6g}" if isinstance(value, float) else str(value)


def inputs_of(sm):
    """The proxies that are connected to the inputs of one."""
    found = []
    iterator = sm.NewPropertyIterator()
    iterator.Begin()
    while not iterator.IsAtEnd():
        of = iterator.GetProperty()
        if of.IsA("vtkSMInputProperty"):
            found += [of.GetProxy(i) for i in range(of.GetNumberOfProxies())]
        iterator.Next()
    return [proxy for proxy in found if proxy]


def stages_around(source):
    """What a filter comes from and what comes from it, in the order of the pipeline; all without one."""
    known = {key[0]: proxy for key, proxy in
             servermanager.ProxyManager().GetProxiesInGroup("sources").items()}
    names = {proxy.SMProxy: name for name, proxy in known.items()}
    above = {sm: [i for i in inputs_of(sm) if i in names] for sm in names}
    order = []

    def visit(sm):
        if sm not in order:
            for other in above[sm]:
                visit(other)
            order.append(sm)

    for sm in names:
        visit(sm)

    def ancestors(sm):
        found = {sm}
        for other in above[sm]:
            found |= ancestors(other)
        return found

    if source is not None:
        chosen = source.SMProxy
        if chosen not in names:
            raise ValueError("The source of the report is not in the pipeline.")
        below = {sm for sm in names if chosen in ancestors(sm)}
        # An analysis below may have further inputs, which belong to what it says.
        wanted = set().union(ancestors(chosen), *(ancestors(sm) for sm in below))
        order = [sm for sm in order if sm in wanted]
    return [Stage(names[sm], known[names[sm]]) for sm in order]


def units_of(stages):
    """The units that the data state, by the word that stands for them in read-outs."""
    units = {}
    for stage in stages:
        # The field Units is a list, as "mm, N, MPa, t"; masses in inches have no unit of their own.
        stated = stage.field_text("Units").split(", ")
        if len(stated) > 2:
            for word, unit in zip(("length", "force", "stress", "mass"), stated):
                units.setdefault(word, unit)
        length = stage.field_text("LengthUnit")
        if length:
            units.setdefault("length", length)
    return units


def unit_text(hint, units):
    """The unit of a read-out, as length^3, in the words of the user as far as they are known."""
    if "stress" in units and re.sub(r"\s", "", hint) in ("force/area", "force/length^2"):
        return units["stress"]
    words = re.sub(r"[a-z]+", lambda word: units.get(word.group(), word.group()), hint)
    return words.replace(" / area", f" / {units['length']}^2") if "length" in units else words

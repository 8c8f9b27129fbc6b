"""What the scripts here share: loading the plugin, looking at results, hearing errors."""

import sys

from paraview import servermanager, simple
from paraview.simple import *
from vtkmodules.numpy_interface import dataset_adapter
import numpy

simple.LoadPlugin(sys.argv[1], ns=globals())

ITERATIONS, FINAL_DESIGN, CONVERGENCE = range(3)


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def expect_equal(found, wanted, what):
    expect(found == wanted, f"{what}: {found}, not {wanted}")


def expect_close(found, wanted, what, tolerance=1e-9):
    found, wanted = numpy.asarray(found), numpy.asarray(wanted)
    expect(found.shape == wanted.shape, f"{what}: {found.shape} values, not {wanted.shape}")
    error = float(numpy.max(numpy.abs(found - wanted)))
    expect(error <= tolerance, f"{what}: off by {error}")


def information(proxy, name):
    """A read-out of the panel."""
    proxy.UpdatePropertyInformation()
    return proxy.GetProperty(name).GetData()


def fetch(proxy, port):
    return dataset_adapter.WrapDataObject(servermanager.Fetch(proxy, idx=port))


def density(proxy, port=FINAL_DESIGN):
    return numpy.array(fetch(proxy, port).CellData["Density"])


def column(proxy, name):
    return numpy.array(fetch(proxy, CONVERGENCE).RowData[name])


def choices(proxy, name):
    """The arrays that a panel offers for a property."""
    domain = proxy.GetProperty(name).SMProperty.FindDomain("vtkSMArrayListDomain")
    return [domain.GetString(i) for i in range(domain.GetNumberOfStrings())]


class Errors:
    """Counts what the filter behind a proxy reports as errors."""

    def __init__(self, proxy):
        self.texts = []
        proxy.GetClientSideObject().AddObserver("ErrorEvent", self.hear)

    def hear(self, caller, event, text):
        self.texts.append(text)

    hear.CallDataType = "string0"

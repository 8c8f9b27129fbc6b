"""Runs the scripts of Data/ as a user does, and reads what they leave behind."""

import os
import re
import subprocess
import sys
import threading

import numpy
from paraview import servermanager
from paraview.simple import OpenDataFile
from vtkmodules.numpy_interface import dataset_adapter
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOImage import vtkPNGReader

from checks import expect

plugin, pvpython, pvbatch = sys.argv[1:4]
data_folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Data")


def data_file(*names):
    return os.path.join(data_folder, *names)


def run(interpreter, *arguments, folder=None):
    """What the script printed; it has to succeed and must not report errors or warnings, beside which
    the log may have remarks. After few iterations a design may have pieces that do not touch, and
    stresses are those at centres of cells: that this is told is no failure."""
    done = subprocess.run([interpreter, *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True, cwd=folder)
    print(done.stdout, done.stderr, sep="\n", flush=True)
    expect(done.returncode == 0, f"{arguments[0]} returned {done.returncode}")
    for line in (done.stdout + done.stderr).splitlines():
        for sign in ("Traceback", " ERR| ", "WARN| "):
            is_told = "pieces that do not touch each other" in line or "stress is that at the centres" in line
            expect(sign not in line or is_told, f"{arguments[0]} printed '{line}'")
    return done.stdout


def expect_lines_early(script, pattern, *arguments):
    """The script prints a line of this pattern while it still has much to do; then it is ended."""
    seconds = 100  # to start ParaView on a crowded machine
    running = subprocess.Popen([pvpython, script, *arguments], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, universal_newlines=True)
    limit = threading.Timer(seconds, running.kill)
    limit.start()
    try:
        found = any(re.fullmatch(pattern, line.rstrip()) for line in running.stdout)
        expect(found, f"{script} prints a line {pattern} within {seconds} s")
        expect(running.poll() is None, f"{script} goes on")
    finally:
        limit.cancel()
        running.kill()
        running.communicate()


def read_table(filename):
    return numpy.genfromtxt(filename, delimiter=",", names=True)


def read_mesh(filename):
    reader = OpenDataFile(filename)
    expect(reader is not None, f"{filename} can be opened")
    reader.UpdatePipeline()
    return dataset_adapter.WrapDataObject(servermanager.Fetch(reader))


def expect_drawn(filename):
    """A picture of some size, part background and part not, in several colours."""
    reader = vtkPNGReader()
    reader.SetFileName(filename)
    reader.Update()
    image = reader.GetOutput()
    width, height, _ = image.GetDimensions()
    expect(width >= 400 and height >= 300, f"{filename}: {width} x {height} pixels")
    pixels = vtk_to_numpy(image.GetPointData().GetScalars())[:, :3]
    colours, counts = numpy.unique(pixels, axis=0, return_counts=True)
    background = counts.max() / counts.sum()
    expect(len(colours) > 50, f"{filename}: {len(colours)} colours")
    expect(0.2 < background < 0.97, f"{filename}: {background:.0%} is background")

"""Writes small HDF5 files with the library that ParaView itself uses, as Debian's pvpython has no
h5py."""

import ctypes
import glob

import numpy

FILE = ctypes.CDLL(sorted(glob.glob("/usr/lib/*/libhdf5_openmpi.so.*") +
                          glob.glob("/usr/lib/*/libhdf5_serial.so.*"))[0])
FILE.H5open()
ID = ctypes.c_int64
TYPES = {numpy.dtype(name): ID.in_dll(FILE, f"H5T_NATIVE_{kind}_g").value
         for name, kind in (("float32", "FLOAT"), ("float64", "DOUBLE"), ("uint16", "USHORT"))}
for function in ("H5Fcreate", "H5Gcreate2", "H5Screate_simple", "H5Dcreate2"):
    getattr(FILE, function).restype = ID


def valid(number):
    if number < 0:
        raise OSError("HDF5 has failed")
    return number


def write(filename, group, arrays):
    """A file with one group of arrays, given by name."""
    truncate, default = 2, ID(0)
    file = ID(valid(FILE.H5Fcreate(filename.encode(), truncate, default, default)))
    folder = ID(valid(FILE.H5Gcreate2(file, group.encode(), default, default, default)))
    for name, values in arrays.items():
        values = numpy.ascontiguousarray(values)
        sizes = (ctypes.c_uint64 * values.ndim)(*values.shape)
        space = ID(valid(FILE.H5Screate_simple(values.ndim, sizes, None)))
        kind = ID(TYPES[values.dtype])
        data = ID(valid(FILE.H5Dcreate2(folder, name.encode(), kind, space, default, default,
                                        default)))
        valid(FILE.H5Dwrite(data, kind, default, default, default,
                            ctypes.c_void_p(values.ctypes.data)))
        FILE.H5Dclose(data)
        FILE.H5Sclose(space)
    FILE.H5Gclose(folder)
    FILE.H5Fclose(file)


def write_parosol(filename, moduli, voxel_size, poissons_ratio, rows, displacements):
    """ParOSol's input: moduli by z, y, x; a row of z, y, x, direction for each displacement."""
    write(filename, "Image_Data", {
        "Image": numpy.asarray(moduli, dtype="float32"),
        "Voxelsize": numpy.array([voxel_size], dtype="float64"),
        "Poisons_ratio": numpy.array([poissons_ratio], dtype="float64"),
        "Fixed_Displacement_Coordinates": numpy.asarray(rows, dtype="uint16"),
        "Fixed_Displacement_Values": numpy.asarray(displacements, dtype="float32"),
    })


def write_compressed_bar(filename):
    """2 x 3 x 5 voxels of 0.5 mm, 1000 MPa and 0.25, its lower end held along z and against moving
    and turning, its upper end pushed down by 0.01 mm: stresses of -4 MPa everywhere."""
    rows, displacements = [], []
    for y in range(4):
        for x in range(3):
            rows += [[0, y, x, 2], [5, y, x, 2]]
            displacements += [0.0, -0.01]
    rows += [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 2, 1]]
    displacements += [0.0, 0.0, 0.0]
    write_parosol(filename, numpy.full((5, 3, 2), 1000.0), 0.5, 0.25, rows, displacements)

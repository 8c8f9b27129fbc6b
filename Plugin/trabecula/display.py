"""Whether pictures can be made: ParaView ends the whole process if it draws without a display."""

import ctypes
import ctypes.util
import os

from vtkmodules.vtkRenderingCore import vtkRenderWindow


def fault():
    """What keeps ParaView from making pictures, with what to do; empty if nothing."""
    if "XOpenGL" not in vtkRenderWindow().GetClassName():
        return ""  # a ParaView that draws without an X server
    name = os.environ.get("DISPLAY", "")
    if not name:
        return "there is no display to draw on. Start the script with xvfb-run."
    return "" if _opens() else (f"the display {name} cannot be opened. Start the script with xvfb-run, "
                                "or set DISPLAY.")


def _opens():
    library = ctypes.util.find_library("X11")
    if not library:
        return True  # not known
    x11 = ctypes.CDLL(library)
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
    display = x11.XOpenDisplay(None)
    if display:
        x11.XCloseDisplay(display)
    return bool(display)

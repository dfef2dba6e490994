#!/usr/bin/env python3
"""The filters that docs/outputs.md names, executed by VTK on the files of a run, beside its bodies and contacts.

Usage: filters_test.py PATH_OF_SCREE PAGE FOLDER
ParaView's filters are these classes of VTK; the page is searched for each name and each property that is used here.
"""
import csv
import math
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

try:
    from vtkmodules.vtkCommonCore import vtkStringOutputWindow, vtkOutputWindow
    from vtkmodules.vtkCommonDataModel import vtkDataObject
    from vtkmodules.vtkFiltersCore import vtkCellDataToPointData, vtkGlyph3D, vtkTensorGlyph
    from vtkmodules.vtkFiltersCore import vtkThreshold, vtkTubeFilter
    from vtkmodules.vtkFiltersGeometry import vtkGeometryFilter
    from vtkmodules.vtkFiltersSources import vtkCubeSource, vtkSphereSource
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
except ImportError:
    sys.exit("this test needs VTK for Python: tools/setup.sh installs python3-vtk9")

program, page, folder = sys.argv[1], pathlib.Path(sys.argv[2]).read_text(), pathlib.Path(sys.argv[3])
complaints = vtkStringOutputWindow()
vtkOutputWindow.SetInstance(complaints)

SCENE = """
gravity = [0, 0, "-9.81 m/s^2"]
[time]
end = "40 ms"
step = "20 us"
[output]
frames_every = "20 ms"
picture = false
[[material]]
name = "glass"
density = "2500 kg/m^3"
[[contact]]
between = ["glass", "glass"]
normal = { law = "hooke", stiffness = "20 kN/m", restitution = 0.3 }
slide = { law = "coulomb-spring", stiffness = "6 kN/m", coefficient = 0.1, damping_of_normal = 0.5 }
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
material = "glass"
[[box]]
position = ["100 mm", 0, "20 mm"]
size = ["30 mm", "20 mm", "10 mm"]
orientation = { axis = [0, 0, 1], angle = "30 deg" }
material = "glass"
held = true
[[ellipsoid]]
position = [0, "60 mm", "10.2 mm"]
axes = ["20 mm", "5 mm", "10 mm"]
orientation = { axis = [0, 0, 1], angle = "90 deg" }
material = "glass"
[[lattice]]
low = ["-30 mm", "-30 mm", "5 mm"]
high = ["30 mm", "30 mm", "15 mm"]
spacing = "9.98 mm"
radius = "5 mm"
jitter = "0.1 mm"
velocity = ["0.2 m/s", 0, 0]
material = "glass"
"""
NEAR = 1e-5  # of VTK's single precision, over the size of the scene [m]


def named(*words):
    """The page names what is used here."""
    for word in words:
        found = re.search(r"\*+" + re.escape(word) + r"\*+|`" + re.escape(word) + "`", page)
        assert found, f"docs/outputs.md does not name {word}"


def made(algorithm):
    algorithm.Update()
    assert complaints.GetOutput() == "", complaints.GetOutput()
    return algorithm.GetOutput()


def last_frame(kind):
    """As ParaView opens a .pvd: the file of its last time."""
    frames = xml.parse(folder / "run" / f"{kind}.pvd").getroot().find("Collection")
    assert len(frames) == 3, f"{len(frames)} frames"
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(str(folder / "run" / frames[-1].get("file")))
    return reader


def threshold(source, array, value, cells):
    named("Threshold", array)
    filter_ = vtkThreshold()
    filter_.SetInputConnection(source.GetOutputPort())
    where = vtkDataObject.FIELD_ASSOCIATION_CELLS if cells else vtkDataObject.FIELD_ASSOCIATION_POINTS
    filter_.SetInputArrayToProcess(0, 0, 0, where, array)
    filter_.SetLowerThreshold(value)
    filter_.SetUpperThreshold(value)
    return filter_


def bounds_of(points, first, count):
    places = [points.GetPoint(i) for i in range(first, first + count)]
    return [(min(p[k] for p in places), max(p[k] for p in places)) for k in range(3)]


def expect_near(got, due, what, within=NEAR):
    assert abs(got - due) < within, f"{what}: got {got}, due {due}"


def table():
    with open(folder / "run/bodies.csv") as file:
        lines = list(csv.reader(file))
    names = [re.sub(r" ?\[.*", "", name) for name in lines[0]]
    return [dict(zip(names, line)) for line in lines[1:]]


def spheres(bodies):
    """Glyph: a ball for each sphere, at its centre and of its radius."""
    named("Glyph", "Sphere", "radius", "Orientation Array", "Scale Array", "Scale Factor", "All Points", "form")
    frame = last_frame("bodies")
    only = threshold(frame, "form", 0, cells=False)
    ball, glyph = vtkSphereSource(), vtkGlyph3D()
    ball.SetThetaResolution(12), ball.SetPhiResolution(13)  # points on all three axes
    glyph.SetInputConnection(only.GetOutputPort())
    glyph.SetSourceConnection(ball.GetOutputPort())
    glyph.SetInputArrayToProcess(0, 0, 0, vtkDataObject.FIELD_ASSOCIATION_POINTS, "radius")
    glyph.SetScaleModeToScaleByScalar()
    glyph.SetScaleFactor(2)
    glyph.OrientOff()
    points, due = made(glyph).GetPoints(), [b for b in bodies if b["form"] == "sphere"]
    size = points.GetNumberOfPoints() // len(due)
    assert points.GetNumberOfPoints() == size * len(due) and len(due) == 98, (points.GetNumberOfPoints(), len(due))
    for i, body in enumerate(due):
        for axis, (low, high) in zip("xyz", bounds_of(points, i * size, size)):
            centre, radius = float(body[axis]), float(body["radius"])
            expect_near(low, centre - radius, f"sphere {body['id']}, lower {axis}")
            expect_near(high, centre + radius, f"sphere {body['id']}, upper {axis}")


def reach(body, axis):
    """How far an ellipsoid or a box goes along an axis of the world: from half axes and orientation."""
    w, x, y, z = (float(body[f"orientation_{k}"]) for k in "wxyz")
    row = {"x": (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
           "y": (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
           "z": (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))}[axis]
    parts = [abs(r) * float(body[f"half_axes_{k}"]) for r, k in zip(row, "xyz")]
    return sum(parts) if body["form"] == "box" else math.hypot(*parts)


def solids(bodies, form, number, source, within):
    """Tensor Glyph: ellipsoids and boxes of the right size, turned as they are."""
    named("Tensor Glyph", "axes_tensor", "Extract Eigenvalues", "Scale Factor", "Sphere", "Box")
    frame = last_frame("bodies")  # producers keep a name: a port does not keep its producer
    only, glyph = threshold(frame, "form", number, cells=False), vtkTensorGlyph()
    glyph.SetInputConnection(only.GetOutputPort())
    glyph.SetSourceConnection(source.GetOutputPort())
    glyph.SetInputArrayToProcess(0, 0, 0, vtkDataObject.FIELD_ASSOCIATION_POINTS, "axes_tensor")
    glyph.ExtractEigenvaluesOff()
    glyph.ColorGlyphsOff()
    glyph.SetScaleFactor(2)
    output, (body,) = made(glyph), [b for b in bodies if b["form"] == form]
    for axis, (low, high) in zip("xyz", bounds_of(output.GetPoints(), 0, output.GetNumberOfPoints())):
        expect_near(high - low, 2 * reach(body, axis), f"{form}, length along {axis}", within * 2 * reach(body, axis))
        expect_near((high + low) / 2, float(body[axis]), f"{form}, middle along {axis}", within * 2 * reach(body, axis))


def network():
    """Threshold, Cell Data to Point Data, Tube: the largest force has Radius Factor times the radius of the least."""
    named("Cell Data to Point Data", "Tube", "normal_force", "slide_mode", "Vary Radius", "By Scalar", "Radius")
    named("Radius Factor")
    contacts = last_frame("contacts")
    lines = made(contacts)
    forces = [lines.GetCellData().GetArray("normal_force").GetValue(i) for i in range(lines.GetNumberOfCells())]
    modes = [lines.GetCellData().GetArray("slide_mode").GetValue(i) for i in range(lines.GetNumberOfCells())]
    assert 0 < modes.count(2) < len(modes), f"of {len(modes)} contacts {modes.count(2)} slip: both kinds are needed"
    for slipping in (False, True):
        source, due = contacts, forces
        if slipping:
            surface, only = vtkGeometryFilter(), threshold(contacts, "slide_mode", 2, cells=True)
            surface.SetInputConnection(only.GetOutputPort())  # poly data of what Threshold leaves, as ParaView does
            source, due = surface, [f for f, mode in zip(forces, modes) if mode == 2]
        spread, tube = vtkCellDataToPointData(), vtkTubeFilter()
        spread.SetInputConnection(source.GetOutputPort())
        spread.PassCellDataOn()
        tube.SetInputConnection(spread.GetOutputPort())
        tube.SetInputArrayToProcess(0, 0, 0, vtkDataObject.FIELD_ASSOCIATION_POINTS, "normal_force")
        tube.SetVaryRadiusToVaryRadiusByScalar()
        tube.SetRadius(1e-4)
        tube.SetRadiusFactor(10)
        tube.SetNumberOfSides(6)
        at_points = made(spread).GetPointData().GetArray("normal_force")
        ends = [at_points.GetValue(2 * i) for i in range(len(due))]
        assert sorted(ends) == sorted(due), "forces at the ends of contacts"
        tubes = made(tube)
        rings = tubes.GetNumberOfPoints() // 6
        assert rings == 2 * len(due), f"{rings} rings of {len(due)} contacts"
        values = tubes.GetPointData().GetArray("normal_force")
        low, high = min(due), max(due)
        for ring in range(rings):
            places = [tubes.GetPoint(6 * ring + k) for k in range(6)]
            middle = [sum(p[k] for p in places) / 6 for k in range(3)]
            radius = 1e-4 * (1 + 9 * (values.GetValue(6 * ring) - low) / (high - low))
            expect_near(math.dist(places[0], middle), radius, "radius of a tube", 1e-7)


shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
(folder / "scene.toml").write_text(SCENE)
subprocess.run([program, "run", folder / "scene.toml", "--out", folder / "run", "--quiet", "--threads", "1"],
               check=True, stdout=subprocess.DEVNULL)
rows = table()
spheres(rows)
cube, ball = vtkCubeSource(), vtkSphereSource()
ball.SetThetaResolution(128), ball.SetPhiResolution(129)
solids(rows, "ellipsoid", 1, ball, 2e-3)  # of a mesh: cosine of half an angle between points, (pi/128)^2/2 twice
solids(rows, "box", 2, cube, 1e-5)
network()
assert complaints.GetOutput() == "", complaints.GetOutput()
print("VTK's filters do what docs/outputs.md says")

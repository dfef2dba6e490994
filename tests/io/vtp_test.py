#!/usr/bin/env python3
"""Opens our .vtp and .pvd files with VTK and compares every number with formulas (tests/support/vtp_sample.cpp) and with a data file."""
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as xml

try:
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
    from vtkmodules.vtkFiltersCore import vtkTensorGlyph
    from vtkmodules.vtkFiltersSources import vtkCubeSource
    from vtkmodules.vtkCommonCore import vtkStringOutputWindow, vtkOutputWindow
except ImportError:
    sys.exit("this test needs VTK for Python: tools/setup.sh installs python3-vtk9")

sample, program, data, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
complaints = vtkStringOutputWindow()
vtkOutputWindow.SetInstance(complaints)


def expect(got, due, what):
    assert got == due, f"{what}: got {got!r}, due {due!r}"


def opened(path):
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(str(path))
    reader.Update()
    expect(complaints.GetOutput(), "", f"complaints of VTK about {path}")
    return reader.GetOutput()


def column(array, what):
    assert array is not None, f"{what} is missing"
    return [array.GetTuple(i) for i in range(array.GetNumberOfTuples())]


def field(poly, name):
    array = poly.GetFieldData().GetAbstractArray(name)
    return [array.GetValue(i) for i in range(array.GetNumberOfValues())]


def expect_columns(data_set, due):
    expect({data_set.GetArrayName(i) for i in range(data_set.GetNumberOfArrays())}, set(due), "arrays")
    for name, rows in due.items():
        expect(column(data_set.GetArray(name), name), rows, name)


def rows(count, row):
    return [tuple(float(x) for x in row(i)) for i in range(count)]


def check_frame(step, bodies):
    poly = opened(folder / f"run/frames/bodies_{step:09}.vtp")
    expect(poly.GetNumberOfPoints(), bodies, "bodies")
    expect(poly.GetNumberOfVerts(), bodies, "vertices")
    expect(field(poly, "TimeValue"), [step / 3.0], "time")
    expect(field(poly, "step"), [step], "step")
    expect(field(poly, "units"), ["reduced"], "units")
    expect(field(poly, "cell_periodic"), [1, 0, 1], "periodic")
    expect(field(poly, "cell_bounds"), [-1, 1, -2, 2, -3, 3], "bounds")
    expect(field(poly, "materials"), ["glass", "steel"], "materials")
    expect(field(poly, "planes"), ["floor"], "planes")
    t = [(i + 1) / 3.0 for i in range(bodies)]
    expect([poly.GetPoint(i) for i in range(bodies)], rows(bodies, lambda i: (t[i], -t[i], 10 * t[i])), "places")
    expect([poly.GetVerts().GetConnectivityArray().GetValue(i) for i in range(bodies)], list(range(bodies)), "points of vertices")
    scaled = lambda *factors: rows(bodies, lambda i: [f * t[i] for f in factors])
    expect_columns(poly.GetPointData(), {
        "id": rows(bodies, lambda i: [2 * i + 1]), "material": rows(bodies, lambda i: [i % 2]), "locks": rows(bodies, lambda i: [i % 64]),
        "radius": scaled(1), "mass": scaled(2), "inertia": scaled(3), "velocity": scaled(4, 5, 6), "spin": scaled(7, 8, 9),
        "force": scaled(10, 11, 12), "torque": scaled(13, 14, 15), "orientation": scaled(16, 17, 18, 19),
        "coordination": rows(bodies, lambda i: [i % 13]), "form": rows(bodies, lambda i: [i % 3]), "half_axes": scaled(20, 21, 22),
        # bodies of several forms have one more array, which is looked at below
        **({"axes_tensor": column(poly.GetPointData().GetArray("axes_tensor"), "axes_tensor")} if bodies > 1 else {})})
    orientation = poly.GetPointData().GetArray("orientation")
    expect([orientation.GetComponentName(k) for k in range(4)], ["w", "x", "y", "z"], "names of components")

    poly = opened(folder / f"run/frames/contacts_{step:09}.vtp")
    count = max(bodies - 1, 0)
    t = [(i + 1) / 7.0 for i in range(count)]
    expect(poly.GetNumberOfLines(), count, "contacts")
    expect(poly.GetNumberOfPoints(), 2 * count, "ends of contacts")
    expect(field(poly, "TimeValue"), [step / 3.0], "time of contacts")
    expect(field(poly, "gravity"), [0, 1, -2], "gravity")
    expect(field(poly, "rule_slides") + field(poly, "rule_rolls") + field(poly, "rule_spins"), [1, 1, 1, 0, 0, 1], "laws")
    expect([repr(x) for x in field(poly, "rule_slide_limit") + field(poly, "rule_slide_limit_moving")], ["0.5", "nan", "0.25", "nan"], "limits of slide")
    expect(field(poly, "rule_spin_limit")[3:] + field(poly, "rule_spin_limit_moving")[3:], [1, 2, 3, 4, 5, 6], "limits of spin")
    expect(field(poly, "plane_point") + field(poly, "plane_normal"), [1, 2, 3, 0, 0, 1], "planes of the world")
    for i in range(count):
        line = poly.GetCell(i).GetPoints()
        expect(line.GetPoint(0), (t[i], 2 * t[i], 3 * t[i]), f"begin of contact {i}")
        expect(line.GetPoint(1), (t[i] - t[i] / 2, 2 * t[i], 3 * t[i] + t[i]), f"end of contact {i}")
    scaled = lambda *factors: rows(count, lambda i: [f * t[i] for f in factors])
    expect_columns(poly.GetCellData(), {
        "a": rows(count, lambda i: [i + 1]), "b": rows(count, lambda i: [0 if i % 5 == 0 else i + 2]),
        "plane": rows(count, lambda i: [0 if i % 5 == 0 else -1]), "model": rows(count, lambda i: [i % 3]), "overlap": scaled(4),
        "normal": rows(count, lambda i: [0, t[i], 1]), "normal_force": scaled(5), "friction": scaled(6, 7, 8), "roll_torque": scaled(9, 10, 11),
        "spin_torque": scaled(12), "stretch": scaled(13, 14, 15), "roll_stretch": scaled(16, 17, 18), "spin_angle": scaled(19),
        "slide_mode": rows(count, lambda i: [i % 3]), "roll_mode": rows(count, lambda i: [(i + 1) % 3]),
        "spin_mode": rows(count, lambda i: [(i + 2) % 3])})


def check_solver():
    """What nonsmooth frames have besides: numbers of the whole step as field data, two columns of contacts."""
    for kind in ("bodies", "contacts"):
        poly = opened(folder / f"run/rigid_{kind}.vtp")
        for name, due in {"iterations": 41, "residual_rms": 1 / 3, "residual_max": 2 / 3, "cone_violation": 1 / 7, "opening": 0.01, "worst_a": 3, "worst_b": 4,
                          "passes": 2, "unreached": 6, "reached": 0}.items():
            expect(field(poly, "solver_" + name), [due], name)
    count = poly.GetNumberOfLines()
    expect(column(poly.GetCellData().GetArray("residual"), "residual"), rows(count, lambda i: [i / 3]), "residual")
    expect(column(poly.GetCellData().GetArray("opening"), "opening"), rows(count, lambda i: [i / 7]), "opening")


def check_series(kind):
    root = xml.parse(folder / f"run/{kind}.pvd").getroot()
    expect((root.tag, root.get("type")), ("VTKFile", "Collection"), "root of the series")
    frames = [(float(d.get("timestep")), d.get("file")) for d in root.find("Collection")]
    expect(frames, [(step / 3.0, f"frames/{kind}_{step:09}.vtp") for step in range(3)], "series")
    for _, file in frames:
        expect((folder / "run" / file).is_file(), True, file)


def check_converted():
    """A data file, read here line by line, beside what VTK finds after `scree convert`."""
    subprocess.run([program, "convert", data, folder / "pack.vtp"], check=True, stderr=subprocess.DEVNULL)
    poly = opened(folder / "pack.vtp")
    lines = data.read_text().splitlines()
    atoms = [line.split() for line in lines[lines.index("Atoms # sphere") + 2:] if line.strip()]
    expect(poly.GetNumberOfPoints(), len(atoms), "converted bodies")
    for i, (number, kind, diameter, _, *place) in enumerate(atoms):
        expect(poly.GetPoint(i), tuple(map(float, place)), "place")
        expect(poly.GetPointData().GetArray("id").GetValue(i), int(number), "id")
        expect(poly.GetPointData().GetArray("material").GetValue(i), int(kind) - 1, "material")
        expect(poly.GetPointData().GetArray("radius").GetValue(i), float(diameter) / 2, "radius")


def check_glyphs():
    """VTK's filter behind ParaView's Tensor Glyph, set up as docs/outputs.md says, makes bodies of the right size and turn."""
    poly = opened(folder / "run/turned.vtp")
    expect(poly.GetPointData().GetTensors().GetName(), "axes_tensor", "active tensors")
    cube, glyphs = vtkCubeSource(), vtkTensorGlyph()
    for axis in "XYZ":
        getattr(cube, f"Set{axis}Length")(1)
    glyphs.SetInputData(poly)
    glyphs.SetSourceConnection(cube.GetOutputPort())
    glyphs.ExtractEigenvaluesOff()
    glyphs.ColorGlyphsOff()
    glyphs.SetScaleFactor(2)
    glyphs.Update()
    points = glyphs.GetOutput().GetPoints()
    size = points.GetNumberOfPoints() // 3
    diagonal = 2 ** 0.5  # a square of half edge 1, turned by 45 degrees, reaches so far
    for body, reach in enumerate([(2, 1, 3), (2, 1, 3), (diagonal, diagonal, 3)]):
        places = [points.GetPoint(i) for i in range(body * size, (body + 1) * size)]
        for axis in range(3):
            middle = 20.0 * body if axis == 0 else 0.0
            for got, due in ((max(p[axis] for p in places), middle + reach[axis]), (min(p[axis] for p in places), middle - reach[axis])):
                assert abs(got - due) < 1e-5, f"glyph of body {body}, axis {axis}: reaches {got}, due {due}"  # VTK makes floats of them


folder.mkdir(parents=True, exist_ok=True)
subprocess.run([sample, folder / "run"], check=True)
for number, size in enumerate([0, 1, 20000]):
    check_frame(number, size)
for name in ("bodies", "contacts"):
    check_series(name)
check_converted()
check_glyphs()
check_solver()
print("VTK reads what was written")

// The settled heap of `scree bench --nonsmooth` with QuickStep of ODE: projected Gauss-Seidel with a fixed number of
// iterations, a friction pyramid, rolling and spinning friction by dContactRolling. Prints one line of JSON. Started by
// `scree bench --nonsmooth --peer ode`.
//
//   scree_ode_heap HEAP ITERATIONS SETTLE STEPS      HEAP: x y z vx vy vz wx wy wz, one line per body
//
// ODE has contacts only between touching bodies and no envelope. The error reduction is the default of ODE. A small
// permitted penetration (surface layer) prevents contacts from opening and closing repeatedly.
#include <ode/ode.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

namespace {

constexpr double k_radius = 0.0225, k_density = 2028.0, k_half_width = 1.0;  // [m], [kg/m^3], [m]
constexpr double k_mu = 0.6, k_rho = 0.01;                                   // [1], [m]
constexpr double k_step = 0.005, k_gravity = 9.81;                           // [s], [m/s^2]
constexpr double k_error_reduction = 0.2;                                    // of the overlap per step: default of ODE
constexpr double k_softening = 1e-6;                                         // constraint force mixing [1/kg]
constexpr double k_layer = 1e-5;                                             // [m]

struct Heap {
  dWorldID world = nullptr;
  dSpaceID space = nullptr;
  dJointGroupID contacts = nullptr;
  std::vector<dBodyID> bodies;
  long met = 0;  ///< contacts of this step
};

void add_contact(void* data, dGeomID p, dGeomID q) {
  Heap& heap = *static_cast<Heap*>(data);
  const dBodyID a = dGeomGetBody(p), b = dGeomGetBody(q);
  if (!a && !b) return;
  dContact contact{};
  if (dCollide(p, q, 1, &contact.geom, sizeof(dContact)) == 0) return;  // spheres and planes meet at one point
  contact.surface.mode = dContactApprox1 | dContactRolling;             // limits are fractions of the normal force
  contact.surface.mu = k_mu;
  contact.surface.rho = contact.surface.rho2 = contact.surface.rhoN = k_rho;
  dJointAttach(dJointCreateContact(heap.world, heap.contacts, &contact), a, b);
  ++heap.met;
}

bool fill(Heap& heap, const char* path) {
  std::ifstream file(path);
  dMass mass;
  dMassSetSphere(&mass, k_density, k_radius);
  for (std::array<double, 9> s; file >> s[0] >> s[1] >> s[2] >> s[3] >> s[4] >> s[5] >> s[6] >> s[7] >> s[8];) {
    const dBodyID body = dBodyCreate(heap.world);
    dBodySetMass(body, &mass);
    dBodySetPosition(body, s[0], s[1], s[2]);
    dBodySetLinearVel(body, s[3], s[4], s[5]);
    dBodySetAngularVel(body, s[6], s[7], s[8]);
    dGeomSetBody(dCreateSphere(heap.space, k_radius), body);
    heap.bodies.push_back(body);
  }
  return !heap.bodies.empty();
}

/// Largest overlap of spheres with each other, floor and walls [m].
double deepest(const Heap& heap) {
  std::vector<std::array<double, 3>> at;
  for (const dBodyID body : heap.bodies)
    at.push_back({dBodyGetPosition(body)[0], dBodyGetPosition(body)[1], dBodyGetPosition(body)[2]});
  std::sort(at.begin(), at.end());
  double depth = 0.0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    depth = std::max({depth, k_radius - at[i][2], k_radius - k_half_width + std::abs(at[i][0]),
                      k_radius - k_half_width + std::abs(at[i][1])});
    for (std::size_t j = i + 1; j < at.size() && at[j][0] - at[i][0] < 2.0 * k_radius; ++j)
      depth =
          std::max(depth, 2.0 * k_radius - std::hypot(at[j][0] - at[i][0], at[j][1] - at[i][1], at[j][2] - at[i][2]));
  }
  return depth;
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

int main(int count, char** words) {
  if (count != 5) {
    std::fprintf(stderr, "use: %s HEAP ITERATIONS SETTLE STEPS\n", words[0]);
    return 2;
  }
  const int iterations = std::atoi(words[2]), settle = std::atoi(words[3]), steps = std::atoi(words[4]);
  dInitODE2(0);
  Heap heap;
  heap.world = dWorldCreate(), heap.space = dHashSpaceCreate(nullptr), heap.contacts = dJointGroupCreate(0);
  dHashSpaceSetLevels(heap.space, -5, 2);  // cells of 3 cm to 4 m
  dWorldSetGravity(heap.world, 0, 0, -k_gravity);
  dWorldSetQuickStepNumIterations(heap.world, iterations);
  dWorldSetERP(heap.world, k_error_reduction);
  dWorldSetCFM(heap.world, k_softening);
  dWorldSetContactSurfaceLayer(heap.world, k_layer);
  dCreatePlane(heap.space, 0, 0, 1, 0);
  for (const double side : {-1.0, 1.0})
    dCreatePlane(heap.space, side, 0, 0, -k_half_width), dCreatePlane(heap.space, 0, side, 0, -k_half_width);
  if (steps < 1 || iterations < 1 || settle < 0 || !fill(heap, words[1])) {
    std::fprintf(stderr, "%s: cannot read a heap from %s, or an argument is out of range\n", words[0], words[1]);
    return 2;
  }

  double whole = 0.0, solving = 0.0, met = 0.0, depth = 0.0;
  for (int s = 0; s < settle + steps; ++s) {
    heap.met = 0;
    const double start = now();
    dSpaceCollide(heap.space, &heap, &add_contact);
    const double found = now();
    dWorldQuickStep(heap.world, k_step);
    const double end = now();
    dJointGroupEmpty(heap.contacts);
    if (s < settle) continue;
    whole += now() - start, solving += end - found, met += static_cast<double>(heap.met);
    depth = std::max(depth, deepest(heap));
  }
  std::printf(
      "{\"bodies\": %zu, \"iterations\": %d, \"contacts\": %.1f, \"step_milliseconds\": %.4f, \"solve_milliseconds\": "
      "%.4f, \"penetration\": %.4e}\n",
      heap.bodies.size(), iterations, met / steps, 1e3 * whole / steps, 1e3 * solving / steps, depth);
  dCloseODE();
  return 0;
}

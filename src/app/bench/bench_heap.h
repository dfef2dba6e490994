// The heaps of `scree bench --nonsmooth`, and the quantities that are measured besides time.
//
// Chrono, ODE and Bullet were measured on the same settled heap: 2,000 spheres of [TasoraAnitescu2013, sect. 6.3], R =
// 22.5 mm, 2028 kg/m^3, mu = 0.6, rho = sigma = 0.01 m, h = 5 ms, floor z = 0, walls x, y = +-1 m. In Chrono every body
// had an envelope of 2 mm, so all pairs with a gap of up to 4 mm are contacts: 5,961 pairs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/scene.h"
#include "sim/simulation.h"
#include "solve/problem.h"
#include "solve/residual.h"

namespace scree::app {

/// The stored heap as text: x y z vx vy vz wx wy wz [m, m/s, rad/s], one line per body. Throws if bench/data does not
/// exist.
std::string settled_heap_text();
/// The settled heap with cold start. The caller sets solver and tolerance.
sim::Scene settled_heap(const std::string& text);
/// The same scene with the state of its bodies after some steps (warm start, a tolerance of 1e-4 m/s). These steps
/// remove the overlaps and velocities that the engine which stored the heap left in it.
sim::Scene later(const sim::Scene& scene, std::int64_t steps, const sim::Options& options);
/// `count` spheres of the same kind in a loose cone on the floor, initially at rest; the cone collapses and begins to
/// slide. Warm start.
sim::Scene loose_cone(std::int64_t count);

/// The contact problem that the engine solves in the first step of this scene.
solve::Problem first_problem(const sim::Scene& scene, const std::string& isa);

/// The residual that was measured for the peers [m/s]: the natural map with the exact projection and the step 1/N_nn in
/// every row; torques are divided by the arm and spins multiplied by it; no other scaling. Depending on the contact, it
/// is larger or smaller than the residual of solve/residual.h.
std::vector<double> peer_residuals(const solve::Problem& problem, const solve::Impulses& impulses,
                                   const std::vector<solve::Twist>& velocities);

/// Largest overlap of spheres with each other and with planes, computed from positions [m].
double deepest_overlap(const std::vector<sim::BodyView>& bodies, const std::vector<sim::Plane>& planes);

}  // namespace scree::app

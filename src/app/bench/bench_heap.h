// The heaps of `scree bench --nonsmooth`, and what is measured of their steps besides time.
//
// The settled heap is the one on which Chrono, ODE and Bullet were measured: 2,000 spheres of [TasoraAnitescu2013,
// sect. 6.3], R = 22.5 mm, 2028 kg/m^3, mu = 0.6, rho = sigma = 0.01 m, h = 5 ms, floor z = 0, walls x, y = +-1 m.
// Chrono gave every body an envelope of 2 mm, so pairs up to 4 mm apart are contacts: 5,961 of them by gaps alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/scene.h"
#include "sim/simulation.h"
#include "solve/problem.h"
#include "solve/residual.h"

namespace scree::app {

/// The stored heap as text: x y z vx vy vz wx wy wz [m, m/s, rad/s], one body a line. Throws if bench/data is not
/// there.
std::string settled_heap_text();
/// Cold start; solver and tolerance are the caller's.
sim::Scene settled_heap(const std::string& text);
/// The same scene from where its bodies are after some steps (warm start, a tolerance of 1e-4 m/s): what another engine
/// left of overlaps and motion is gone.
sim::Scene later(const sim::Scene& scene, std::int64_t steps, const sim::Options& options);
/// About `count` spheres of the same kind under a cone on the floor, loose and at rest: they fall together and begin to
/// slide. Warm start.
sim::Scene loose_cone(std::int64_t count);

/// What the engine's first step of this scene solves.
solve::Problem first_problem(const sim::Scene& scene, const std::string& isa);

/// The residual by which the peers were measured: the natural map with the exact projection and the step 1/N_nn in
/// every row, torques over the arm and spins times the arm; no other scaling [m/s]. Stricter or milder than
/// solve/residual.h, contact by contact.
std::vector<double> peer_residuals(const solve::Problem& problem, const solve::Impulses& impulses,
                                   const std::vector<solve::Twist>& velocities);

/// Largest overlap of spheres with each other and with planes, from positions alone [m].
double deepest_overlap(const std::vector<sim::BodyView>& bodies, const std::vector<sim::Plane>& planes);

}  // namespace scree::app

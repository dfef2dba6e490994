#include "scree/run.h"

#include <exception>

#include "analysis/at_rest.h"
#include "api/access.h"
#include "sim/run.h"

namespace scree {
namespace {

Diagnostic diagnostic_of(const sim::Diagnostic& t) {
  return {.kind = t.kind,
          .step = t.step,
          .time = t.time,
          .bodies = t.bodies,
          .what = t.what,
          .cause = t.cause,
          .remedy = t.remedy};
}

RunEnd end_of(sim::End end) {
  switch (end) {
    case sim::End::finished: return RunEnd::finished;
    case sim::End::stopped: return RunEnd::stopped;
    case sim::End::diagnostic: return RunEnd::failed;
  }
  return RunEnd::failed;
}

/// Carries an exception of a function of the host program through the engine, so that it is not converted to Error.
struct HostException {
  std::exception_ptr exception;
};

/// A function that calls f and throws its exceptions as HostException.
template <class F>
auto from_host(F f) {
  return [f](auto&&... arguments) {
    try {
      return f(arguments...);
    } catch (...) {
      throw HostException{std::current_exception()};
    }
  };
}

}  // namespace

RunResult run(Simulation& simulation, const RunOptions& options) {
  sim::Simulation& inner = SimulationAccess::of(simulation);
  const sim::Scene& scene = inner.scene();
  sim::Observers observers;
  if (options.look)
    observers.row = from_host([&](const sim::Simulation&, const step::StepReport&) { options.look(simulation); });
  if (options.warning)
    observers.warning = from_host([&](const sim::Diagnostic& t) { options.warning(diagnostic_of(t)); });
  if (options.stop) observers.stop = from_host(options.stop);
  observers.at_rest = [&](const sim::Simulation& s) { return analysis::rule_met(scene, s.frame(), s.report().cell); };
  sim::RunPlan plan = sim::plan_run(scene, inner.step());
  if (options.every > 0) plan.row_every = options.every;

  sim::RunOutcome outcome;
  try {
    outcome = sim::run(inner, plan, observers);
  } catch (const HostException& host) {
    std::rethrow_exception(host.exception);
  } catch (...) {
    api::throw_as_error();
  }
  RunResult result{.end = end_of(outcome.end), .ended_by = outcome.ended_by};
  if (outcome.diagnostic) result.diagnostic = diagnostic_of(*outcome.diagnostic);
  for (const sim::Diagnostic& warning : outcome.warnings) result.warnings.push_back(diagnostic_of(warning));
  return result;
}

}  // namespace scree

// Contacts for a frame of bodies, read from the file that the run wrote at the same step.
#pragma once

#include <filesystem>

#include "io/text/read_options.h"
#include "sim/views.h"

namespace scree::app {

/// By name: frames/bodies_000001200.vtp <-> frames/contacts_000001200.vtp. Empty if the name does not have this form or
/// the file does not exist.
std::filesystem::path contacts_beside(const std::filesystem::path& bodies);
std::filesystem::path bodies_beside(const std::filesystem::path& contacts);

/// Why the contacts cannot belong to the bodies; empty if they can. Both files contain the step, and each contact
/// contains the position of its body a. The positions must be bit-equal, since both files were written from the same
/// numbers.
std::string why_unfit(const sim::Frame& bodies, const sim::Frame& contacts);

/// Adds contacts and surroundings to a frame of bodies and prints the file they come from. If the file is damaged or
/// does not belong to the bodies, prints an error and returns false.
bool add_contacts_or_complain(sim::Frame& frame, const std::filesystem::path& file,
                              std::uint64_t unpacked_limit = io::k_largest_unpacked);

}  // namespace scree::app

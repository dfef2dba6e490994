// Contacts of a frame of bodies, from the file that a run wrote of the same moment.
#pragma once

#include <filesystem>

#include "io/text/read_options.h"
#include "sim/views.h"

namespace scree::app {

/// By name: frames/bodies_000001200.vtp <-> frames/contacts_000001200.vtp. Empty if the name is no such one, or nothing
/// is there.
std::filesystem::path contacts_beside(const std::filesystem::path& bodies);
std::filesystem::path bodies_beside(const std::filesystem::path& contacts);

/// Why the contacts cannot be those of the bodies; empty if they can. Both say the step, and each contact where its
/// body a is: to the bit, since both files were written of the same numbers.
std::string why_unfit(const sim::Frame& bodies, const sim::Frame& contacts);

/// Puts contacts and surroundings into a frame of bodies, and says where they are from. Complains and returns false if
/// the file is broken or does not fit.
bool add_contacts_or_complain(sim::Frame& frame, const std::filesystem::path& file,
                              std::uint64_t unpacked_limit = io::k_largest_unpacked);

}  // namespace scree::app

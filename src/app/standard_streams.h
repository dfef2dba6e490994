// Standard streams that cannot harm a run.
//
// A log on a full disk, a closed terminal or `2>&-` are no reason to lose a run of many hours: messages that cannot be
// written are dropped. Errors of standard output are still errors, since there it is the result of a command.
#pragma once

namespace scree::app {

/// Call once, before anything is opened or printed. Streams that are closed are opened to /dev/null, so that no file of
/// a run gets their number, and writing to `stderr` never fails from then on.
void protect_standard_streams();

}  // namespace scree::app

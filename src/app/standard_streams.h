// Protection of a run against errors of the standard streams.
//
// A log on a full disk, a closed terminal or `2>&-` must not end a run of many hours: messages that cannot be written
// are dropped. Errors of standard output remain errors, since standard output is the result of a command.
#pragma once

namespace scree::app {

/// Call once, before anything is opened or printed. Opens closed streams to /dev/null, so that no file of a run gets
/// their file descriptor; writing to `stderr` never fails from then on.
void protect_standard_streams();

}  // namespace scree::app

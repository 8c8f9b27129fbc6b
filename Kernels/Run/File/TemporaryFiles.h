#ifndef TRABECULA_RUN_FILE_TEMPORARYFILES_H
#define TRABECULA_RUN_FILE_TEMPORARYFILES_H

#include <filesystem>
#include <string>
#include <system_error>

namespace trabecula
{
/// Suffix of the name of a checkpoint in that of its temporary file; the number of the process, a
/// dash and a counter follow.
constexpr const char* TemporarySuffix = ".part-";

/// The file that a checkpoint is written to: symbolic links are kept, and their target is replaced.
/// @return an empty path for a cyclic link
std::filesystem::path targetOf(const std::string& path, std::error_code& error);

/// The folder of a target, in which its temporary files are.
std::filesystem::path folderOf(const std::filesystem::path& target);

/// Removes temporary files of a checkpoint that no process writes any more, such as those of killed
/// processes. Files that are locked or do not begin as a checkpoint are kept, as are those that
/// cannot be removed.
void removeAbandonedParts(const std::string& path);
}

#endif

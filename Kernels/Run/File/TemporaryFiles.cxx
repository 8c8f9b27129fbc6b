#include "Run/File/TemporaryFiles.h"

#include "Run/File/CheckpointHeader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trabecula
{
namespace fs = std::filesystem;
namespace
{
/// Returns whether a name is that of a temporary file: the name of the checkpoint, the suffix and
/// two numbers.
bool isNameOfPart(const std::string& name, const std::string& checkpoint)
{
  const std::string start = checkpoint + TemporarySuffix;
  const auto areDigits = [](const std::string& text)
  {
    return !text.empty() &&
      std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  };
  const std::size_t dash = name.find('-', start.size());
  return name.rfind(start, 0) == 0 && dash != std::string::npos &&
    areDigits(name.substr(start.size(), dash - start.size())) && areDigits(name.substr(dash + 1));
}

/// Locks an open file, unless another process has locked it.
/// @return whether the file is locked by this process and begins as a checkpoint, as far as it was
/// written
bool isAbandoned(int descriptor)
{
  struct stat status = {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) ||
    ::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
  {
    return false;
  }
  std::array<char, CheckpointHeader::Magic.size()> start{};
  const ssize_t got = ::read(descriptor, start.data(), start.size());
  return got >= 0 &&
    std::equal(start.begin(), start.begin() + got, CheckpointHeader::Magic.begin());
}
}

fs::path targetOf(const std::string& path, std::error_code& error)
{
  return fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : fs::path(path);
}

fs::path folderOf(const fs::path& target)
{
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

void removeAbandonedParts(const std::string& path)
{
  std::error_code error;
  const fs::path target = targetOf(path, error);
  if (!target.has_filename())
  {
    return;
  }
  std::vector<std::string> parts;
  for (fs::directory_iterator entry(folderOf(target), error); !error && entry != fs::end(entry);
       entry.increment(error))
  {
    if (isNameOfPart(entry->path().filename().string(), target.filename().string()))
    {
      parts.push_back(entry->path().string());
    }
  }
  for (const std::string& part : parts)
  {
    const int descriptor =
      ::open(part.c_str(), O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC); // to be locked
    if (descriptor < 0)
    {
      continue;
    }
    if (isAbandoned(descriptor))
    {
      ::unlink(part.c_str());
    }
    ::close(descriptor);
  }
}
}

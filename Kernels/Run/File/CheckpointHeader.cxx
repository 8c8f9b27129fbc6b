#include "Run/File/CheckpointHeader.h"

#include <cerrno>
#include <cstddef>
#include <memory>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace trabecula
{
std::string reasonOfFileError(int code)
{
  switch (code)
  {
    case ENOSPC:
      return "the disk is full";
    case EDQUOT:
      return "your share of the disk is full";
    case EACCES:
    case EPERM:
      return "you have no permission";
    case EROFS:
      return "that disk is read-only";
    case ENOENT:
      return "there is no such file or folder";
    case ENOTDIR:
      return "a part of the path is not a folder";
    default:
      return std::generic_category().message(code);
  }
}

std::FILE* openToRead(const std::string& path)
{
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  std::FILE* file = descriptor >= 0 ? ::fdopen(descriptor, "rb") : nullptr;
  if (!file && descriptor >= 0)
  {
    const int code = errno;
    ::close(descriptor);
    errno = code;
  }
  return file;
}

bool isCheckpointOrEmpty(const std::string& path)
{
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(openToRead(path), std::fclose);
  std::array<char, CheckpointHeader::Magic.size()> start{};
  const std::size_t got = file ? std::fread(start.data(), 1, start.size(), file.get()) : 0;
  return file && (got == 0 || (got == start.size() && start == CheckpointHeader::Magic));
}
}

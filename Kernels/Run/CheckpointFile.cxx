#include "Run/CheckpointFile.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
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
constexpr std::array<char, 8> Magic = { 'T', 'R', 'A', 'B', 'C', 'K', 'P', 'T' };
constexpr std::uint32_t ByteOrder = 0x01020304;
constexpr std::uint32_t OtherByteOrder = 0x04030201;
constexpr std::uint32_t FormatVersion = 2;
constexpr std::uint32_t OldestVersion = 1;   ///< that is read
constexpr const char* PartSuffix = ".part-"; ///< of temporary files, before process and number

struct Header
{
  std::array<char, 8> magic = Magic;
  std::uint32_t byteOrder = ByteOrder;
  std::uint32_t version = FormatVersion;
  std::uint64_t bytes = 0; ///< that follow
};
static_assert(sizeof(Header) == 24, "the header is written as it lies in memory");

/// Description of a system error.
std::string reason(int code)
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

/// @return null, and errno, if it cannot be opened
std::FILE* openToRead(const std::string& path)
{
  // Opening a pipe or the like must not block.
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

/// A file that cannot be read is not replaced, as its content is unknown.
bool isCheckpointOrEmpty(const std::string& path)
{
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(openToRead(path), std::fclose);
  std::array<char, Magic.size()> start{};
  const std::size_t got = file ? std::fread(start.data(), 1, start.size(), file.get()) : 0;
  return file && (got == 0 || (got == start.size() && start == Magic));
}
}

namespace
{
/// Symbolic links are kept; their target is replaced. @return an empty path for a cyclic link
fs::path targetOf(const std::string& path, std::error_code& error)
{
  return fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : fs::path(path);
}

fs::path folderOf(const fs::path& target)
{
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

/// Whether a name is that of a temporary file: the checkpoint's, the suffix, two numbers.
bool isNameOfPart(const std::string& name, const std::string& checkpoint)
{
  const std::string start = checkpoint + PartSuffix;
  const auto areDigits = [](const std::string& text)
  {
    return !text.empty() &&
      std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  };
  const std::size_t dash = name.find('-', start.size());
  return name.rfind(start, 0) == 0 && dash != std::string::npos &&
    areDigits(name.substr(start.size(), dash - start.size())) && areDigits(name.substr(dash + 1));
}

/// Whether an open file is unlocked, and now locked here, and begins as a checkpoint or ends before
/// that can be told.
bool isAbandoned(int descriptor)
{
  struct stat status = {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) ||
    ::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
  {
    return false;
  }
  std::array<char, Magic.size()> start{};
  const ssize_t got = ::read(descriptor, start.data(), start.size());
  return got >= 0 && std::equal(start.begin(), start.begin() + got, Magic.begin());
}
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

CheckpointOutput::CheckpointOutput(const std::string& path, std::uint64_t bytes) : Path(path)
{
  std::error_code ignored;
  const fs::path target = targetOf(path, ignored);
  if (target.empty()) // a cyclic link
  {
    this->fail(ignored.value());
  }
  this->Path = target.string();
  this->Folder = folderOf(target).string();
  const fs::file_status status = fs::status(target, ignored);
  if (fs::exists(status) && (!fs::is_regular_file(status) || !isCheckpointOrEmpty(this->Path)))
  {
    throw Error("No checkpoint can be written to '" + path +
      "', as it is there already and is not a checkpoint. It stays as it is; choose another name "
      "for Checkpoint File.");
  }
  const int descriptor = this->openPart();
  if (descriptor < 0)
  {
    const int code = errno;
    this->PartialPath.clear();
    this->fail(code);
  }
  this->File = ::fdopen(descriptor, "wb");
  if (!this->File)
  {
    const int code = errno;
    ::close(descriptor);
    this->discard();
    this->fail(code);
  }
  this->Lock = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  Header header;
  header.bytes = bytes + sizeof(std::uint64_t);
  this->write(&header, sizeof(header));
}

int CheckpointOutput::openPart()
{
  static std::atomic<unsigned> counter{ 0 };
  for (;;)
  {
    this->PartialPath = this->Path + PartSuffix + std::to_string(::getpid()) + "-" +
      std::to_string(counter.fetch_add(1));
    const int descriptor =
      ::open(this->PartialPath.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno == EEXIST)
    {
      continue;
    }
    // Another process may have found it before it was locked, and removed it. Where files cannot be
    // locked, none are removed.
    const bool isTaken =
      descriptor >= 0 && ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    struct stat status = {};
    const bool isGone =
      descriptor >= 0 && ::fstat(descriptor, &status) == 0 && status.st_nlink == 0;
    if (!isTaken && !isGone)
    {
      return descriptor;
    }
    ::close(descriptor);
  }
}

CheckpointOutput::~CheckpointOutput()
{
  this->discard();
}

void CheckpointOutput::discard()
{
  if (this->File)
  {
    std::fclose(this->File);
    this->File = nullptr;
  }
  if (!this->PartialPath.empty())
  {
    ::unlink(this->PartialPath.c_str());
    this->PartialPath.clear();
  }
  this->unlock();
}

void CheckpointOutput::unlock()
{
  if (this->Lock >= 0)
  {
    ::close(this->Lock);
    this->Lock = -1;
  }
}

void CheckpointOutput::fail(int code) const
{
  throw Error("The checkpoint '" + this->Path + "' could not be written: " + reason(code) +
    ". What was there before is still there. Choose another Checkpoint File, or make room.");
}

void CheckpointOutput::write(const void* data, std::size_t bytes)
{
  this->Checksum.addBytes(data, bytes);
  if (bytes > 0 && std::fwrite(data, 1, bytes, this->File) != bytes)
  {
    const int code = errno;
    this->discard();
    this->fail(code);
  }
}

void CheckpointOutput::commit()
{
  const std::uint64_t checksum = this->Checksum.value();
  this->write(&checksum, sizeof(checksum));
  // If renamed before its data are on disk, it could be empty after a crash.
  const bool written = std::fflush(this->File) == 0 && ::fsync(::fileno(this->File)) == 0;
  int code = written ? 0 : errno;
  const bool closed = std::fclose(this->File) == 0;
  this->File = nullptr;
  if (written && !closed)
  {
    code = errno;
  }
  if (code == 0 && std::rename(this->PartialPath.c_str(), this->Path.c_str()) != 0)
  {
    code = errno;
  }
  if (code != 0)
  {
    this->discard();
    this->fail(code);
  }
  this->PartialPath.clear();
  this->unlock();
  // Synchronizes the folder, so that the new name is on disk; where this is not supported, it is
  // written later.
  const int folder = ::open(this->Folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0)
  {
    ::fsync(folder);
    ::close(folder);
  }
}

CheckpointInput::CheckpointInput(const std::string& path) : Path(path), File(openToRead(path))
{
  if (!this->File)
  {
    throw Error("The checkpoint '" + path + "' could not be read: " + reason(errno) + ".");
  }
  struct stat status = {};
  if (::fstat(::fileno(this->File.get()), &status) != 0 || !S_ISREG(status.st_mode))
  {
    throw Error("'" + path + "' is not a checkpoint: it is not a file.");
  }
  Header header;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  const std::size_t got = std::fread(&header, 1, sizeof(header), this->File.get());
  if (got < sizeof(header.magic) || header.magic != Magic)
  {
    throw Error("'" + path + "' is not a checkpoint of an optimization: it does not begin as one.");
  }
  if (got < sizeof(header))
  {
    throw Error("The checkpoint '" + path + "' is cut off in its first bytes.");
  }
  if (header.byteOrder == OtherByteOrder)
  {
    throw Error("The checkpoint '" + path +
      "' was written on a machine with the other order of bytes, and can be read on such a one "
      "only.");
  }
  if (header.byteOrder != ByteOrder)
  {
    this->failDamaged();
  }
  if (header.version < OldestVersion || header.version > FormatVersion)
  {
    throw Error("The checkpoint '" + path + "' has version " + std::to_string(header.version) +
      " of the format, and this program reads versions " + std::to_string(OldestVersion) + " to " +
      std::to_string(FormatVersion) + ". Resume it with the program that wrote it.");
  }
  this->Version = header.version;
  const std::uint64_t there = size - sizeof(header);
  if (there < header.bytes)
  {
    throw Error("The checkpoint '" + path + "' is cut off: " + std::to_string(there) + " of " +
      std::to_string(header.bytes) + " bytes are there.");
  }
  if (there != header.bytes || header.bytes < sizeof(std::uint64_t))
  {
    this->failDamaged();
  }
  this->Left = header.bytes - sizeof(std::uint64_t);
  this->Checksum.addBytes(&header, sizeof(header));
}

void CheckpointInput::failDamaged() const
{
  throw Error("The checkpoint '" + this->Path +
    "' is damaged: its bytes are not those that were written. Take an older one, or start at the "
    "first iteration.");
}

void CheckpointInput::read(void* data, std::size_t bytes)
{
  if (bytes > this->Left)
  {
    this->failDamaged();
  }
  this->Left -= bytes;
  if (bytes > 0 && std::fread(data, 1, bytes, this->File.get()) != bytes)
  {
    throw Error("The checkpoint '" + this->Path + "' could not be read to its end.");
  }
  this->Checksum.addBytes(data, bytes);
}

std::size_t CheckpointInput::count(std::size_t bytesOfEach)
{
  std::uint64_t number = 0;
  this->read(&number, sizeof(number));
  if (number > this->Left / bytesOfEach)
  {
    this->failDamaged();
  }
  return number;
}

void CheckpointInput::finish()
{
  std::uint64_t checksum = 0;
  if (this->Left != 0 ||
    std::fread(&checksum, 1, sizeof(checksum), this->File.get()) != sizeof(checksum) ||
    checksum != this->Checksum.value())
  {
    this->failDamaged();
  }
}
}

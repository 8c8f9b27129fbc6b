#include "Run/File/CheckpointOutput.h"

#include "Core/Error.h"
#include "Run/File/CheckpointHeader.h"
#include "Run/File/TemporaryFiles.h"

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trabecula
{
CheckpointOutput::CheckpointOutput(const std::string& path, std::uint64_t bytes) : Path(path)
{
  std::error_code ignored;
  const std::filesystem::path target = targetOf(path, ignored);
  if (target.empty()) // a cyclic link
  {
    this->fail(ignored.value());
  }
  this->Path = target.string();
  this->Folder = folderOf(target).string();
  const std::filesystem::file_status status = std::filesystem::status(target, ignored);
  if (std::filesystem::exists(status) &&
    (!std::filesystem::is_regular_file(status) || !isCheckpointOrEmpty(this->Path)))
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
  CheckpointHeader header;
  header.bytes = bytes + sizeof(std::uint64_t);
  this->write(&header, sizeof(header));
}

int CheckpointOutput::openPart()
{
  static std::atomic<unsigned> counter{ 0 };
  for (;;)
  {
    this->PartialPath = this->Path + TemporarySuffix + std::to_string(::getpid()) + "-" +
      std::to_string(counter.fetch_add(1));
    const int descriptor =
      ::open(this->PartialPath.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno == EEXIST)
    {
      continue;
    }
    // Another process may have found and removed the file before it was locked. If the file system
    // does not support locks, no process removes it.
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
  throw Error("The checkpoint '" + this->Path +
    "' could not be written: " + reasonOfFileError(code) +
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
  // A file that is renamed before its data are on disk may be empty after a crash.
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
  // The folder is synchronized so that the new name is on disk. If this is not supported, the
  // system writes the name later.
  const int folder = ::open(this->Folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0)
  {
    ::fsync(folder);
    ::close(folder);
  }
}
}

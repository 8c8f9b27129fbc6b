#include "Support/Faults/FileFaults.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

namespace trabecula::testing
{
namespace
{
std::atomic<long> Calls{ 0 };
std::atomic<long> FailingCall{ 0 };
std::atomic<FileFault> Kind{ FileFault::Once };
std::atomic<int> Code{ ENOSPC };
std::atomic<const char*> Failed{ nullptr };

/// Counts a call. @return whether it must fail; errno is then set
bool fails(const char* name, bool needsRoom)
{
  const long number = ++Calls;
  const long failing = FailingCall;
  if (failing == 0 || number < failing)
  {
    return false;
  }
  if (Kind == FileFault::Kill)
  {
    ::raise(SIGKILL);
  }
  if (Kind == FileFault::Once ? number > failing : !needsRoom)
  {
    return false;
  }
  if (!Failed)
  {
    Failed = name;
  }
  errno = Code;
  return true;
}
}

void failFileCall(long number, FileFault fault, int code)
{
  Calls = 0;
  FailingCall = number;
  Kind = fault;
  Code = code;
  Failed = nullptr;
}

long numberOfFileCalls()
{
  return Calls;
}

std::string failedFileCall()
{
  return Failed ? Failed.load() : "";
}
}

using trabecula::testing::fails;

// The linker generates these names.
extern "C"
{
  int __real_open(const char* path, int flags, ...);
  std::FILE* __real_fdopen(int descriptor, const char* mode);
  std::FILE* __real_fopen(const char* path, const char* mode);
  std::size_t __real_fwrite(const void* data, std::size_t size, std::size_t count, std::FILE* file);
  int __real_fflush(std::FILE* file);
  int __real_fclose(std::FILE* file);
  int __real_close(int descriptor);
  int __real_rename(const char* from, const char* to);
  int __real_unlink(const char* path);

  int __wrap_open(const char* path, int flags, ...);
  std::FILE* __wrap_fdopen(int descriptor, const char* mode);
  std::FILE* __wrap_fopen(const char* path, const char* mode);
  std::size_t __wrap_fwrite(const void* data, std::size_t size, std::size_t count, std::FILE* file);
  int __wrap_fflush(std::FILE* file);
  int __wrap_fsync(int descriptor);
  int __wrap_fclose(std::FILE* file);
  int __wrap_close(int descriptor);
  int __wrap_rename(const char* from, const char* to);
  int __wrap_unlink(const char* path);

  int __wrap_open(const char* path, int flags, ...)
  {
    mode_t mode = 0;
    if (flags & O_CREAT)
    {
      va_list rest;
      va_start(rest, flags);
      mode = va_arg(rest, mode_t);
      va_end(rest);
    }
    return fails("open", (flags & O_CREAT) != 0) ? -1 : __real_open(path, flags, mode);
  }

  std::FILE* __wrap_fdopen(int descriptor, const char* mode)
  {
    return fails("fdopen", false) ? nullptr : __real_fdopen(descriptor, mode);
  }

  std::FILE* __wrap_fopen(const char* path, const char* mode)
  {
    return fails("fopen", *mode == 'w') ? nullptr : __real_fopen(path, mode);
  }

  std::size_t __wrap_fwrite(const void* data, std::size_t size, std::size_t count, std::FILE* file)
  {
    if (!fails("fwrite", true))
    {
      return __real_fwrite(data, size, count, file);
    }
    const int code = errno;
    const std::size_t written = __real_fwrite(data, size, count / 2, file);
    errno = code;
    return written;
  }

  // These functions release their resource even if they report a failure.

  int __wrap_fflush(std::FILE* file)
  {
    const int result = __real_fflush(file);
    return fails("fflush", true) ? EOF : result;
  }

  // fsync() only makes a difference if the machine crashes, and it takes most of the time.
  int __wrap_fsync(int /*descriptor*/)
  {
    return fails("fsync", true) ? -1 : 0;
  }

  int __wrap_fclose(std::FILE* file)
  {
    const int result = __real_fclose(file);
    return fails("fclose", true) ? EOF : result;
  }

  int __wrap_close(int descriptor)
  {
    const int result = __real_close(descriptor);
    return fails("close", false) ? -1 : result;
  }

  int __wrap_rename(const char* from, const char* to)
  {
    return fails("rename", true) ? -1 : __real_rename(from, to);
  }

  int __wrap_unlink(const char* path)
  {
    const int result = __real_unlink(path);
    return fails("unlink", false) ? -1 : result;
  }
}

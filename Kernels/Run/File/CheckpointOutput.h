#ifndef TRABECULA_RUN_FILE_CHECKPOINTOUTPUT_H
#define TRABECULA_RUN_FILE_CHECKPOINTOUTPUT_H

#include "Core/Hash.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace trabecula
{
// Visitors of the parts of a checkpoint: SizeOfCheckpoint counts bytes, CheckpointOutput writes and
// CheckpointInput reads. All have integer(), real(), text(), field() and list(), so that one
// function defines the order of parts. See Checkpoint for the format.

/// Counts the bytes of the parts.
class SizeOfCheckpoint
{
public:
  template <class T>
  void integer(const T&)
  {
    this->Bytes += sizeof(std::int64_t);
  }
  void real(double) { this->Bytes += sizeof(double); }
  void text(const std::string& value) { this->Bytes += sizeof(std::uint64_t) + value.size(); }
  void field(const std::vector<double>& values)
  {
    this->Bytes += sizeof(std::uint64_t) + values.size() * sizeof(double);
  }
  template <class T, class Visit>
  void list(const std::vector<T>& values, Visit visit)
  {
    this->Bytes += sizeof(std::uint64_t);
    for (const T& value : values)
    {
      visit(value);
    }
  }

  std::uint64_t bytes() const { return this->Bytes; }

private:
  std::uint64_t Bytes = 0;
};

/// Writes the parts to a temporary file, which commit() renames. The file is locked until then
/// (flock), so that removeAbandonedParts() can tell whether a process still writes it.
class CheckpointOutput
{
public:
  /// @param bytes of all parts, from SizeOfCheckpoint @throws Error if the file cannot be created,
  /// or if path exists and is not a checkpoint
  CheckpointOutput(const std::string& path, std::uint64_t bytes);
  ~CheckpointOutput();
  CheckpointOutput(const CheckpointOutput&) = delete;
  CheckpointOutput& operator=(const CheckpointOutput&) = delete;

  template <class T>
  void integer(const T& value)
  {
    const auto wide = static_cast<std::int64_t>(value);
    this->write(&wide, sizeof(wide));
  }
  void real(double value) { this->write(&value, sizeof(value)); }
  void text(const std::string& value)
  {
    this->integer(value.size());
    this->write(value.data(), value.size());
  }
  void field(const std::vector<double>& values)
  {
    this->integer(values.size());
    this->write(values.data(), values.size() * sizeof(double));
  }
  template <class T, class Visit>
  void list(const std::vector<T>& values, Visit visit)
  {
    this->integer(values.size());
    for (const T& value : values)
    {
      visit(value);
    }
  }

  /// Flushes the file to disk and renames it. @throws Error with the reason of a failure; the
  /// previous file is then kept
  void commit();

private:
  /// Opens and locks a new temporary file. @return its descriptor; negative, with errno set, if it
  /// cannot be created
  int openPart();
  void write(const void* data, std::size_t bytes);
  /// Removes an uncommitted file.
  void discard();
  void unlock();
  [[noreturn]] void fail(int code) const;

  std::string Path;
  std::string Folder;
  std::string PartialPath; ///< empty once committed
  std::FILE* File = nullptr;
  int Lock = -1; ///< a second descriptor, which keeps the lock when the file is closed
  Hash Checksum;
};
}

#endif

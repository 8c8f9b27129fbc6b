#ifndef TRABECULA_RUN_CHECKPOINTFILE_H
#define TRABECULA_RUN_CHECKPOINTFILE_H

#include "Core/Hash.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
// Visitors of the parts of a checkpoint that count bytes, write and read. All have integer(),
// real(), text(), field() and list(), so that one function defines the order of parts.

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

/// Writes to a temporary file, which commit() renames. It is locked until then (flock), so that
/// removeAbandonedParts() can tell whether a process still writes it.
class CheckpointOutput
{
public:
  /// @param bytes of the parts @throws Error if the file cannot be created, or if path exists and
  /// is not a checkpoint
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

  /// Flushes the file to disk and renames it.
  void commit();

private:
  /// Opens and locks a new temporary file. @return its descriptor; negative, and errno, if it
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

/// Removes temporary files of a checkpoint that no process writes any more: killed ones leave them
/// behind. Files that are locked, or that may be something else, stay, as do those that cannot be
/// removed.
void removeAbandonedParts(const std::string& path);

class CheckpointInput
{
public:
  /// @throws Error unless the file is a complete checkpoint of a known version
  explicit CheckpointInput(const std::string& path);

  /// Version of the format.
  std::uint32_t version() const { return this->Version; }

  template <class T>
  void integer(T& value)
  {
    std::int64_t wide = 0;
    this->read(&wide, sizeof(wide));
    value = static_cast<T>(wide);
  }
  void real(double& value) { this->read(&value, sizeof(value)); }
  void text(std::string& value)
  {
    value.resize(this->count(1));
    this->read(value.data(), value.size());
  }
  void field(std::vector<double>& values)
  {
    values.resize(this->count(sizeof(double)));
    this->read(values.data(), values.size() * sizeof(double));
  }
  template <class T, class Visit>
  void list(std::vector<T>& values, Visit visit)
  {
    // Appended one by one: a damaged count must not allocate excessive memory.
    const std::size_t number = this->count(sizeof(std::uint64_t));
    for (std::size_t i = 0; i < number; ++i)
    {
      visit(values.emplace_back());
    }
  }

  /// @throws Error if any data are left, or if the checksum differs
  void finish();

private:
  struct Close
  {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void read(void* data, std::size_t bytes);
  /// Reads a count of items of at least the given size, for which the remaining file must suffice.
  std::size_t count(std::size_t bytesOfEach);
  [[noreturn]] void failDamaged() const;

  std::string Path;
  std::unique_ptr<std::FILE, Close> File;
  std::uint32_t Version = 0;
  std::uint64_t Left = 0; ///< bytes until the checksum
  Hash Checksum;
};
}

#endif

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
// The three ways through the parts of a checkpoint: counting bytes, writing them, reading them. All
// have integer(), real(), text(), field() and list(), so that one function says the order of parts.

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

/// A new file under a name of its own, until commit() gives it the name that is wanted.
class CheckpointOutput
{
public:
  /// @param bytes of the parts @throws Error if it cannot be made, or if what has the name that is
  /// wanted is no checkpoint
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

  /// Waits until the disk has it all, and renames it.
  void commit();

private:
  void write(const void* data, std::size_t bytes);
  /// Removes what has not been committed.
  void discard();
  [[noreturn]] void fail(int code) const;

  std::string Path;
  std::string Folder;
  std::string PartialPath; ///< empty once committed
  std::FILE* File = nullptr;
  Hash Checksum;
};

class CheckpointInput
{
public:
  /// @throws Error unless the file begins as a checkpoint of a known version does and is whole
  explicit CheckpointInput(const std::string& path);

  /// Of the format.
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
    // Not all at once: a number that is damaged would take memory that the file has no use for.
    const std::size_t number = this->count(sizeof(std::uint64_t));
    for (std::size_t i = 0; i < number; ++i)
    {
      visit(values.emplace_back());
    }
  }

  /// @throws Error if anything is left, or if the checksum is another one
  void finish();

private:
  struct Close
  {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void read(void* data, std::size_t bytes);
  /// A number of things of some bytes at least, which must still be there.
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

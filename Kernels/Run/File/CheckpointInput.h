#ifndef TRABECULA_RUN_FILE_CHECKPOINTINPUT_H
#define TRABECULA_RUN_FILE_CHECKPOINTINPUT_H

#include "Core/Hash.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/// Reads the parts of a checkpoint in the order of SizeOfCheckpoint, and checks that the file is
/// complete and unchanged.
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

  /// @throws Error if fewer bytes are left
  void read(void* data, std::size_t bytes);
  /// Reads a number of items. @throws Error if the rest of the file is too short for them, each of
  /// at least the given number of bytes
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

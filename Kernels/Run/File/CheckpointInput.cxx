#include "Run/File/CheckpointInput.h"

#include "Core/Error.h"
#include "Run/File/CheckpointHeader.h"

#include <cerrno>

#include <sys/stat.h>

namespace trabecula
{
CheckpointInput::CheckpointInput(const std::string& path) : Path(path), File(openToRead(path))
{
  if (!this->File)
  {
    throw Error(
      "The checkpoint '" + path + "' could not be read: " + reasonOfFileError(errno) + ".");
  }
  struct stat status = {};
  if (::fstat(::fileno(this->File.get()), &status) != 0 || !S_ISREG(status.st_mode))
  {
    throw Error("'" + path + "' is not a checkpoint: it is not a file.");
  }
  CheckpointHeader header;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  const std::size_t got = std::fread(&header, 1, sizeof(header), this->File.get());
  if (got < sizeof(header.magic) || header.magic != CheckpointHeader::Magic)
  {
    throw Error("'" + path + "' is not a checkpoint of an optimization: it does not begin as one.");
  }
  if (got < sizeof(header))
  {
    throw Error("The checkpoint '" + path + "' is cut off in its first bytes.");
  }
  if (header.byteOrder == CheckpointHeader::OtherByteOrder)
  {
    throw Error("The checkpoint '" + path +
      "' was written on a machine with the other order of bytes, and can be read on such a one "
      "only.");
  }
  if (header.byteOrder != CheckpointHeader::ByteOrder)
  {
    this->failDamaged();
  }
  if (header.version < CheckpointHeader::OldestVersion ||
    header.version > CheckpointHeader::FormatVersion)
  {
    throw Error("The checkpoint '" + path + "' has version " + std::to_string(header.version) +
      " of the format, and this program reads versions " +
      std::to_string(CheckpointHeader::OldestVersion) + " to " +
      std::to_string(CheckpointHeader::FormatVersion) +
      ". Resume it with the program that wrote it.");
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

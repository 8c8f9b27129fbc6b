#ifndef TRABECULA_RUN_FILE_CHECKPOINTHEADER_H
#define TRABECULA_RUN_FILE_CHECKPOINTHEADER_H

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

namespace trabecula
{
/// The first bytes of a checkpoint, in the byte order of the machine that wrote it.
struct CheckpointHeader
{
  static constexpr std::array<char, 8> Magic = { 'T', 'R', 'A', 'B', 'C', 'K', 'P', 'T' };
  static constexpr std::uint32_t ByteOrder = 0x01020304;
  static constexpr std::uint32_t OtherByteOrder = 0x04030201;
  static constexpr std::uint32_t FormatVersion = 2;
  static constexpr std::uint32_t OldestVersion = 1; ///< that can be read

  std::array<char, 8> magic = Magic;
  std::uint32_t byteOrder = ByteOrder;
  std::uint32_t version = FormatVersion;
  std::uint64_t bytes = 0; ///< that follow the header
};
static_assert(sizeof(CheckpointHeader) == 24, "the header is written without padding");

/// Description of a system error for the user, without a full stop. @param code errno
std::string reasonOfFileError(int code);

/// Opens a file for reading, without waiting for the other end of a pipe.
/// @return null, with errno set, if the file cannot be opened
std::FILE* openToRead(const std::string& path);

/// Whether a file begins as a checkpoint, or is empty. False for a file that cannot be read: it
/// must not be replaced, as its content is unknown.
bool isCheckpointOrEmpty(const std::string& path);
}

#endif

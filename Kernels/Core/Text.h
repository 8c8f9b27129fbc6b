#ifndef TRABECULA_CORE_TEXT_H
#define TRABECULA_CORE_TEXT_H

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

namespace trabecula
{
/// A number for a message: at most six significant digits, without trailing zeros.
inline std::string shortText(double value)
{
  std::ostringstream stream;
  stream << value;
  return stream.str();
}

/// Bytes, rounded up to whole MiB.
inline std::string mebibytesText(std::size_t bytes)
{
  return std::to_string((bytes + (std::size_t(1) << 20) - 1) >> 20) + " MiB";
}

/// "1 element", "2 elements".
inline std::string countText(std::int64_t count, const std::string& singular)
{
  return std::to_string(count) + " " + singular + (count == 1 ? "" : "s");
}
}

#endif

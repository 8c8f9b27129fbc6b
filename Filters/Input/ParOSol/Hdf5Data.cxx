#include "Hdf5Data.h"

#include <limits>

namespace trabecula::filters
{
namespace
{
constexpr std::size_t MostBitsOfExponent = 15; ///< for numbers of 16 bytes
}

bool areBitsInBytes(hid_t type)
{
  const std::size_t bits = 8 * H5Tget_size(type);
  const int offset = H5Tget_offset(type);
  if (offset < 0 || static_cast<std::size_t>(offset) + H5Tget_precision(type) > bits)
  {
    return false;
  }
  if (H5Tget_class(type) != H5T_FLOAT)
  {
    return true;
  }
  std::size_t sign = 0;
  std::size_t exponent = 0;
  std::size_t exponentSize = 0;
  std::size_t mantissa = 0;
  std::size_t mantissaSize = 0;
  return H5Tget_fields(type, &sign, &exponent, &exponentSize, &mantissa, &mantissaSize) >= 0 &&
    sign < bits && exponent + exponentSize <= bits && mantissa + mantissaSize <= bits &&
    exponentSize <= MostBitsOfExponent;
}

std::size_t leastStorage(hid_t set, std::size_t values, std::size_t bytesOfEach)
{
  const Hdf5Handle properties(H5Dget_create_plist(set), H5Pclose);
  const H5D_layout_t layout = H5Pget_layout(properties.id());
  return layout == H5D_CONTIGUOUS || layout == H5D_COMPACT ? values * bytesOfEach : 1;
}
}

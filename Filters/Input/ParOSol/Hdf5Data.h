#ifndef TRABECULA_FILTERS_HDF5DATA_H
#define TRABECULA_FILTERS_HDF5DATA_H

#include "vtk_hdf5.h"

#include <cstddef>

namespace trabecula::filters
{
/// Closes an HDF5 object when it goes out of scope.
class Hdf5Handle
{
public:
  Hdf5Handle(hid_t id, herr_t (*close)(hid_t)) : Id(id), Close(close) {}
  ~Hdf5Handle()
  {
    if (this->Id >= 0)
    {
      this->Close(this->Id);
    }
  }
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;

  hid_t id() const { return this->Id; }
  bool isValid() const { return this->Id >= 0; }

private:
  hid_t Id;
  herr_t (*Close)(hid_t);
};

/// Disables the error stack that HDF5 prints for each failure.
class Hdf5Silence
{
public:
  Hdf5Silence()
  {
    H5Eget_auto2(H5E_DEFAULT, &this->Function, &this->Data);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Hdf5Silence() { H5Eset_auto2(H5E_DEFAULT, this->Function, this->Data); }
  Hdf5Silence(const Hdf5Silence&) = delete;
  Hdf5Silence& operator=(const Hdf5Silence&) = delete;

private:
  H5E_auto2_t Function = nullptr;
  void* Data = nullptr;
};

/// Whether all bit fields of a number type lie within its bytes; HDF5 converts without a check.
bool areBitsInBytes(hid_t type);

/// Returns the smallest number of bytes that a data set can have in the file: chunks can be
/// compressed or missing.
std::size_t leastStorage(hid_t set, std::size_t values, std::size_t bytesOfEach);
}

#endif

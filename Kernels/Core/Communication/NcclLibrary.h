#ifndef TRABECULA_CORE_COMMUNICATION_NCCLLIBRARY_H
#define TRABECULA_CORE_COMMUNICATION_NCCLLIBRARY_H

#include "Core/Communication/NcclCommunicator.h"

#include <cstddef>
#include <memory>
#include <string>

struct ncclComm;

namespace trabecula
{
/**
 * The functions of NCCL that are used, found in libnccl.so.2 at run time: programs start without
 * it, and its header is not needed. Their declarations are those of NCCL 2.7 and later; enumerators
 * are passed as integers, and streams as pointers.
 */
struct NcclLibrary
{
  using Comm = ::ncclComm*;
  using Result = int;

  static constexpr Result Success = 0;
  static constexpr Result InvalidUsage = 5;
  static constexpr int Bytes = 1;   ///< ncclUint8
  static constexpr int Float64 = 8; ///< ncclFloat64

  std::string reason; ///< why the library cannot be used, as a sentence; else empty

  Result (*getUniqueId)(NcclId* id) = nullptr;
  Result (*commInitRank)(Comm* comm, int size, NcclId id, int rank) = nullptr;
  Result (*commDestroy)(Comm comm) = nullptr;
  Result (*commAbort)(Comm comm) = nullptr;
  const char* (*getErrorString)(Result result) = nullptr;
  /// Null before NCCL 2.13.
  const char* (*getLastError)(Comm comm) = nullptr;
  Result (*groupStart)() = nullptr;
  Result (*groupEnd)() = nullptr;
  Result (*send)(
    const void* data, std::size_t count, int type, int peer, Comm comm, void* stream) = nullptr;
  Result (*recv)(
    void* data, std::size_t count, int type, int peer, Comm comm, void* stream) = nullptr;
  Result (*allGather)(const void* sent, void* received, std::size_t count, int type, Comm comm,
    void* stream) = nullptr;

  /// Loaded at the first call.
  static const NcclLibrary& get();

  /// @throws Error unless the result is success, with NCCL's description of it. @param what the
  /// failed operation in words, as in "connecting parts"
  void check(Result result, const char* what) const;
};

/// makeNcclCommunicator() where NCCL is available and the device is a GPU. Defined in builds with
/// CUDA only.
std::shared_ptr<const Communicator> makeNcclTransport(
  const NcclId& id, int rank, int size, const Device& device);
}

#endif

#include "Core/Communication/NcclLibrary.h"

#include "Core/Error.h"

#include <dlfcn.h>

namespace trabecula
{
namespace
{
constexpr const char* NcclName = "libnccl.so.2";

/// @return whether the function exists
template <class Function>
bool find(void* library, const char* name, Function& function)
{
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

NcclLibrary load()
{
  NcclLibrary nccl;
  // It is never unloaded, as it has threads.
  void* library = dlopen(NcclName, RTLD_NOW | RTLD_LOCAL);
  if (!library)
  {
    const char* error = dlerror();
    nccl.reason = std::string("NCCL cannot be loaded: ") + (error ? error : NcclName) +
      ". Install it, or add its folder to LD_LIBRARY_PATH.";
    return nccl;
  }
  (void)find(library, "ncclGetLastError", nccl.getLastError);
  const bool isComplete = find(library, "ncclGetUniqueId", nccl.getUniqueId) &&
    find(library, "ncclCommInitRank", nccl.commInitRank) &&
    find(library, "ncclCommDestroy", nccl.commDestroy) &&
    find(library, "ncclCommAbort", nccl.commAbort) &&
    find(library, "ncclGetErrorString", nccl.getErrorString) &&
    find(library, "ncclGroupStart", nccl.groupStart) &&
    find(library, "ncclGroupEnd", nccl.groupEnd) && find(library, "ncclSend", nccl.send) &&
    find(library, "ncclRecv", nccl.recv) && find(library, "ncclAllGather", nccl.allGather);
  if (!isComplete)
  {
    nccl.reason = std::string(NcclName) + " is too old: NCCL 2.7 or later is needed.";
  }
  return nccl;
}
}

const NcclLibrary& NcclLibrary::get()
{
  static const NcclLibrary nccl = load();
  return nccl;
}

void NcclLibrary::check(Result result, const char* what) const
{
  if (result == Success)
  {
    return;
  }
  const char* last = this->getLastError ? this->getLastError(nullptr) : nullptr;
  const bool isKnown = last && *last != '\0';
  throw Error(std::string("NCCL failed while ") + what + ": " + this->getErrorString(result) +
    (isKnown ? std::string(" (") + last + ")" : std::string()) +
    (result == InvalidUsage ? ". Each part needs a GPU of its own." : "."));
}
}

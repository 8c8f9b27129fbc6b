#include "Core/Communication/NcclLibrary.h"

#include "Core/Communication/CombineParts.h"
#include "Core/Context.h"
#include "Core/Cuda/CudaEvent.h"

#include <algorithm>
#include <exception>
#include <vector>

namespace trabecula
{
namespace
{
/// Largest number of values of each part that are gathered at once.
constexpr std::size_t LargestGather = 8192;

/// Values of all parts, one part after another.
struct GatheredValues
{
  const double* values;
  std::size_t count; ///< of each part
  __device__ const double* operator()(int part) const { return this->values + part * this->count; }
};

/// A connection, which is broken off if it ends with an exception.
class NcclConnection
{
public:
  NcclConnection(const NcclId& id, int rank, int size) : Exceptions(std::uncaught_exceptions())
  {
    const NcclLibrary& nccl = NcclLibrary::get();
    nccl.check(nccl.commInitRank(&this->Comm, size, id, rank), "connecting parts");
  }
  ~NcclConnection()
  {
    const NcclLibrary& nccl = NcclLibrary::get();
    (void)(std::uncaught_exceptions() > this->Exceptions ? nccl.commAbort(this->Comm)
                                                         : nccl.commDestroy(this->Comm));
    (void)cudaGetLastError();
  }
  NcclConnection(const NcclConnection&) = delete;
  NcclConnection& operator=(const NcclConnection&) = delete;

  NcclLibrary::Comm get() const { return this->Comm; }

private:
  int Exceptions;
  NcclLibrary::Comm Comm = nullptr;
};

class NcclTransport : public Communicator
{
public:
  NcclTransport(const NcclId& id, int rank, int size, const Device& device)
    : Rank(rank), Size(size), Own(device),
      Gathered(this->Own, static_cast<std::size_t>(size) * LargestGather)
  {
    (void)streamOf(this->Own); // its device becomes the current one
    this->Connection = std::make_unique<NcclConnection>(id, rank, size);
  }

  int rank() const override { return this->Rank; }
  int size() const override { return this->Size; }
  bool reachesDevices() const override { return true; }

  void sum(double* values, std::size_t count) const override
  {
    this->combine(Combination::Sum, values, count);
  }
  void maximum(double* values, std::size_t count) const override
  {
    this->combine(Combination::Maximum, values, count);
  }

  void exchange(
    const std::vector<Message>& sent, const std::vector<Message>& received) const override
  {
    std::vector<Message> sentOnDevice = sent;
    std::vector<Message> receivedOnDevice = received;
    std::size_t bytes = 0;
    for (const std::vector<Message>* messages : { &sent, &received })
    {
      for (const Message& message : *messages)
      {
        bytes += message.bytes;
      }
    }
    const auto memory = this->Own.workspace().lease<char>(bytes);
    char* place = memory.data();
    for (Message& message : sentOnDevice)
    {
      if (message.bytes > 0)
      {
        this->Own.copyFromHost(place, message.data, message.bytes);
      }
      message.data = place;
      place += message.bytes;
    }
    for (Message& message : receivedOnDevice)
    {
      message.data = place;
      place += message.bytes;
    }
    this->exchangeOnDevice(sentOnDevice, receivedOnDevice, this->Own.stream());
    for (std::size_t i = 0; i < received.size(); ++i)
    {
      if (received[i].bytes > 0)
      {
        this->Own.copyToHost(received[i].data, receivedOnDevice[i].data, received[i].bytes);
      }
    }
    this->Own.synchronize();
  }

  void exchangeOnDevice(const std::vector<Message>& sent, const std::vector<Message>& received,
    void* stream) const override
  {
    const NcclLibrary& nccl = NcclLibrary::get();
    const char* const what = "exchanging data of parts";
    nccl.check(nccl.groupStart(), what);
    NcclLibrary::Result result = NcclLibrary::Success;
    const auto keep = [&result](NcclLibrary::Result one)
    { result = result == NcclLibrary::Success ? one : result; };
    for (const Message& message : sent)
    {
      if (message.bytes > 0)
      {
        keep(nccl.send(message.data, message.bytes, NcclLibrary::Bytes, message.rank,
          this->Connection->get(), stream));
      }
    }
    for (const Message& message : received)
    {
      if (message.bytes > 0)
      {
        keep(nccl.recv(message.data, message.bytes, NcclLibrary::Bytes, message.rank,
          this->Connection->get(), stream));
      }
    }
    keep(nccl.groupEnd()); // also after a failure
    nccl.check(result, what);
  }

  // NCCL's own reductions add in an order that depends on its choice of algorithm.
  void combineOnDevice(Combination combination, const double* values, double* results,
    std::size_t count, void* stream) const override
  {
    const NcclLibrary& nccl = NcclLibrary::get();
    const auto submitted = static_cast<cudaStream_t>(stream);
    const char* const what = "gathering results of parts";
    double* gathered = this->Gathered.data();
    // They may have been read in another stream last.
    checkCuda(cudaStreamWaitEvent(submitted, this->Combined.get(), 0), what);
    for (std::size_t begin = 0; begin < count; begin += LargestGather)
    {
      const std::size_t n = std::min(LargestGather, count - begin);
      nccl.check(nccl.allGather(values + begin, gathered, n, NcclLibrary::Float64,
                   this->Connection->get(), stream),
        what);
      detail::combineOnStream(
        submitted, this->Size, GatheredValues{ gathered, n }, combination, n, results + begin);
    }
    checkCuda(cudaEventRecord(this->Combined.get(), submitted), what);
  }

private:
  void combine(Combination combination, double* values, std::size_t count) const
  {
    if (count == 0)
    {
      return;
    }
    const auto own = this->Own.workspace().lease<double>(count);
    const auto all = this->Own.workspace().lease<double>(count);
    this->Own.copyFromHost(own.data(), values, count * sizeof(double));
    this->combineOnDevice(combination, own.data(), all.data(), count, this->Own.stream());
    this->Own.copyToHost(values, all.data(), count * sizeof(double));
  }

  int Rank;
  int Size;
  /// For data of the host, and for memory that no other context counts.
  Context<CudaSpace> Own;
  mutable DeviceVector<double, CudaSpace> Gathered;
  CudaEvent Combined; ///< when the gathered values have been read
  std::unique_ptr<NcclConnection> Connection;
};
}

std::shared_ptr<const Communicator> makeNcclTransport(
  const NcclId& id, int rank, int size, const Device& device)
{
  return std::make_shared<const NcclTransport>(id, rank, size, device);
}
}

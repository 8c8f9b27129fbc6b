#include "Benchmark/Bandwidth/Bandwidth.inl"

namespace trabecula::benchmarks
{
TRABECULA_INSTANTIATE_BANDWIDTH(HostSpace);
}

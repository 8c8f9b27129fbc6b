#ifndef TRABECULA_CORE_SPACES_H
#define TRABECULA_CORE_SPACES_H

#include "Core/BuildOptions.h"
#include "Core/Space.h"

#include <type_traits>

namespace trabecula
{
/// A list of execution spaces.
template <class... Spaces>
struct SpaceList
{
};

/// The execution spaces that the library is built for. This table, of a type and of a macro for
/// explicit instantiations, is the only code that depends on the build; code that exists once for
/// each space is made from it.
#ifdef TRABECULA_HAVE_CUDA
using BuiltSpaces = SpaceList<HostSpace, CudaSpace>;
#define TRABECULA_FOR_EACH_SPACE(use, ...) use(HostSpace, __VA_ARGS__) use(CudaSpace, __VA_ARGS__)
#else
using BuiltSpaces = SpaceList<HostSpace>;
#define TRABECULA_FOR_EACH_SPACE(use, ...) use(HostSpace, __VA_ARGS__)
#endif

/// Whether the library is built for a space.
template <class Space, class List = BuiltSpaces>
inline constexpr bool IsBuilt = false;
template <class Space, class... Spaces>
inline constexpr bool IsBuilt<Space, SpaceList<Spaces...>> = (std::is_same_v<Space, Spaces> || ...);

/// Calls work(Space()) for each space of a list, in its order.
template <class Work, class... Spaces>
void forEachSpace(SpaceList<Spaces...>, const Work& work)
{
  (work(Spaces()), ...);
}
}

/// Instantiates a function template of a space for each space of the build:
/// TRABECULA_INSTANTIATE(void, registerAll, (int count)).
#define TRABECULA_INSTANTIATE(Result, name, arguments)                                             \
  TRABECULA_FOR_EACH_SPACE(TRABECULA_INSTANTIATE_FOR, Result, name, arguments)
#define TRABECULA_INSTANTIATE_FOR(Space, Result, name, arguments)                                  \
  template Result name<Space> arguments; // NOLINT(bugprone-macro-parentheses)

#endif

#ifndef TRABECULA_CORE_EXECUTION_BRANCHES_H
#define TRABECULA_CORE_EXECUTION_BRANCHES_H

#include "Core/Space.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * Tasks that do not depend on each other, in a number of branches: on CUDA branches are streams, so
 * that kernels of one task have what those of others leave of the GPU; on the host tasks follow
 * each other.
 *
 * Tasks of one branch are executed in order, and may share scratch memory.
 */
template <class Space>
class Branches
{
public:
  /// @param count of branches, one at least
  explicit Branches(std::size_t count);

  std::size_t count() const { return this->Count; }
  /// The branch of a task.
  std::size_t branchOf(std::size_t task) const { return task % this->Count; }

  /**
   * Executes task(i) for i in [0, tasks), asynchronously, after what was given to the space before;
   * what is given to it later comes after all tasks. Tasks may not synchronize or allocate memory.
   *
   * @throws Error if CUDA fails; exceptions of tasks are passed on. Order is kept in any case.
   */
  void run(std::size_t tasks, const std::function<void(std::size_t)>& task);

private:
  using Handle = std::unique_ptr<void, void (*)(void*)>;

  std::size_t Count;
  // On CUDA, of all branches but the first, which is in the stream of the space:
  std::vector<Handle> Streams;
  std::vector<Handle> Events; ///< of their ends, and of the begin
};
}

#endif

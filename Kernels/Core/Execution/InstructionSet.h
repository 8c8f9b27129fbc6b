#ifndef TRABECULA_CORE_EXECUTION_INSTRUCTIONSET_H
#define TRABECULA_CORE_EXECUTION_INSTRUCTIONSET_H

namespace trabecula
{
/// Sets of vector instructions for which the time-critical host loops are compiled; each includes
/// the previous ones.
enum class InstructionSet
{
  Sse2,
  Avx2,
  Avx512
};

/// The set with the widest vectors that this processor supports.
InstructionSet instructionSet();

/// The loops that were compiled for instructionSet().
template <class Loops>
const Loops& forThisProcessor(const Loops& sse2, const Loops& avx2, const Loops& avx512)
{
  const InstructionSet set = instructionSet();
  return set == InstructionSet::Avx512 ? avx512 : set == InstructionSet::Avx2 ? avx2 : sse2;
}
}

#endif

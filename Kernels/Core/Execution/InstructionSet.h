#ifndef TRABECULA_CORE_EXECUTION_INSTRUCTIONSET_H
#define TRABECULA_CORE_EXECUTION_INSTRUCTIONSET_H

namespace trabecula
{
/// Vector instructions for which the hot host loops are compiled, each set of them with those
/// before.
enum class InstructionSet
{
  Sse2,
  Avx2,
  Avx512
};

/// The widest that this processor has.
InstructionSet instructionSet();

/// Loops for this processor, of those compiled for each set.
template <class Loops>
const Loops& forThisProcessor(const Loops& sse2, const Loops& avx2, const Loops& avx512)
{
  const InstructionSet set = instructionSet();
  return set == InstructionSet::Avx512 ? avx512 : set == InstructionSet::Avx2 ? avx2 : sse2;
}
}

#endif

#include "Solver/Ladder/PreconditionerLadder.h"

#include "Core/Error.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

namespace trabecula
{
template <class Space>
PreconditionerLadder<Space>::PreconditionerLadder(
  const Context<Space>& context, std::vector<Rung<Space>> rungs)
  : Computing(&context), Rungs(std::move(rungs))
{
  if (this->Rungs.empty())
  {
    throw Error("A ladder of preconditioners is given none.");
  }
  this->build();
}

template <class Space>
PreconditionerLadder<Space>::~PreconditionerLadder() = default;

template <class Space>
void PreconditionerLadder<Space>::build()
{
  this->Present.reset(); // releases its memory before the next one is allocated
  while (!this->Present)
  {
    try
    {
      this->Present = this->Rungs[this->At].make();
    }
    catch (const SolverBreakdown& breakdown)
    {
      if (!this->replace(breakdown.what()))
      {
        throw;
      }
    }
  }
}

template <class Space>
bool PreconditionerLadder<Space>::replace(const std::string& why)
{
  const std::size_t last = this->Rungs.size() - 1;
  if (this->At == last)
  {
    return false;
  }
  std::string given = this->Rungs[this->At].name;
  given.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(given.front())));
  this->Present.reset();
  ++this->At;
  std::string tooLarge; // names of rungs that do not fit into memory
  const auto fits = [this](const Rung<Space>& rung)
  {
    const bool fitsHere = !rung.memory ||
      rung.memory() + this->Computing->allocated() < this->Computing->device().availableMemory;
    return !this->Computing->any(!fitsHere);
  };
  while (this->At < last && !fits(this->Rungs[this->At]))
  {
    tooLarge +=
      (tooLarge.empty() ? ", as there is no memory for " : " or ") + this->Rungs[this->At].name;
    ++this->At;
  }
  std::string& text = this->Replacements;
  text += std::string(text.empty() ? "" : "\n") + given + " is replaced by " +
    this->Rungs[this->At].name + tooLarge + ". " + why;
  return true;
}

template <class Space>
void PreconditionerLadder<Space>::update(const Vector<Space>& moduli, double largest)
{
  this->Moduli = &moduli;
  this->Largest = largest;
  for (;;)
  {
    try
    {
      if (!this->Present)
      {
        this->build();
      }
      this->Present->update(moduli, largest);
      return;
    }
    catch (const SolverBreakdown& breakdown)
    {
      if (!this->replace(breakdown.what()))
      {
        throw;
      }
    }
    catch (const std::exception& failure)
    {
      // The usual reason is a lack of memory, as the estimate for a replacement was too low.
      const bool isReplacement = this->At > 0;
      if (!isReplacement || !this->replace(failure.what()))
      {
        throw;
      }
    }
  }
}

template <class Space>
std::vector<SolverReport> PreconditionerLadder<Space>::solve(ConjugateGradient<Space>& solver,
  LinearOperator<Space>& A, const std::vector<RightHandSide<Space>>& f,
  const std::vector<Vector<Space>*>& u, double tolerance, int maximumIterations, Observer& observer)
{
  int spent = 0; // iterations with preconditioners that were replaced
  for (;;)
  {
    if (!this->Present) // after a stop or an error
    {
      this->update(*this->Moduli, this->Largest);
    }
    this->noteReplacements(observer);
    const int rest = maximumIterations - spent;
    const int patience = this->At + 1 < this->Rungs.size() ? this->Present->patience(tolerance)
                                                           : std::numeric_limits<int>::max();
    try
    {
      std::vector<SolverReport> reports =
        solver.solve(A, *this->Present, f, u, tolerance, std::min(rest, patience), observer);
      bool isDone = true;
      int most = 0;
      for (SolverReport& report : reports)
      {
        report.iterations += spent;
        isDone = isDone && (report.converged || report.stopped);
        most = std::max(most, report.iterations);
      }
      if (isDone || most >= maximumIterations ||
        !this->replace("It took more than " + std::to_string(patience) + " iterations."))
      {
        return reports;
      }
      spent = most;
    }
    catch (const SolverBreakdown& breakdown)
    {
      if (this->recover(observer))
      {
        continue;
      }
      if (!this->replace(breakdown.what()))
      {
        throw;
      }
    }
    if (this->Computing->any(observer.stopRequested()))
    {
      SolverReport report;
      report.iterations = spent;
      report.stopped = true;
      return std::vector<SolverReport>(u.size(), report);
    }
    this->update(*this->Moduli, this->Largest);
    const int columns = static_cast<int>(u.size());
    if (columns > 1 && this->Present->columnsAtOnce(columns) < columns)
    {
      return this->solveOneByOne(solver, A, f, u, tolerance, maximumIterations, spent, observer);
    }
  }
}

template <class Space>
std::vector<SolverReport> PreconditionerLadder<Space>::solveOneByOne(
  ConjugateGradient<Space>& solver, LinearOperator<Space>& A,
  const std::vector<RightHandSide<Space>>& f, const std::vector<Vector<Space>*>& u,
  double tolerance, int maximumIterations, int spent, Observer& observer)
{
  std::vector<SolverReport> reports;
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    SolverReport report =
      this->solve(solver, A, { f[i] }, { u[i] }, tolerance, maximumIterations - spent, observer)[0];
    report.iterations += spent;
    reports.push_back(report);
    if (report.stopped)
    {
      reports.resize(u.size(), report);
      break;
    }
  }
  return reports;
}

template <class Space>
bool PreconditionerLadder<Space>::recover(Observer& observer)
{
  try
  {
    const std::string note = this->Present->recover();
    if (!note.empty())
    {
      observer.note(note);
    }
    return !note.empty();
  }
  catch (const SolverBreakdown&)
  {
    return false; // the more robust preconditioner cannot be built
  }
}

template <class Space>
void PreconditionerLadder<Space>::noteReplacements(Observer& observer)
{
  if (!this->Replacements.empty())
  {
    observer.note(std::exchange(this->Replacements, std::string()));
  }
}

template <class Space>
LadderState PreconditionerLadder<Space>::state() const
{
  return { static_cast<int>(this->At), this->Present ? this->Present->caution() : 0.0 };
}

template <class Space>
void PreconditionerLadder<Space>::restore(const LadderState& state)
{
  const auto at = static_cast<std::size_t>(
    std::clamp<int>(state.replacements, 0, static_cast<int>(this->Rungs.size()) - 1));
  if (at != this->At || !this->Present)
  {
    this->At = at;
    this->build();
  }
  this->Present->setCaution(state.caution);
}

template class PreconditionerLadder<CompiledSpace>;
}

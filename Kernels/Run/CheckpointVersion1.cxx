#include "Run/CheckpointVersion1.h"

#include "Run/File/CheckpointInput.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace trabecula
{
namespace
{
struct Record
{
  int iteration = 0;
  int solverIterations = 0;
  double compliance = 0.0;
  double objective = 0.0;
  double volumeFraction = 0.0;
  double densityChange = 0.0;
  double residual = 0.0;
  double seconds = 0.0;
};

std::vector<Record> readRecords(CheckpointInput& file)
{
  std::vector<Record> records;
  file.list(records,
    [&](Record& record)
    {
      file.integer(record.iteration);
      file.integer(record.solverIterations);
      file.real(record.compliance);
      file.real(record.objective);
      file.real(record.volumeFraction);
      file.real(record.densityChange);
      file.real(record.residual);
      file.real(record.seconds);
    });
  return records;
}

bool minimizesOutput(const ProblemIdentity& identity)
{
  return std::any_of(identity.begin(), identity.end(),
    [](const IdentityPart& part)
    { return part.name == "Objective" && part.value == "Output Displacement"; });
}

void nameHistory(Checkpoint& checkpoint, const std::vector<Record>& records)
{
  const bool isOutput = minimizesOutput(checkpoint.problem);
  std::vector<HistoryColumn> columns = {
    { "Compliance", isOutput ? ColumnRole::Other : ColumnRole::Objective, false },
    { "VolumeFraction", ColumnRole::Other, false },
    { "DensityChange", ColumnRole::Change, false },
    { "SolverIterations", ColumnRole::Other, true },
    { "Residual", ColumnRole::Other, false },
    { "Seconds", ColumnRole::Seconds, false },
  };
  if (isOutput)
  {
    columns.insert(columns.begin(), { "OutputDisplacement", ColumnRole::Objective, false });
  }
  checkpoint.columns = HistoryColumns(std::move(columns));
  for (const Record& record : records)
  {
    HistoryRow row{ record.iteration,
      { record.compliance, record.volumeFraction, record.densityChange,
        static_cast<double>(record.solverIterations), record.residual, record.seconds } };
    if (isOutput)
    {
      row.values.insert(row.values.begin(), record.objective);
    }
    checkpoint.history.push_back(std::move(row));
  }
}

void readState(CheckpointInput& file, OptimizationState& state)
{
  double leastModulus = 0.0;
  int updates = 0;
  int prepared = 0;
  file.real(leastModulus);
  file.integer(updates);
  file.integer(prepared);
  state.scalars = { { "leastModulus", leastModulus }, { "updates", updates },
    { "prepared", prepared }, { "replacements", 0.0 } };
  for (const char* name : { "design", "density", "energies", "adjoint", "adjointEnergies", "last",
         "beforeLast", "lowerAsymptotes", "upperAsymptotes" })
  {
    file.field(state.fields.emplace_back(name, std::vector<double>()).second);
  }
}
}

Checkpoint readCheckpointVersion1(CheckpointInput& file)
{
  Checkpoint checkpoint;
  file.integer(checkpoint.space);
  file.text(checkpoint.device);
  file.list(checkpoint.problem,
    [&](IdentityPart& part)
    {
      file.text(part.name);
      file.text(part.value);
      file.integer(part.fingerprint);
      part.name = part.name == "the first density" ? StartPart : part.name;
    });
  nameHistory(checkpoint, readRecords(file));
  readState(file, checkpoint.state);
  file.field(checkpoint.start);
  std::vector<std::vector<double>> displacements;
  file.list(displacements, [&](std::vector<double>& displacement) { file.field(displacement); });
  for (std::size_t i = 0; i < displacements.size(); ++i)
  {
    checkpoint.state.fields.emplace_back(
      "displacement" + std::to_string(i), std::move(displacements[i]));
  }
  return checkpoint;
}
}

#!/bin/sh
# Two computers with four GPUs each, one rank for each GPU:
#
#     sbatch several_gpus.sh several_gpus.py --voxels 800
#     sbatch several_gpus.sh design_on_ranks.py --resolution 100 --iterations 60
#
# runs a script with pvbatch on all ranks, with the plugin and then the options. Give the plugin's path below, and what your cluster needs:
# partition, account, modules. pvbatch must be of the ParaView that the plugin was built for, and of
# the MPI that srun starts.

#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4
#SBATCH --gpus-per-node=4
#SBATCH --cpus-per-task=8
#SBATCH --time=01:00:00

plugin=${TRABECULA_PLUGIN:-$HOME/trabecula/Trabecula.so}

# Each rank sees all GPUs of its computer and takes its own; threads must not spin while they wait.
export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK OMP_WAIT_POLICY=passive
script=$1
shift
exec srun --gpu-bind=none pvbatch "$script" "$plugin" "$@"

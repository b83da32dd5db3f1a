# shellcheck shell=bash
# A Slurm of one node on this machine, for tests: source it, call slurm_start FOLDER and, at the end, slurm_stop.
# Everything lies in FOLDER; nothing of the machine's own configuration is read or changed. Needs root.

slurm_pids=()

# The programs that are missing, or nothing.
slurm_missing() {
  local program
  for program in munged munge unmunge slurmctld slurmd sbatch scancel squeue sinfo scontrol; do
    command -v "$program" >/dev/null || echo "$program"
  done
  [ "$(id -u)" = 0 ] || echo "root"
}

# A port nobody listens on, below the ports that connections get.
slurm_free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 10000))
    if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      echo "$port"
      return
    fi
  done
}

# slurm_wait SECONDS COMMAND...: until the command succeeds.
slurm_wait() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.2
  done
}

slurm_start_munge() {
  local folder=$1
  dd if=/dev/urandom of="$folder/munge/key" bs=128 count=1 status=none
  chmod 0400 "$folder/munge/key"
  munged --foreground --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
    --pid-file="$folder/munge/pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" \
    >"$folder/munge/out" 2>&1 &
  slurm_pids+=($!)
  slurm_wait 20 munge --no-input --socket="$folder/munge/socket"
}

slurm_write_configuration() {
  local folder=$1 node=$2 control=$3 daemon=$4
  cat >"$folder/slurm.conf" <<END
ClusterName=hrfcheck
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$control
SlurmdPort=$daemon
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
ReturnToService=2
PlugStackConfig=$folder/plugstack.conf
NodeName=$node NodeAddr=127.0.0.1 NodeHostname=$node CPUs=$(nproc) State=UNKNOWN
PartitionName=test Nodes=$node Default=YES MaxTime=INFINITE State=UP
END
  : >"$folder/plugstack.conf"
}

slurm_start() {
  local folder=$1 node
  node=$(hostname -s)
  mkdir -p "$folder/munge" "$folder/state" "$folder/spool"
  chmod 0755 "$folder" "$folder/munge"
  slurm_start_munge "$folder" || { echo "munged does not start" >&2; return 1; }
  slurm_write_configuration "$folder" "$node" "$(slurm_free_port)" "$(slurm_free_port)"
  export SLURM_CONF="$folder/slurm.conf"
  slurmctld -D -i >"$folder/slurmctld.out" 2>&1 &
  slurm_pids+=($!)
  slurm_wait 30 scontrol ping || { echo "slurmctld does not start" >&2; return 1; }
  slurmd -D -N "$node" >"$folder/slurmd.out" 2>&1 &
  slurm_pids+=($!)
  slurm_wait 30 slurm_node_is_idle || { echo "the node does not come up" >&2; return 1; }
}

slurm_node_is_idle() { [ "$(sinfo --noheader --format=%t)" = idle ]; }

slurm_queue_is_empty() { [ -z "$(squeue --noheader)" ]; }

# Ends every job, then the daemons, the last one started first.
slurm_stop() {
  local i
  if [ "${#slurm_pids[@]}" -gt 1 ]; then
    timeout 10 scancel --user=root >/dev/null 2>&1
    slurm_wait 10 slurm_queue_is_empty
  fi
  for ((i = ${#slurm_pids[@]} - 1; i >= 0; --i)); do
    kill "${slurm_pids[i]}" 2>/dev/null
    wait "${slurm_pids[i]}" 2>/dev/null
  done
  slurm_pids=()
}

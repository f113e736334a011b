# What the scenarios share.

# Whatever a scenario started goes with it.
started=
trap 'kill -CONT $started 2>/dev/null; kill -TERM $started 2>/dev/null' EXIT
trap 'exit 1' TERM

# start FILE PROGRAM...: in the background; what it prints goes into the file. Its number is in $last.
start() {
  output=$1
  shift
  "$@" >"$output" 2>"$output.errors" &
  last=$!
  started="$started $last"
}

# wait_until COMMAND...: tries it; the limit is for what never comes.
wait_until() {
  tries=0
  until "$@" 2>/dev/null; do
    tries=$((tries + 1))
    if [ $tries -ge 12000 ]; then
      echo "waited in vain: $*"
      exit 1
    fi
    sleep 0.05
  done
}

holds() { [ "$(wc -c <"$1")" -ge "$2" ]; }

# settled FILE...: waits until a file no longer grows: a slow reader has taken what waited for it.
settled() {
  for file; do
    size=
    until [ "$size" = "$(wc -c <"$file")" ]; do
      size=$(wc -c <"$file")
      sleep 3
    done
  done
}

# Both recorders begin with the header of the file and two notes of the kernel, of which the first
# names its version.
listening() { wait_until holds "$1" 120; }

# record FILE OPTION...: bletrace as a recorder, once it listens. One after the other: each looks for
# controllers when it begins, which the others record.
record() {
  file=$1
  shift
  start "$file.out" bletrace live --iface any --write "$file" "$@"
  listening "$file"
}

# witness FILE: btmon beside it, with so large a buffer that it loses nothing.
witness() {
  usual=$(cat /proc/sys/net/core/rmem_default)
  echo 33554432 >/proc/sys/net/core/rmem_default
  start /dev/null btmon -w "$1"
  listening "$1"
  echo "$usual" >/proc/sys/net/core/rmem_default
}

# controllers NUMBER: so many come, of the air of one btvirt; its process is in $air.
controllers() {
  start /dev/null btvirt -L "-l$1"
  air=$last
  wait_until test -e "/sys/class/bluetooth/hci$(($1 - 1))"
}

# unplug: all of them go.
unplug() {
  kill -KILL "$air"
  wait_until test ! -e /sys/class/bluetooth/hci0
}

# ended NUMBER...: waits for processes, and says how they ended.
ended() {
  for number; do
    wait "$number"
    echo "status $?"
  done
}

# Whether a process of ours has ended; the shell may or may not have asked for its status yet.
gone() { ! kill -0 "$1" || grep -q '^State:.*zombie' "/proc/$1/status"; }

# Put in front of a command: a user with no rights, and one with a single right. Not functions, for
# what is started in the background is to be the command itself.
as_user="setpriv --reuid 1000 --regid 1000 --clear-groups"
with_net_raw="$as_user --inh-caps +net_raw --ambient-caps +net_raw"

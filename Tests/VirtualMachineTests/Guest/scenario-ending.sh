# 20 000 records wait in the kernel when the capture ends: by a signal, and by its duration.
. /scripts/common.sh

# burst NAME END PROGRAM...: the reader stands still while they come, and then ends.
burst() {
  name=$1
  file=$name.btsnoop
  end=$2
  shift 2
  start "$file.out" "$@" --write "$file" --report "$name.json"
  reader=$last
  listening "$file"
  kill -STOP $reader
  numbered-records -n 20000 -r 1000000 >>sender.txt
  "$end" $reader
  kill -CONT $reader
  ended $reader >>ends.txt
}

interrupt() { kill -INT "$1"; }
terminate() { kill -TERM "$1"; }
# Until the duration is over.
expire() { sleep 8; }

burst int interrupt bletrace live --iface any
burst term terminate bletrace live --iface any
burst duration expire bletrace live --iface any --duration 8s
# With a buffer that does not hold them all.
burst small interrupt $with_net_raw bletrace live --iface any

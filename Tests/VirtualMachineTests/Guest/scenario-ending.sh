# 20 000 records wait in the kernel when the capture ends: by a signal, and by its duration.
. /scripts/common.sh

# burst FILE END PROGRAM...: the reader stands still while they come, and then ends.
burst() {
  file=$1
  end=$2
  shift 2
  start "$file.out" "$@" --write "$file" --report "$file.json"
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
expire() { sleep 4; }

burst int.btsnoop interrupt bletrace live --iface any
burst term.btsnoop terminate bletrace live --iface any
burst duration.btsnoop expire bletrace live --iface any --duration 3s
# With a buffer that does not hold them all.
burst small.btsnoop interrupt $with_net_raw bletrace live --iface any

# A session as the README's line for another computer gives it, beside btmon's own recording.
. /scripts/common.sh

witness btmon.btsnoop
btmon=$last
# Its last program is bletrace, which takes these options.
start line.out sh /scripts/remote-line.sh --write live.btsnoop --report report.json
line=$last
listening live.btsnoop
controllers 2
gatt-session >session.txt
echo $? >session.status
unplug
sleep 1
# The line's btmon, and not the witness: the line ends with it.
for process in /proc/[0-9]*; do
  if tr '\0' ' ' <"$process/cmdline" | grep -q '^btmon -w /proc/self/fd/3 '; then
    kill -TERM "${process#/proc/}"
  fi
done
wait_until gone $line
ended $line >line.end
kill -TERM $btmon
wait $btmon

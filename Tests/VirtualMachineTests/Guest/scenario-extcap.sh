# A session as Wireshark gets it from `bletrace extcap`, through a named pipe, beside btmon's own
# recording.
. /scripts/common.sh

witness btmon.btsnoop
btmon=$last
mkfifo pipe
start /dev/null sh -c 'cat pipe >extcap.pcapng'
reader=$last
start extcap.out bletrace extcap --extcap-interface bletrace-live --capture --fifo pipe
extcap=$last
listening extcap.pcapng
controllers 2
gatt-session >session.txt
echo $? >session.status
unplug
sleep 1
# As Wireshark does when its user ends the capture.
kill -TERM $extcap
ended $extcap >ends.txt
wait_until gone $reader
kill -TERM $btmon
wait $btmon

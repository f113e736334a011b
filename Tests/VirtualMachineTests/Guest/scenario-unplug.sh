# The controllers vanish while a link is up and data is on its way; then another one comes.
. /scripts/common.sh

witness btmon.btsnoop
btmon=$last
record live.btsnoop --report report.json --format json
live=$last
controllers 2
start leaving.out bletrace live --iface hci0 --exit-on-unplug --write leaving.btsnoop
leaving=$last
# Its file begins with what the kernel replays.
listening leaving.btsnoop
start waiting.out bletrace live --iface hci0 --write waiting.btsnoop
waiting=$last
listening waiting.btsnoop
start session.txt gatt-session -e -i 20
wait_until grep -q 'central: connected' session.txt
sleep 1
unplug
wait_until gone $leaving
ended $leaving >leaving.end

controllers 1
sleep 0.5
unplug
sleep 1
kill -INT $live $waiting
ended $live $waiting >ends.txt
kill -TERM $btmon
wait $btmon

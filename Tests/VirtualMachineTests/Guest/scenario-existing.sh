# The capture begins when the two controllers are connected and data is on its way.
. /scripts/common.sh

controllers 2
start session.txt gatt-session -e -i 20
wait_until grep -q 'central: connected' session.txt
sleep 1
record live.btsnoop --report report.json --format json
live=$last
start lines.txt bletrace live --iface hci1 --duration 6s
lines=$last
sleep 2
wait_until gone $lines
kill -INT $live
ended $live $lines >ends.txt
unplug

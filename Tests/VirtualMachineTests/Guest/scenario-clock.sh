# The clock is set while data is on its way, beside btmon's own recording: forward by a day, and back
# by an hour.
. /scripts/common.sh

# set_clock SECONDS: by so much, forward or back.
set_clock() { date -s "@$(($(date +%s) + $1))" >/dev/null; }

witness btmon.btsnoop
btmon=$last
controllers 2
record live.btsnoop --report report.json --format json
live=$last
start session.txt gatt-session -e -i 20
wait_until grep -q 'central: connected' session.txt
sleep 1
set_clock 86400
sleep 2
set_clock -3600
sleep 1
unplug
kill -INT $live
ended $live >ends.txt
kill -TERM $btmon
wait $btmon
set_clock -82800

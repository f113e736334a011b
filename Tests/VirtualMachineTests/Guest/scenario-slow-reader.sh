# Two readers stop reading while thousands of records come: one with the buffer that everybody gets,
# one, of root, with the larger one that bletrace asks for.
. /scripts/common.sh

witness btmon.btsnoop
btmon=$last
record large.btsnoop --report large.json
large=$last
start small.out $with_net_raw bletrace live --iface any --write small.btsnoop --report small.json
small=$last
listening small.btsnoop
controllers 2
kill -STOP $small $large
gatt-session -i 0 -n 1000 >session.txt
echo $? >session.status
kill -CONT $small $large
settled large.btsnoop small.btsnoop
unplug
sleep 1
kill -INT $small $large
ended $small $large >ends.txt
kill -TERM $btmon
wait $btmon

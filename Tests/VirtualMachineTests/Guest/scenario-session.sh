# Two controllers come, a card goes from one to the other, and they go again: recorded by btmon, and
# by bletrace three times over, in each format and of one controller alone.
. /work/common.sh

witness btmon.btsnoop
btmon=$last
record live.btsnoop --report report.json --format json
live="$last"
record live.pcap
live="$live $last"

controllers 2
start hci1.out bletrace live --iface hci1 --write hci1.btsnoop
live="$live $last"
listening hci1.btsnoop
bletrace interfaces >interfaces.txt
gatt-session >session.txt
echo $? >session.status
unplug
sleep 1
kill -INT $live
ended $live >ends.txt
kill -TERM $btmon
wait $btmon

# Two controllers come, a card goes from one to the other, and they go again: recorded by btmon, and
# by bletrace in each format, of one controller alone, and until a transfer is complete.
. /scripts/common.sh

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
start until.out bletrace live --iface any --until 'transfer complete' --write until.btsnoop
until=$last
listening until.btsnoop
gatt-session >session.txt
echo $? >session.status
wait_until gone $until
ended $until >until.end
unplug
sleep 1
kill -INT $live
ended $live >ends.txt
kill -TERM $btmon
wait $btmon

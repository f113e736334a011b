# 30 000 numbered records at 10 000 a second, beside a reader that is stopped again and again.
. /scripts/common.sh

start slow.out $with_net_raw bletrace live --iface any --write slow.btsnoop --report slow.json
slow=$last
listening slow.btsnoop
numbered-records -n 30000 -r 10000 >sender.txt &
sender=$!
started="$started $sender"
until gone $sender; do
  kill -STOP $slow
  sleep 0.2
  kill -CONT $slow
  sleep 0.1
done
wait $sender
echo $? >sender.status
# The reader takes what waits. What was lost last stands in front of the next record.
settled slow.btsnoop
controllers 1
wait_until grep -q hci0 slow.btsnoop
sleep 1
kill -INT $slow
ended $slow >ends.txt

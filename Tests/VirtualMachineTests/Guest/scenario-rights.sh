# Who may listen, and what those read who may not.
. /scripts/common.sh

# try NAME COMMAND...: what it printed, and its status.
try() {
  name=$1
  shift
  timeout 5 "$@" >"$name.out" 2>"$name.errors" </dev/null
  echo $? >"$name.status"
}

try none-plugged bletrace interfaces
controllers 2
try interfaces bletrace interfaces
try user-interfaces $as_user bletrace interfaces
try user $as_user bletrace live --iface any
try container unshare -n bletrace live --iface any
try container-interfaces unshare -n bletrace interfaces
try absent bletrace live --iface hci7

# Without any right but one.
start net-raw.out $with_net_raw bletrace live --iface any --write net-raw.btsnoop
allowed=$last
listening net-raw.btsnoop
gatt-session -n 5 >session.txt
sleep 1
unplug
sleep 1
kill -INT $allowed
ended $allowed >net-raw.end

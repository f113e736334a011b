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
try net-raw-interfaces $with_net_raw bletrace interfaces --format json
try root-interfaces bletrace interfaces --format json
try user $as_user bletrace live --iface any
try container unshare -n bletrace live --iface any
try container-interfaces unshare -n bletrace interfaces
try absent bletrace live --iface hci7

# Without any right but one.
start net-raw.out $with_net_raw bletrace live --iface any --write net-raw.btsnoop
allowed=$last
listening net-raw.btsnoop
# As root, through sudo.
start sudo.out env SUDO_UID=1000 SUDO_GID=1000 bletrace live --iface any --write sudo.btsnoop
sudo=$last
listening sudo.btsnoop
gatt-session -n 5 >session.txt
for name in net-raw sudo; do
  number=$allowed
  [ $name = net-raw ] || number=$sudo
  grep -E '^(Uid|CapPrm|CapEff|NoNewPrivs):' "/proc/$number/status" >$name.process
  stat -c '%u:%g %a' $name.btsnoop >$name.file
done
sleep 1
unplug
sleep 1
kill -INT $allowed $sudo
ended $allowed >net-raw.end
ended $sudo >sudo.end

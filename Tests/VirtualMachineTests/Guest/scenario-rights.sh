# Who may listen, and what those read who may not.
. /scripts/common.sh

# try NAME COMMAND...: what it printed, and its status.
try() {
  name=$1
  shift
  timeout 600 "$@" >"$name.out" 2>"$name.errors" </dev/null
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
# What a container with the computer's network and this one capability has.
try host-network unshare --mount --pid --fork setpriv --bounding-set=-all,+net_raw \
  --inh-caps=-all bletrace live --iface any --duration 1s --write host-network.btsnoop

# Without any right but one.
start net-raw.out $with_net_raw bletrace live --iface any --write net-raw.btsnoop
allowed=$last
listening net-raw.btsnoop
# As root, through sudo.
start sudo.out env SUDO_UID=1000 SUDO_GID=1000 bletrace live --iface any --write sudo.btsnoop
sudo=$last
listening sudo.btsnoop
# As root, which needs nothing more; and where it does: another user's folder.
start root.out bletrace live --iface any --write root.btsnoop --report root.json
root=$last
listening root.btsnoop
mkdir -m 700 closed
chown 1000 closed
start closed.out bletrace live --iface any --write closed/walk.btsnoop --rotate 1MB
closed=$last
listening closed/walk.btsnoop
gatt-session -n 5 >session.txt
for name in net-raw sudo root closed; do
  case $name in
  net-raw) number=$allowed ;;
  sudo) number=$sudo ;;
  root) number=$root ;;
  closed) number=$closed ;;
  esac
  grep -E '^(Uid|CapPrm|CapEff|NoNewPrivs):' "/proc/$number/status" >$name.process
  [ $name = closed ] || stat -c '%u:%g %a' $name.btsnoop >$name.file
done
sleep 1
unplug
sleep 1
kill -INT $allowed $sudo $root $closed
ended $root $closed >root.end
ended $allowed >net-raw.end
ended $sudo >sudo.end

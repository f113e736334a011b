# In the guest: bluetoothd has one controller of btvirt, and Bumble the other.
cd / && tar xf /scripts/bundle.tar
ln -sf /run /var/run
mkdir -p /run/dbus /var/lib/dbus /var/lib/bluetooth
export PYTHONPATH=/site PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
dbus-uuidgen >/etc/machine-id
btvirt -L -l2 >/out/btvirt.txt 2>&1 &
sleep 2
dbus-daemon --config-file=/scripts/dbus.conf --nofork >/out/dbus.txt 2>&1 &
python3.11 -B /scripts/peripheral.py >/out/peripheral.txt 2>&1 &
seconds=0
until grep -q advertising /out/peripheral.txt || [ $seconds -ge 120 ]; do
  sleep 1
  seconds=$((seconds + 1))
done
bluetoothd -n >/out/bluetoothd.txt 2>&1 &
sleep 3
(sleep 1; echo power on; sleep 1; echo quit) | btmgmt --index 0 >/out/btmgmt.txt 2>&1
sleep 2
python3.11 -B /scripts/script.py F0:F1:F2:F3:F4:F5 >/out/script.txt 2>&1

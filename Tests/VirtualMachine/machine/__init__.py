"""A virtual machine with Debian's kernel, BlueZ's tools and virtual Bluetooth controllers."""


class Trouble(Exception):
    """Something that keeps the machine from running, reported in one line."""

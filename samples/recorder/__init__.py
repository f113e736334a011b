"""Records the sample captures: Bumble's Bluetooth host stack over a simulated radio, on a virtual clock.

    clock.py        time that costs nothing, and one source of chance
    controller.py   an LE controller: HCI commands, events, buffers, completions
    link_layer.py   one connection: events, fragments, acknowledgements, loss, supervision timeout
    air.py          who hears whom, and how strongly
    node.py         a device (host + controller), its recorder, and the world they live in
    apps.py         the two kinds of app, in the manner of Core Bluetooth
    harm.py         what a faulty logger makes of a recording
    containers.py   records -> btsnoop, pcap, pcapng, PacketLogger
    story.py        how a story says what is recorded, where and as what
    stories/        the stories, one a file
"""

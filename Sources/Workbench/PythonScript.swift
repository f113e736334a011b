import Framing
import Report

/// A script in Python that sends the requests of a capture again, with the package bleak, and
/// prints the answers by their layout.
///
/// Nothing of the capture stands in it but octets in hexadecimal, numbers and UUIDs.
package enum PythonScript {
  /// Requests that are written.
  static let mostRequests = 500
  /// Octets of all of them.
  static let mostOctets = 1 << 20

  package static func text(of trace: MessageTrace, version: String) -> String {
    let script = ScriptParts(trace)
    var text = GeneratedText()
    text.lines(head(trace, script, version: version))
    script.writeFraming(to: &text)
    script.writeValues(to: &text)
    script.writeKinds(to: &text)
    script.writeRequests(to: &text)
    text.lines(Self.tail)
    return text.text
  }

  private static func head(
    _ trace: MessageTrace, _ script: ScriptParts, version: String
  ) -> String {
    let parts = trace.parts.map { "    \($0.description)" }
    return """
      #!/usr/bin/env python3
      \"\"\"Sends the requests of a capture again, and prints what the device answers.

      Written by bletrace \(plainName(version)). It needs Python 3.9 or later, and bleak from PyPI:

          python3 -m pip install bleak
          python3 SCRIPT --list          what would be sent
          python3 SCRIPT ADDRESS         connects, subscribes, and sends all of it
          python3 SCRIPT ADDRESS --only 2 --only 5

      A request may change the device, or damage it: look at the list before you send.

      The layout of the messages, as the option --framing of bletrace takes it:

          \(trace.layout.spec)

      \(parts.joined(separator: "\n"))
      \"\"\"

      import argparse
      import asyncio
      import sys

      """
  }

  /// What is the same in all scripts.
  private static let tail = #"""

    def numbered(message):
        """The message with the next number in each counter of requests."""
        octets = bytearray(message)
        for kind in KINDS:
            if kind["request"] and matches(kind, message):
                for offset, size, order, first in kind["counters"]:
                    place = (offset, size)
                    number = COUNTS.get(place, first)
                    COUNTS[place] = (number + 1) % (1 << 8 * size)
                    octets[offset:offset + size] = number.to_bytes(size, order)
                break
        parts = decode(bytes(octets))
        return encode(parts) if decode(message)["intact"] else message


    COUNTS = {}


    def matches(kind, message):
        """Whether a message is of a kind."""
        if not kind["least"] <= len(message) <= kind["most"]:
            return False
        pattern = kind["pattern"].split()
        return all(one == ".." or int(one, 16) == octet for one, octet in zip(pattern, message))


    def describe(message, request):
        """A message in words: its kind, its octets, and the fields of the kind."""
        parts = decode(message)
        kind = next((k for k in KINDS if k["request"] == request and matches(k, message)), None)
        words = [kind["name"] if kind else "unknown kind", message.hex(" ").upper()]
        for name, offset, size, order, factor, unit in kind["fields"] if kind else []:
            octets = message[offset:offset + size]
            if order == "text":
                words.append(f"{name}={octets.decode('ascii', 'replace')!r}")
            elif order == "octets":
                words.append(f"{name}={octets.hex()}")
            else:
                signed = order.startswith("signed ")
                number = int.from_bytes(octets, order.removeprefix("signed "), signed=signed)
                value = number if factor == 1 else round(number * factor, 6)
                words.append(f"{name}={value}{unit}")
        if not parts["intact"]:
            words.append("(does not fit the layout)")
        return "  ".join(words)


    def find(client, characteristic):
        """The characteristic of the device: by its UUID, and by its handle if several have it."""
        uuid, handle = CHARACTERISTICS[characteristic][:2]
        found = [c for c in client.services.characteristics.values()]
        # Some systems count the declaration of a characteristic, one handle before its value.
        near = [c for c in found if c.handle in (handle, handle - 1)]
        if uuid:
            found = [c for c in found if c.uuid.lower() == uuid]
            near = [c for c in found if c in near]
        for one in near or (found if uuid else []):
            return one
        raise SystemExit(f"the device has no characteristic {uuid or hex(handle)}")


    async def talk(address, wanted, wait):
        """Connects, subscribes, sends, and prints."""
        from bleak import BleakClient

        answers = asyncio.Queue()
        receivers = []

        async with BleakClient(address) as client:
            for number, characteristic in enumerate(CHARACTERISTICS):
                if not characteristic[2]:
                    receiver = Receiver()
                    receivers.append(receiver)

                    def received(_, value, receiver=receiver):
                        for message in receiver.feed(bytes(value)):
                            answers.put_nowait(message)

                    await client.start_notify(find(client, number), received)
            sender = Sender(client.mtu_size - 3)
            for number, (characteristic, parts) in enumerate(REQUESTS, 1):
                if wanted and number not in wanted:
                    continue
                message = numbered(encode(parts))
                print(f"-> {number:3}  {describe(message, True)}", flush=True)
                target = find(client, characteristic)
                # With a response where the characteristic takes no other writes.
                response = "write-without-response" not in target.properties
                for value in sender.values(message):
                    await client.write_gatt_char(target, value, response=response)
                await show(answers, receivers, wait)
            await show(answers, receivers, wait)


    async def show(answers, receivers, wait):
        """Prints messages until none comes for a while."""
        while True:
            try:
                message = await asyncio.wait_for(answers.get(), wait)
            except asyncio.TimeoutError:
                break
            print(f"<-      {describe(message, False)}", flush=True)
        for message in [one for receiver in receivers for one in receiver.flush()]:
            print(f"<-      {describe(message, False)}", flush=True)


    def main():
        parser = argparse.ArgumentParser(description="Sends requests of a capture to a device.")
        parser.add_argument("address", nargs="?", help="of the device")
        parser.add_argument("--list", action="store_true", help="print the requests, and end")
        parser.add_argument(
            "--only", type=int, action="append", metavar="NUMBER", help="send only this request")
        parser.add_argument(
            "--wait", type=float, default=1.0, metavar="SECONDS",
            help="how long to wait for the next message after a request")
        options = parser.parse_args()
        if options.list:
            for number, (characteristic, parts) in enumerate(REQUESTS, 1):
                print(f"{number:3}  {describe(encode(parts), True)}")
        elif options.address:
            asyncio.run(talk(options.address, options.only, options.wait))
        else:
            parser.error("give the address of the device, or --list")


    if __name__ == "__main__":
        main()
    """#
}

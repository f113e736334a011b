import Testing
import Text

@Suite("Numbers and their units")
struct PrintableUnitsTests {
  @Test(
    "stay on one line",
    arguments: [
      ("a timeout of 4 s, and 15 ms", "a timeout of 4\u{A0}s, and 15\u{A0}ms"),
      ("250 µs; 12 B/s (5 %)", "250\u{A0}µs; 12\u{A0}B/s (5\u{A0}%)"),
      ("-87 dBm.", "-87\u{A0}dBm."),
      ("at handle 0x0010 of", "at handle\u{A0}0x0010 of"),
      ("by company 0x0001.", "by company\u{A0}0x0001."),
      (
        "took 4 min 34 s, or 1 h 05 min",
        "took 4\u{A0}min\u{A0}34\u{A0}s, or 1\u{A0}h\u{A0}05\u{A0}min"
      ),
      ("interval 15 ms to 30 ms", "interval\u{A0}15\u{A0}ms to 30\u{A0}ms"),
      ("values of (MTU - 3 bytes)", "values of (MTU\u{A0}-\u{A0}3\u{A0}bytes)"),
      ("79 bpm, RR 828.1 ms 820.3 ms", "79\u{A0}bpm, RR\u{A0}828.1\u{A0}ms 820.3\u{A0}ms"),
      ("chunks of 20 bytes, 1 byte", "chunks of 20\u{A0}bytes, 1\u{A0}byte"),
      ("its 51 chunks at MTU 185, 12 times", "its 51\u{A0}chunks at MTU\u{A0}185, 12\u{A0}times"),
      ("MTU 23 on connection 3.", "MTU\u{A0}23 on connection\u{A0}3."),
      ("Connection 12, status 133", "Connection\u{A0}12, status\u{A0}133"),
      ("RSSI -73, error 2", "RSSI\u{A0}-73, error\u{A0}2"),
      ("anyway: --marker hex:454F4D00", "anyway: --marker\u{A0}hex:454F4D00"),
      ("(Core Vol 3, Part A, 4.20)", "(Core\u{A0}Vol\u{A0}3, Part\u{A0}A, 4.20)"),
    ])
  func kept(_ text: String, _ expected: String) {
    #expect(Printable.keepingUnits(text) == expected)
    #expect(Printable.keepingUnits(expected) == expected)
  }

  @Test(
    "other spaces are left as they are",
    arguments: [
      "", " ", " s", "4 ", "2 sensors", "3 Bytes", "a s", "4  s", "0x01 0x02", "é5 é s",
      "a Part of", "Core of", "an error in", "a -- b", "x--y z", "disconnection 2", "p50 writes",
      "#12 requests",
    ])
  func others(_ text: String) {
    #expect(Printable.keepingUnits(text) == text)
  }
}

import Testing

@testable import BletraceCommands

@Suite("Names of the parts of a log")
struct RotatedLogsTests {
  private static func groups(_ names: String...) -> [[Int]] {
    RotatedLogs.groups(of: names.map { Array($0.utf8) })
  }

  @Test("parts are known by what loggers put at their names")
  func parts() {
    #expect(Self.groups("a/hci.log", "a/hci.log.last", "a/hci.log.last.last") == [[0, 1, 2]])
    #expect(Self.groups("hci.log.gz", "hci.log.last.gz") == [[0, 1]])
    #expect(Self.groups("c.pcap", "x", "c.pcap1", "c.pcap12") == [[0, 2, 3]])
    #expect(Self.groups("c.pcapng0", "c.pcapng1") == [[0, 1]])
    #expect(
      Self.groups("r_00001_20260101120000.pcapng", "r_00002_20260102120000.pcapng") == [[0, 1]])
    #expect(Self.groups("r_00001_20260101120000", "r_00002_20260102120000") == [[0, 1]])
  }

  @Test("other names are those of captures of their own")
  func nearMisses() {
    #expect(Self.groups("a/hci.log", "b/hci.log.last") == [])
    #expect(Self.groups("hci.log", "hci.log.filtered") == [])
    #expect(Self.groups("hci.log.filtered.last", "hci.log") == [])
    #expect(Self.groups("run1", "run2", "run.1", "run.2", "run1.pcap", "run2.pcap") == [])
    #expect(Self.groups("hci.log", "hci.log") == [])
    #expect(Self.groups("c.pcap1234567", "c.pcap") == [])
    #expect(Self.groups("_00001_20260101120000", "_00002_20260101120000") == [])
    #expect(Self.groups("r_0001_20260101120000", "r_0002_20260101120000") == [])
    #expect(Self.groups("r-00001_20260101120000", "r-00002_20260101120000") == [])
    #expect(Self.groups(".last", "", ".gz", "last") == [])
    #expect(Self.groups() == [])
  }

  @Test("of the older part the rank is less")
  func ranks() {
    func rank(_ name: String) -> Int { RotatedLogs.Part(Array(name.utf8)).rank }
    #expect(rank("l.last.last") < rank("l.last") && rank("l.last") < rank("l"))
    #expect(rank("c.pcap") < rank("c.pcap2") && rank("c.pcap2") < rank("c.pcap10"))
    #expect(rank("r_00002_20260101120000.x") < rank("r_00010_20250101120000.x"))
  }
}

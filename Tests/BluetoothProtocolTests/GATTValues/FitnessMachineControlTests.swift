import BletraceTestSupport
import BluetoothProtocol
import Testing

@Suite("Fitness machines: control point and status")
struct FitnessMachineControlTests {
  @Test("what the control point asks for and answers", arguments: controls)
  func control(vector: GATTValueVector) throws {
    #expect(describe(vector.uuid, vector.octets) == .text(vector.text))
    sweepValue(vector)
  }

  @Test("what the status says", arguments: statuses)
  func status(vector: GATTValueVector) throws {
    #expect(describe(vector.uuid, vector.octets) == .text(vector.text))
    sweepValue(vector)
  }

  @Test func noOpCodeTraps() {
    for opCode in UInt8.min...UInt8.max {
      for count in 0...12 {
        for filler in [UInt8(0), 0x80, 0xFF] {
          let octets = [opCode] + [UInt8](repeating: filler, count: count)
          #expect(describe(0x2AD9, octets) != nil)
          #expect(describe(0x2ADA, octets) != nil)
        }
      }
    }
  }
}

private let controls: [GATTValueVector] = [
  .init(0x2AD9, "00", "request control"),
  .init(0x2AD9, "02 E8 03", "set target speed: 10 km/h"),
  .init(0x2AD9, "03 F1 FF", "set target inclination: -1.5 %"),
  .init(0x2AD9, "04 4B", "set target resistance level: 7.5"),
  .init(0x2AD9, "05 FA 00", "set target power: 250 W"),
  .init(0x2AD9, "06 8E", "set target heart rate: 142 bpm"),
  .init(0x2AD9, "07", "start or resume"),
  .init(0x2AD9, "08 02", "stop or pause: pause"),
  .init(0x2AD9, "09 2C 01", "set targeted energy: 300 kcal"),
  .init(0x2AD9, "0C A0 86 01", "set targeted distance: 100000 m"),
  .init(0x2AD9, "0D 08 07", "set targeted training time: 1800 s"),
  .init(0x2AD9, "0E 3C 00 78 00", "set targeted time in two heart rate zones: 60 s 120 s"),
  .init(
    0x2AD9, "0F 3C 00 78 00 B4 00", "set targeted time in three heart rate zones: 60 s 120 s 180 s"),
  .init(
    0x2AD9, "10 01 00 02 00 03 00 04 00 05 00",
    "set targeted time in five heart rate zones: 1 s 2 s 3 s 4 s 5 s"),
  .init(
    0x2AD9,
    """
    11
    DC 05  // 1500 x 0.001 m/s
    38 FF  // -200 x 0.01 %
    28     // 40 x 0.0001
    33     // 51 x 0.01 kg/m
    """,
    "set indoor bike simulation: wind 1.5 m/s, grade -2 %, rolling resistance 0.004, "
      + "wind resistance 0.51 kg/m"),
  .init(0x2AD9, "12 39 52", "set wheel circumference: 2104.9 mm"),
  .init(0x2AD9, "13 01", "spin down: start"),
  .init(0x2AD9, "14 B5 00", "set targeted cadence: 90.5 /min"),
  .init(0x2AD9, "15", "op code 0x15 (reserved)"),
  .init(0x2AD9, "80 00 01", "request control: success"),
  .init(0x2AD9, "80 05 03", "set target power: invalid parameter"),
  .init(0x2AD9, "80 05 09", "set target power: result 0x09 (reserved)"),
]

private let statuses: [GATTValueVector] = [
  .init(0x2ADA, "01", "reset"),
  .init(0x2ADA, "02 02", "stopped or paused by the user: paused"),
  .init(0x2ADA, "04", "started or resumed by the user"),
  .init(0x2ADA, "05 E8 03", "target speed: 10 km/h"),
  .init(0x2ADA, "06 F1 FF", "target inclination: -1.5 %"),
  .init(0x2ADA, "09 8E", "target heart rate: 142 bpm"),
  .init(0x2ADA, "0A 2C 01", "targeted energy: 300 kcal"),
  .init(0x2ADA, "0D A0 86 01", "targeted distance: 100000 m"),
  .init(
    0x2ADA, "11 01 00 02 00 03 00 04 00 05 00",
    "targeted time in five heart rate zones: 1 s 2 s 3 s 4 s 5 s"),
  .init(
    0x2ADA, "12 00 00 64 00 28 33",
    "indoor bike simulation: wind 0 m/s, grade 1 %, rolling resistance 0.004, "
      + "wind resistance 0.51 kg/m"),
  .init(0x2ADA, "13 39 52", "wheel circumference: 2104.9 mm"),
  .init(0x2ADA, "14 04", "spin down: stop pedaling"),
  .init(0x2ADA, "15 B5 00", "targeted cadence: 90.5 /min"),
  .init(0x2ADA, "FF", "control permission lost"),
  .init(0x2ADA, "16", "op code 0x16 (reserved)"),
]

import BletraceTestSupport
import BluetoothProtocol

/// A value as it stands on the air, and what it says.
struct GATTValueVector: CustomStringConvertible, Sendable {
  let uuid: UInt16
  let octets: [UInt8]
  let text: String
  /// Octets at the end that are a list or a string: there may be fewer.
  let rest: Int

  init(_ uuid: UInt16, _ octets: String, _ text: String, rest: Int = 0) {
    self.uuid = uuid
    self.octets = hex(octets)
    self.text = text
    self.rest = rest
  }

  var description: String { "\(BluetoothUUID(uuid16: uuid)) \(text)" }

  static let all = generic + heart + sensing + medical + sport + machines

  static let generic: [GATTValueVector] = [
    .init(0x2A00, "49 4E 46 4F 53 20 34", "INFOS 4", rest: 7),
    .init(0x2A29, "", ""),
    // A letter, half of another, a letter.
    .init(0x2901, "41 C3 42", "A\u{FFFD}B", rest: 3),
    // Category 13, subcategory 1: a heart rate belt.
    .init(0x2A01, "41 03", "Heart Rate Sensor, subcategory 1, 0x0341"),
    .init(0x2A01, "40 00", "Phone, 0x0040"),
    .init(0x2A01, "C0 FF", "category 1023, 0xFFC0"),
    .init(
      0x2A04,
      """
      06 00    // 6 x 1.25 ms
      0D 00    // 13 x 1.25 ms
      04 00    // latency
      58 02    // 600 x 10 ms
      """, "interval 7.5 ms to 16.25 ms, latency 4, supervision timeout 6000 ms"),
    .init(
      0x2A04, "FF FF FF FF 00 00 FF FF",
      "interval any to any, latency 0, supervision timeout any"),
    .init(0x2A05, "01 00 FF FF", "handles 0x0001 to 0xFFFF"),
    .init(
      0x2B2A, "00 11 22 33 44 55 66 77 88 99 AA BB CC DD EE FF",
      "00112233445566778899aabbccddeeff"),
    .init(0x2902, "00 00", "off"),
    .init(0x2902, "01 00", "notifications"),
    .init(0x2902, "03 00", "notifications, indications"),
    .init(0x2902, "04 00", "bit 2"),
    // The specification's example: OUI 0x123456, address 12:34:56:9A:BC:DE.
    .init(
      0x2A23, "DE BC 9A FE FF 56 34 12",
      "OUI 123456, identifier 0xFFFE9ABCDE, address 12:34:56:9A:BC:DE"),
    .init(0x2A23, "01 02 03 04 05 C3 B2 A1", "OUI A1B2C3, identifier 0x0504030201"),
    // Version 2.1.3, as the specification's example has it.
    .init(
      0x2A50, "01 4C 00 34 12 13 02",
      "vendor 0x004C (Apple, Inc.), of Bluetooth SIG, product 0x1234, version 2.1.3"),
    .init(
      0x2A50, "02 6D 04 01 00 00 12",
      "vendor 0x046D, of USB Implementer's Forum, product 0x0001, version 12.0.0"),
    .init(
      0x2A50, "03 00 00 00 00 00 00",
      "vendor 0x0000, of registry 0x03 (reserved), product 0x0000, version 0.0.0"),
  ]

  static let heart: [GATTValueVector] = [
    .init(0x2A37, "00 48", "72 bpm"),
    .init(0x2A37, "04 00", "0 bpm, no contact"),
    .init(0x2A37, "01 2C 01", "300 bpm"),
    .init(
      0x2A37,
      """
      1E           // contact supported and there, energy, RR intervals
      48           // 72
      03 00        // 3 kJ
      4C 03 3E 03  // 844 and 830 of 1/1024 s
      """, "72 bpm, contact, energy 3 kJ, RR 824.2 ms 810.5 ms", rest: 4),
    // Out of a real chest strap's notifications.
    .init(0x2A37, "16 55 B6 02 94 02", "85 bpm, contact, RR 677.7 ms 644.5 ms", rest: 4),
    .init(0x2A38, "01", "chest"),
    .init(0x2A38, "07", "location 0x07 (reserved)"),
    .init(0x2A39, "01", "reset energy expended"),
    .init(0x2A39, "02", "control 0x02 (reserved)"),
  ]

  static let sensing: [GATTValueVector] = [
    .init(0x2A19, "64", "100 %"),
    .init(0x2A19, "65", "101 % (reserved)"),
    .init(0x2A6E, "29 09", "23.45 °C"),
    .init(0x2A6E, "38 FF", "-2 °C"),
    .init(0x2A6E, "00 80", "not known"),
    .init(0x2A6F, "88 13", "50 %"),
    .init(0x2A6F, "FF FF", "not known"),
    .init(
      0x2A1C,
      """
      06                    // Celsius, time stamp, type
      6C 01 00 FF           // 364 x 10^-1
      DD 07 03 0C 09 0F 02  // 2013-03-12 09:15:02
      06                    // mouth
      """, "36.4 °C, 2013-03-12 09:15:02, mouth"),
    .init(0x2A1C, "01 DA 03 00 FF", "98.6 °F"),
    .init(0x2A1C, "04 FF FF 7F 00 0A", "NaN °C, type 0x0A (reserved)"),
    .init(0x2A08, "00 00 00 00 17 3B 3B", "????-??-?? 23:59:59"),
    .init(
      0x2A2B,
      """
      DD 07 03 0C 09 0F 02  // 2013-03-12 09:15:02
      02                    // Tuesday
      80                    // 128/256 s
      01                    // set by hand
      """, "2013-03-12 09:15:02.500, Tuesday, adjusted: manual update"),
    .init(
      0x2A2B, "DD 07 03 0C 09 0F 02 00 FF 0C",
      "2013-03-12 09:15:02.996, adjusted: time zone, daylight saving time"),
  ]

  static let medical: [GATTValueVector] = [
    .init(
      0x2A35,
      """
      1E                    // mmHg, time stamp, pulse rate, user, status
      78 00 50 00 5D 00     // 120, 80, 93
      DD 07 03 0C 09 0F 02  // 2013-03-12 09:15:02
      48 00                 // 72
      01                    // user 1
      0C 00                 // irregular pulse, pulse above the range
      """,
      "120/80 mmHg, mean 93 mmHg, 2013-03-12 09:15:02, pulse 72 bpm, user 1, irregular pulse, "
        + "pulse above range"),
    // 16.0 and 10.7 kPa; the mean is not known.
    .init(0x2A35, "01 A0 F0 6B F0 00 08", "16.0/10.7 kPa, mean NRes kPa"),
    .init(0x2A9D, "00 A4 38", "72.5 kg"),
    .init(
      0x2A9D,
      """
      0F                    // imperial, time stamp, user, BMI and height
      70 3E                 // 15984 x 0.01 lb
      DD 07 03 0C 09 0F 02  // 2013-03-12 09:15:02
      FF                    // not known who
      E1 00                 // 225 x 0.1
      BC 02                 // 700 x 0.1 in
      """,
      "159.84 lb, 2013-03-12 09:15:02, unknown user, BMI 22.5, height 70 in"),
    .init(0x2A9D, "08 FF FF 00 00 E4 06", "measurement unsuccessful, BMI 0, height 1.764 m"),
    .init(
      0x2A18,
      """
      1B                    // offset, concentration in kg/L, status, context
      05 00                 // sequence number
      DD 07 03 0C 09 0F 02  // 2013-03-12 09:15:02
      C4 FF                 // 60 minutes earlier
      69 B0                 // 105 x 10^-5
      11                    // capillary whole blood, finger
      01 00                 // battery low
      """,
      "sequence 5, 0.00105 kg/L, capillary whole blood, finger, 2013-03-12 09:15:02, "
        + "offset -60 min, battery low, context follows"),
    .init(
      0x2A18, "06 06 00 DD 07 03 0C 09 0F 02 3A C0 FA",
      "sequence 6, 0.0058 mol/L, control solution, location not available, 2013-03-12 09:15:02"),
    .init(0x2A5F, "00 62 00 3C 00", "SpO2 98 %, 60 bpm"),
    .init(
      0x2A5F,
      """
      1F              // everything
      62 00 3C 00     // 98 %, 60 bpm
      61 00 3D 00     // fast
      FF 07 FF 07     // slow: no numbers
      20 01           // measurement ongoing, fully qualified
      20 00 00        // low perfusion
      14 F0           // 20 x 10^-1 %
      """,
      "SpO2 98 %, 60 bpm, fast SpO2 97 %, 61 bpm, slow SpO2 NaN %, NaN bpm, measurement ongoing, "
        + "fully qualified, low perfusion, pulse amplitude index 2.0 %"),
    .init(
      0x2A5E,
      """
      1F                    // everything, and the clock is not set
      62 00 3C 00           // 98 %, 60 bpm
      DD 07 03 0C 09 0F 02  // 2013-03-12 09:15:02
      80 00                 // validated
      00 00 00              // nothing to say
      14 F0                 // 2.0 %
      """,
      "SpO2 98 %, 60 bpm, 2013-03-12 09:15:02, clock not set, validated, "
        + "pulse amplitude index 2.0 %"),
  ]

  static let sport: [GATTValueVector] = [
    .init(
      0x2A5B,
      """
      03                 // wheel and crank
      D2 04 00 00 00 08  // 1234, at 2048/1024 s
      64 00 00 06        // 100, at 1536/1024 s
      """,
      "wheel 1234 revolutions, the last at 2.000 s, crank 100 revolutions, the last at 1.500 s"),
    .init(0x2A5B, "00", "no data"),
    .init(
      0x2A53,
      """
      07           // stride, distance, running
      80 02        // 640 x 1/256 m/s
      A0           // 160 steps a minute
      78 00        // 120 cm
      39 30 00 00  // 12345 x 0.1 m
      """, "running, 2.50 m/s, 160 /min, stride 1.2 m, distance 1234.5 m"),
    .init(0x2A53, "00 00 01 5A", "walking, 1.00 m/s, 90 /min"),
    .init(0x2A63, "00 00 9C FF", "-100 W"),
    .init(
      0x2A63,
      """
      FF 1F              // everything
      FA 00              // 250 W
      65                 // 101 x 0.5 %, left
      90 01              // 400/32 N m, at the crank
      D2 04 00 00 00 08  // 1234, at 2048/2048 s
      64 00 00 06        // 100, at 1536/1024 s
      F4 01 F6 FF        // 500 N, -10 N
      20 00 FF FF        // 32/32 N m, -1/32 N m
      BC 3A 12           // maximum 0xABC, minimum 0x123: the specification's example
      0A 00 B4 00        // 10, 180 degrees
      58 02              // 600 kJ
      """,
      "250 W, balance 50.5 % left, accumulated torque 12.5 N m at the crank, "
        + "wheel 1234 revolutions, the last at 1.000 s, crank 100 revolutions, the last at 1.500 s, "
        + "force -10 to 500 N, torque -0.03125 to 1 N m, angles 291° to 2748°, top dead spot 10°, "
        + "bottom dead spot 180°, energy 600 kJ, offset compensation"),
  ]

  static let machines: [GATTValueVector] = [
    .init(
      0x2ACD,
      """
      FE 1F              // everything
      52 03 48 03        // 8.5, 8.4 km/h
      D2 04 00           // 1234 m
      0F 00 F7 FF        // 1.5 %, -0.9 degrees
      7B 00 00 00        // 12.3 m up, none down
      02 01              // 0.2, 0.1 km/min
      78 00 58 02 0A     // 120 kcal, 600 an hour, 10 a minute
      8E                 // 142 bpm
      55                 // 8.5
      58 02 2C 01        // 600 s, 300 s
      0A 00 FA 00        // 10 N, 250 W
      """,
      "8.5 km/h, average 8.4 km/h, 1234 m, inclination 1.5 %, ramp -0.9°, up 12.3 m, down 0 m, "
        + "pace 0.2 km/min, average pace 0.1 km/min, 120 kcal, 600 kcal/h, 10 kcal/min, 142 bpm, "
        + "8.5 MET, elapsed 600 s, remaining 300 s, belt 10 N, power 250 W"),
    // Nothing is known of the slope, the energy of an hour and a minute, and the belt.
    .init(
      0x2ACD, "88 10 00 00 FF 7F FF 7F 05 00 FF FF FF FF 7F 00 00", "0 km/h, 5 kcal, power 0 W"),
    .init(0x2ACD, "01 00", "part of a record"),
    .init(
      0x2AD2,
      """
      FE 1F              // everything
      B8 0B AC 0D        // 30, 35 km/h
      B5 00 AA 00        // 90.5, 85 /min
      10 27 00           // 10000 m
      0C 00              // level 12
      FA 00 F0 00        // 250, 240 W
      FF FF 58 02 FF     // 600 kcal an hour
      8E                 // 142 bpm
      55                 // 8.5
      58 02 2C 01        // 600 s, 300 s
      """,
      "30 km/h, average 35 km/h, 90.5 /min, average 85 /min, 10000 m, resistance level 12, "
        + "power 250 W, average power 240 W, 600 kcal/h, 142 bpm, 8.5 MET, elapsed 600 s, "
        + "remaining 300 s"),
    .init(
      0x2ACC, "0C 14 00 00 03 00 02 00",
      "reports: total distance, inclination, heart rate, elapsed time; "
        + "sets: speed, inclination, bit 17"),
    .init(0x2ACC, "00 00 00 00 00 00 00 00", "reports: nothing; sets: nothing"),
  ]
}

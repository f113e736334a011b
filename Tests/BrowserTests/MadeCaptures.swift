import BletraceTestSupport

/// Captures that no sample is like.
enum MadeCaptures {
  /// A name that would be markup, and would run.
  static var hostile: [UInt8] { named.story().btsnoop() }
  /// The same, slower.
  static var hostileAndSlow: [UInt8] { named.story(isSlow: true).btsnoop() }

  private static var named: HostileCaptures {
    let name = "</script><img src=x onerror=pwned=1><b onclick='pwned=1'>\"'&amp;\u{202E}x"
    return HostileCaptures(name: Array(name.utf8))
  }

  /// Ten thousand connections, each with a few values.
  static var connections: [UInt8] {
    var story = CaptureBuilder(step: 2000)
    for index in 0..<10_000 {
      let low = UInt8(truncatingIfNeeded: index)
      let high = UInt8(truncatingIfNeeded: index >> 8)
      story.connect(peer: [low, high, 1, 2, 3, 0xC4])
      for value in 0..<4 {
        story.att(.rx, [0x1B, 0x10, 0x00] + [UInt8](repeating: UInt8(value), count: 16))
      }
      story.disconnect()
    }
    return story.btsnoop()
  }

  /// Writes to one characteristic, then to another one only, then none; the signal is measured at
  /// the beginning and at the end.
  static var pauses: [UInt8] {
    var story = CaptureBuilder(step: 1000)
    story.connect()
    func write(_ handle: UInt8, _ count: Int, every pause: Int64) {
      for number in 0..<count {
        story.att(.tx, [0x52, handle, 0x00, UInt8(number), 1, 2, 3])
        story.completed(1)
        story.signal(-60 - Int8(number % 7))
        story.wait(by: pause)
      }
    }
    write(0x20, 20, every: 40_000)
    write(0x30, 80, every: 40_000)
    // Nothing is written for less than a minute, and the signal not measured.
    story.wait(by: 55_000_000)
    write(0x30, 80, every: 40_000)
    write(0x20, 20, every: 40_000)
    return story.btsnoop()
  }

  /// An hour of ten values a second, with one stall of two seconds.
  static var hour: [UInt8] {
    var story = CaptureBuilder(step: 1000)
    story.connect()
    for value in 0..<36_000 {
      story.att(.rx, [0x1B, 0x10, 0x00] + [UInt8](repeating: UInt8(value & 0xFF), count: 20))
      story.wait(by: value == 20_000 ? 1_999_000 : 99_000)
    }
    return story.btsnoop()
  }

  /// Three days of values, some a second, with silences of hours.
  static var days: [UInt8] {
    var story = CaptureBuilder(step: 1_000_000)
    story.connect()
    for hour in 0..<72 where hour % 7 != 3 {
      story.time = 1_700_000_000_000_000 + Int64(hour) * 3_600_000_000
      for value in 0..<900 {
        story.att(.rx, [0x1B, 0x10, 0x00] + [UInt8](repeating: UInt8(value & 0xFF), count: 20))
        if value % 100 == 0 {
          story.event(0x0E, [1, 0x05, 0x14, 0] + [0x40, 0x00] + [UInt8(200 + hour % 50)])
        }
      }
    }
    return story.btsnoop()
  }
}

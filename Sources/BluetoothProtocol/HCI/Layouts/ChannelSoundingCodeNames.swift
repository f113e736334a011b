/// Codes and bits of parameters of Channel Sounding.
///
/// Core 6.0, Vol 4, Part E, 7.7.65.39 to 7.7.65.46 and 7.8.130 to 7.8.143.
extension CodeNames {
  static let csRole: CodeNames = ["Initiator", "Reflector"]
  static let csRoles: CodeNames = ["Initiator", "Reflector"]
  static let csModes: CodeNames = ["Mode-3"]
  static let csMainMode: CodeNames = [1: "Mode-1", 2: "Mode-2", 3: "Mode-3"]
  static let csSubMode: CodeNames = [1: "Mode-1", 2: "Mode-2", 3: "Mode-3", 0xFF: "Unused"]
  static let csCreateContext: CodeNames = ["Local Controller", "Local and remote Controller"]
  static let csConfigAction: CodeNames = ["Removed", "Created"]
  static let csRTTType: CodeNames = [
    "RTT AA Only", "RTT with 32-bit sounding sequence", "RTT with 96-bit sounding sequence",
    "RTT with 32-bit random sequence", "RTT with 64-bit random sequence",
    "RTT with 96-bit random sequence", "RTT with 128-bit random sequence",
  ]
  /// A bit that is not set stands for 150 ns.
  static let csRTTCapability: CodeNames = [
    "10 ns for RTT AA Only", "10 ns for RTT Sounding", "10 ns for RTT Random Payload",
  ]
  static let csNADMCapability: CodeNames = ["Phase-based NADM"]
  static let csSyncPHY: CodeNames = [1: "LE 1M", 2: "LE 2M", 3: "LE 2M 2BT"]
  static let csSyncPHYs: CodeNames = [1: "LE 2M", 2: "LE 2M 2BT"]
  static let csSubfeatures: CodeNames = [
    1: "No transmitter FAE", 2: "Channel Selection Algorithm #3c",
    3: "Phase-based ranging from RTT sounding sequence", 4: "IPT in the reflector",
  ]
  static let csInterludeTimes: CodeNames = [
    "10 us", "20 us", "30 us", "40 us", "50 us", "60 us", "80 us",
  ]
  static let csFrequencyChangeTimes: CodeNames = [
    "15 us", "20 us", "30 us", "40 us", "50 us", "60 us", "80 us", "100 us", "120 us",
  ]
  static let csPhaseMeasurementTimes: CodeNames = ["10 us", "20 us"]
  static let csTXSNRCapability: CodeNames = ["18 dB", "21 dB", "24 dB", "27 dB", "30 dB"]
  static let csSNRControl: CodeNames = [
    0: "18 dB", 1: "21 dB", 2: "24 dB", 3: "27 dB", 4: "30 dB", 0xFF: "Not applied",
  ]
  static let csAntennas: CodeNames = [
    "First antenna", "Second antenna", "Third antenna", "Fourth antenna",
  ]
  static let csAntennaSelection: CodeNames = [
    0x01: "Antenna 1", 0x02: "Antenna 2", 0x03: "Antenna 3", 0x04: "Antenna 4",
    0xFE: "Repetitive order", 0xFF: "No recommendation",
  ]
  static let csChannelSelection: CodeNames = ["Algorithm #3b", "Algorithm #3c"]
  static let csChannel3cShape: CodeNames = ["Hat", "X"]
  static let csOverrideConfig: CodeNames = [
    0: "Channels", 2: "Main mode steps", 3: "T_PM tone extension", 4: "Tone antenna permutation",
    5: "CS_SYNC access addresses", 6: "Sounding sequence marker positions",
    7: "Sounding sequence marker value", 8: "CS_SYNC payload", 10: "Stable phase test",
  ]
  static let csDoneStatus: CodeNames = [
    0x0: "Complete", 0x1: "Partial, more to come", 0xF: "Aborted",
  ]
  static let csProcedureAbortReason: CodeNames = [
    0x0: "No abort", 0x1: "Local Host or remote request", 0x2: "Too few channels",
    0x3: "Channel map update instant passed", 0xF: "Unspecified",
  ]
  static let csSubeventAbortReason: CodeNames = [
    0x0: "No abort", 0x1: "Local Host or remote request", 0x2: "No CS_SYNC received",
    0x3: "Scheduling conflict or limited resources", 0xF: "Unspecified",
  ]
  static let csNoPowerDelta: CodeNames = [0x80: "No recommendation"]
}

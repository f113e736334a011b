// swift-format-ignore-file
// Made by `generate` from bluetooth-numbers 1.1.2 (MIT licence). Do not edit.

/// GATT characteristic descriptors, as the Bluetooth SIG names them.
package enum DescriptorUUIDNames {
  package static func name(for number: UInt16) -> String? {
    NameTable(keyDigits: 4, text).name(for: UInt64(number))
  }

  private static let text = #"""
    2900 Characteristic Extended Properties
    2901 Characteristic User Description
    2902 Client Characteristic Configuration
    2903 Server Characteristic Configuration
    2904 Characteristic Presentation Format
    2905 Characteristic Aggregate Format
    2906 Valid Range
    2907 External Report Reference
    2908 Report Reference
    2909 Number of Digitals
    290A Value Trigger Setting
    290B Environmental Sensing Configuration
    290C Environmental Sensing Measurement
    290D Environmental Sensing Trigger Setting
    290E Time Trigger Setting
    290F Complete BR-EDR Transport Block Data
    2910 Observation Schedule
    2911 Valid Range and Accuracy
    """#
}

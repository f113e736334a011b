// swift-format-ignore-file
// Made by `generate` from bluetooth-numbers 1.1.2 (MIT licence). Do not edit.

/// GATT characteristic descriptors, as the Bluetooth SIG names them.
package enum DescriptorUUIDNames {
  package static func name(for number: UInt16) -> String? { table.name(for: UInt64(number)) }

  private static let table = NameTable(keyDigits: 4, #"""
    2900 Characteristic Extended Properties;Characteristic User Description
    2902 Client Characteristic Configuration;Server Characteristic Configuration
    2904 Characteristic Presentation Format;Characteristic Aggregate Format;Valid Range
    2907 External Report Reference;Report Reference;Number of Digitals;Value Trigger Setting
    290B Environmental Sensing Configuration;Environmental Sensing Measurement
    290D Environmental Sensing Trigger Setting;Time Trigger Setting
    290F Complete BR-EDR Transport Block Data;Observation Schedule;Valid Range and Accuracy
    """#)
}

// swift-format-ignore-file
// Made by `generate` from bluetooth-numbers 1.1.2 (MIT licence). Do not edit.

/// GATT services with a 16-bit UUID, as the Bluetooth SIG names them, and the few services
/// on a member's UUID whose purpose is published (Eddystone, Fast Pair, ...).
package enum ServiceUUIDNames {
  package static func name(for number: UInt16) -> String? { table.name(for: UInt64(number)) }

  private static let table = NameTable(keyDigits: 4, #"""
    1800 Generic Access;Generic Attribute;Immediate Alert;Link Loss;Tx Power;Current Time Service
    1806 Reference Time Update Service;Next DST Change Service;Glucose;Health Thermometer
    180A Device Information;;;Heart Rate;Phone Alert Status Service;Battery Service;Blood Pressure
    1811 Alert Notification Service;Human Interface Device;Scan Parameters;Running Speed and Cadence
    1815 Automation IO;Cycling Speed and Cadence;;Cycling Power;Location and Navigation
    181A Environmental Sensing;Body Composition;User Data;Weight Scale;Bond Management Service
    181F Continuous Glucose Monitoring;Internet Protocol Support Service;Indoor Positioning
    1822 Pulse Oximeter Service;HTTP Proxy;Transport Discovery;Object Transfer Service
    1826 Fitness Machine;Mesh Provisioning Service;Mesh Proxy Service;Reconnection Configuration
    183A Insulin Delivery;Binary Sensor;Emergency Configuration;Authorization Control
    183E Physical Activity Monitor;Elapsed Time;Generic Health Sensor;;;Audio Input Control
    1844 Volume Control;Volume Offset Control;Coordinated Set Identification;Device Time
    1848 Media Control;Generic Media Control;Constant Tone Extension;Telephone Bearer
    184C Generic Telephone Bearer;Microphone Control;Audio Stream Control;Broadcast Audio Scan
    1850 Published Audio Capabilities;Basic Audio Announcement;Broadcast Audio Announcement
    1853 Common Audio;Hearing Access;Telephony and Media Audio;Public Broadcast Announcement
    1857 Electronic Shelf Label;Gaming Audio;Mesh Proxy Solicitation
    FD0D Blecon Advertising Service
    FD6F Exposure Notification Service
    FE0F Signify Netherlands B.V. (formerly Philips Lighting) Service
    FE2C Fast Pair Service
    FE59 Secure DFU Service
    FEAA Eddystone
    FEBB File Transfer Service by Adafruit
    """#)
}

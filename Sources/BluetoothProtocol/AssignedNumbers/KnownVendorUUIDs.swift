/// 128-bit UUIDs that are met often and are not in the generated tables.
///
/// Where they come from: the user guides and the firmware of Texas Instruments' SensorTags
/// (CC2541, CC2650) and their on-chip OAD service; Apple's sample "Transferring Data Between
/// Bluetooth Low Energy Devices", whose UUIDs live on in many apps that began as that sample, so
/// the name says "sample"; and the services that every iPhone shows, which Apple does not document
/// and which are known by these names from the tools that list them; Telink's BLE SDK; Silicon
/// Labs' AN1086; and the MIDI Association's specification for Bluetooth LE.
///
/// 16-bit numbers such as FFE0 and FFE1 (serial modules, SensorTag keys) or FFF0 are not here: no
/// one was assigned them, and each maker means something else by them.
package enum KnownVendorUUIDs {
  package static func serviceName(for uuid: BluetoothUUID) -> String? {
    serviceTable.name(for: uuid)
  }

  package static func characteristicName(for uuid: BluetoothUUID) -> String? {
    characteristicTable.name(for: uuid)
  }

  private static let serviceTable = NameTable(keyDigits: 32, services)
  private static let characteristicTable = NameTable(keyDigits: 32, characteristics)

  static let services = """
    000102030405060708090A0B0C0D1912 Telink OTA
    03B80E5AEDE84B33A7516CE34EC4C700 MIDI
    1D14D6EEFD634FA1BFA48F47B42119F0 Silicon Labs OTA
    9FA480E0496745429390D343DC5D04AE Apple Nearby
    D0611E78BBB44591A5F8487910AE4366 Apple Continuity
    E20A39F473F54BC4A12F17D1AD07A961 Apple Transfer Sample
    F000AA0004514000B000000000000000 SensorTag IR Temperature
    F000AA1004514000B000000000000000 SensorTag Accelerometer
    F000AA2004514000B000000000000000 SensorTag Humidity
    F000AA3004514000B000000000000000 SensorTag Magnetometer
    F000AA4004514000B000000000000000 SensorTag Barometric Pressure
    F000AA5004514000B000000000000000 SensorTag Gyroscope
    F000AA6004514000B000000000000000 SensorTag Test
    F000AA6404514000B000000000000000 SensorTag IO
    F000AA7004514000B000000000000000 SensorTag Optical
    F000AA8004514000B000000000000000 SensorTag Movement
    F000AC0004514000B000000000000000 SensorTag Register
    F000CCC004514000B000000000000000 Texas Instruments Connection Control
    """

  static let characteristics = """
    000102030405060708090A0B0C0D2B12 Telink OTA Data
    08590F7EDB05467E875772F6FAEB13D4 Apple Transfer Sample Data
    7772E5DB38684112A1A9F2669D106BF3 MIDI Data I/O
    8667556C9A374C9184ED54EE27D90049 Apple Continuity
    984227F334FC4045A5D02C581F81A153 Silicon Labs OTA Data
    AF0BADB15B9943CD917AA77BC549E3CC Apple Nearby
    F000AA0104514000B000000000000000 SensorTag IR Temperature Data
    F000AA0204514000B000000000000000 SensorTag IR Temperature Configuration
    F000AA0304514000B000000000000000 SensorTag IR Temperature Period
    F000AA1104514000B000000000000000 SensorTag Accelerometer Data
    F000AA1204514000B000000000000000 SensorTag Accelerometer Configuration
    F000AA1304514000B000000000000000 SensorTag Accelerometer Period
    F000AA2104514000B000000000000000 SensorTag Humidity Data
    F000AA2204514000B000000000000000 SensorTag Humidity Configuration
    F000AA2304514000B000000000000000 SensorTag Humidity Period
    F000AA3104514000B000000000000000 SensorTag Magnetometer Data
    F000AA3204514000B000000000000000 SensorTag Magnetometer Configuration
    F000AA3304514000B000000000000000 SensorTag Magnetometer Period
    F000AA4104514000B000000000000000 SensorTag Barometric Pressure Data
    F000AA4204514000B000000000000000 SensorTag Barometric Pressure Configuration
    F000AA4304514000B000000000000000 SensorTag Barometric Pressure Calibration
    F000AA4404514000B000000000000000 SensorTag Barometric Pressure Period
    F000AA5104514000B000000000000000 SensorTag Gyroscope Data
    F000AA5204514000B000000000000000 SensorTag Gyroscope Configuration
    F000AA5304514000B000000000000000 SensorTag Gyroscope Period
    F000AA6104514000B000000000000000 SensorTag Test Data
    F000AA6204514000B000000000000000 SensorTag Test Configuration
    F000AA6504514000B000000000000000 SensorTag IO Data
    F000AA6604514000B000000000000000 SensorTag IO Configuration
    F000AA7104514000B000000000000000 SensorTag Optical Data
    F000AA7204514000B000000000000000 SensorTag Optical Configuration
    F000AA7304514000B000000000000000 SensorTag Optical Period
    F000AA8104514000B000000000000000 SensorTag Movement Data
    F000AA8204514000B000000000000000 SensorTag Movement Configuration
    F000AA8304514000B000000000000000 SensorTag Movement Period
    F000AC0104514000B000000000000000 SensorTag Register Data
    F000AC0204514000B000000000000000 SensorTag Register Address
    F000AC0304514000B000000000000000 SensorTag Register Device ID
    F000CCC104514000B000000000000000 Texas Instruments Connection Parameters
    F000CCC204514000B000000000000000 Texas Instruments Request Connection Parameters
    F000CCC304514000B000000000000000 Texas Instruments Disconnect Request
    F000FFC304514000B000000000000000 Texas Instruments OAD Image Count
    F000FFC404514000B000000000000000 Texas Instruments OAD Image Status
    F7BF3564FB6D4E5388A45E37E0326063 Silicon Labs OTA Control
    """
}

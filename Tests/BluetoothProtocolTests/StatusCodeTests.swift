import BluetoothProtocol
import Testing

@Suite("Status and error codes")
struct StatusCodeTests {
  @Test(arguments: [
    (0x00, "Success"),
    (0x08, "Connection Timeout"),
    (0x13, "Remote User Terminated Connection"),
    (0x16, "Connection Terminated by Local Host"),
    (0x22, "LMP Response Timeout / LL Response Timeout"),
    (0x3E, "Connection Failed to be Established / Synchronization Timeout"),
    (0x45, "Packet Too Long"),
  ])
  func hciStatus(code: UInt8, name: String) {
    #expect(HCIStatus(code).name == name)
  }

  @Test func hciStatusWithoutName() {
    let unnamed = (0...UInt8.max).filter { HCIStatus($0).name == nil }
    #expect(unnamed == [0x2B, 0x31, 0x33] + Array(0x46...0xFF))
  }

  @Test(arguments: [
    (0x01, "Invalid Handle"),
    (0x0A, "Attribute Not Found"),
    (0x0F, "Insufficient Encryption"),
    (0x13, "Value Not Allowed"),
    (0x80, "Application Error"),
    (0x9F, "Application Error"),
    (0xFC, "Write Request Rejected"),
    (0xFD, "Client Characteristic Configuration Descriptor Improperly Configured"),
    (0xFE, "Procedure Already in Progress"),
    (0xFF, "Out of Range"),
  ])
  func attErrorCode(code: UInt8, name: String) {
    #expect(ATTErrorCode(code).name == name)
  }

  @Test func attErrorCodeWithoutName() {
    let unnamed = (0...UInt8.max).filter { ATTErrorCode($0).name == nil }
    #expect(unnamed == [0x00] + Array(0x14...0x7F) + Array(0xA0...0xFB))
  }

  @Test(arguments: [
    (0x01, "Passkey Entry Failed"),
    (0x04, "Confirm Value Failed"),
    (0x0D, "BR/EDR Pairing in Progress"),
    (0x0F, "Key Rejected"),
  ])
  func smpReason(code: UInt8, name: String) {
    #expect(SMPReason(code).name == name)
  }

  @Test func smpReasonWithoutName() {
    let unnamed = (0...UInt8.max).filter { SMPReason($0).name == nil }
    #expect(unnamed == [0x00] + Array(0x10...0xFF))
  }

  @Test func descriptions() {
    #expect(HCIStatus.connectionTimeout.description == "Connection Timeout (0x08)")
    #expect(HCIStatus(0xEE).description == "0xEE")
    #expect(ATTErrorCode.attributeNotFound.description == "Attribute Not Found (0x0A)")
    #expect(ATTErrorCode(0x80).description == "Application Error (0x80)")
    #expect(ATTErrorCode(0x7F).description == "0x7F")
    #expect(SMPReason(0x04).description == "Confirm Value Failed (0x04)")
    #expect(SMPReason(0x7F).description == "0x7F")
  }
}

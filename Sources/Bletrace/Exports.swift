@_exported import Comparison
@_exported import Report

@_exported import struct BluetoothProtocol.HCIStatus
@_exported import struct BluetoothProtocol.PHY
// What the library's own declarations speak of: who imports it needs no other module.
@_exported import enum CaptureFiles.RecordDirection
@_exported import enum CaptureFiles.RecordKind
@_exported import enum Framing.FramingFaultKind
@_exported import enum Framing.FramingSubjectKind
@_exported import struct PacketText.DecodedPacket
@_exported import enum PacketText.PacketLayer

/// What a field means to those who must know what may be shown to others, where its kind does not
/// say it. A field's name is for readers: nothing is decided by it.
package enum FieldRole: Equatable, Sendable, BitwiseCopyable {
  /// The kind says it: an address, a key, a number that is harmless.
  case plain
  /// A number, or octets, that belong to a pairing or to the encryption of a link.
  case secret
  /// Where the user is: a country.
  case place
  /// Octets that say what a radio or a protocol can do, and how many there are at most.
  case capability(UInt8)
  /// Octets that nothing uses, mostly zeros.
  case filling
  /// What the kernel calls a controller, `hci0`.
  case controllerName
  /// What an app adds, in a field that looks like a number.
  case appData
  /// The data of a company, or of a service, in advertising data.
  case manufacturerData, serviceData
  /// The first field of a Device ID, which has the type of a Security Manager TK Value.
  case vendorSource
  /// The value of an attribute, though it is shown as a UUID.
  case attributeValue
  /// An option of L2CAP, or information of it: what the data after it mean.
  case optionType, informationType
  case optionData, information
}

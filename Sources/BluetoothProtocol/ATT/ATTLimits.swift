/// What the Attribute Protocol limits. Core Vol 3, Part F.
public enum ATTLimits {
  /// After so long without an answer a transaction has failed, and the bearer is dead. Core Vol 3,
  /// Part F, 3.3.3.
  public static let transactionTimeoutUs = 30_000_000
  /// Octets of the longest attribute value. Core Vol 3, Part F, 3.2.9.
  public static let longestValue = 512
}

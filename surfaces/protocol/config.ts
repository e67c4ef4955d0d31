export interface ProtocolConfig {
  readonly driver: 'protocol';
  /**
   * A program in any language that implements the driver protocol. It is started in the folder of the configuration.
   */
  readonly command: readonly string[];
  /** Environment variables besides `PATH` and `HOME`. */
  readonly env?: Readonly<Record<string, string>>;
  /** True if the surface needs the approval of a person before it runs an operation with a human gate. */
  readonly gates?: boolean;
}

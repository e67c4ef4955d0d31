export interface ProtocolConfig {
  readonly driver: 'protocol';
  /** A program in any language that implements the driver protocol; started in the configuration's folder. */
  readonly command: readonly string[];
  /** Variables besides `PATH` and `HOME`. */
  readonly env?: Readonly<Record<string, string>>;
  /** `true`: the surface asks a person for consent before gated operations. */
  readonly gates?: boolean;
}

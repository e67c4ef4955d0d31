/** The options of `parity registry` as they come from the command line. */
export interface RegistryFlags {
  readonly probe?: boolean;
  readonly server?: readonly string[];
  readonly online?: boolean;
  readonly reports?: string;
}

/** The command-line options of `parity registry`, before they are validated. */
export interface RegistryFlags {
  readonly probe?: boolean;
  readonly server?: readonly string[];
  readonly online?: boolean;
  readonly reports?: string;
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ParityError } from '../../../contract/parity-error.js';

/** The certificate of a private certificate authority, as PEM. TLS trusts this authority instead of the public ones. */
export interface Authority {
  readonly ca?: string;
}

export function readAuthority(file: string, root: string): Authority {
  try {
    return { ca: readFileSync(resolve(root, file), 'utf8') };
  } catch (error) {
    throw new ParityError(
      'certificate-missing',
      `the certificate ${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? ''}`,
      'Set `service.ca` or `--ca` to a PEM file with the certificate of the authority.',
      { cause: error },
    );
  }
}

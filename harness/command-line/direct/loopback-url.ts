import { ParityError } from '../../../contract/parity-error.js';

/** Loopback addresses: 127.0.0.0/8 and ::1 (RFC 6890 §2.2.2, §2.2.3), and `localhost` (RFC 6761 §6.3). */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:[^.]+\.)*localhost)$/;

/** True if a contract argument is a URL and not the path of a file. */
export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/**
 * Parses a URL whose host must be this machine. Other hosts are refused, because generated requests may harm a shared
 * service.
 */
export function loopbackUrl(text: string, option: string): URL {
  if (!isUrl(text) || !URL.canParse(text))
    throw new ParityError(
      'url-invalid',
      `${option}: \`${text}\` is not an http or https URL`,
      'Write the base URL of the service, such as http://127.0.0.1:8080.',
    );
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw new ParityError(
      'url-invalid',
      `${option}: the URL contains credentials`,
      'Give credentials with `--token` or `--header`, which are never written to a file.',
    );
  if (LOOPBACK.test(url.hostname)) return url;
  throw new ParityError(
    'url-remote',
    `${option}: ${url.hostname} is not this machine`,
    'Start the service on this machine, or forward its port to a port on 127.0.0.1.',
  );
}

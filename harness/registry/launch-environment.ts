/**
 * The environment variables that programs need to start. Other variables may contain secrets, and a program from a
 * registry is not trusted with secrets.
 */
const ALWAYS = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'SystemRoot'];
/**
 * Variables with the addresses of package registries. Package runners also use these addresses as keys of their offline
 * caches.
 */
const MIRRORS = ['npm_config_registry', 'UV_DEFAULT_INDEX'];
/** Variables with the proxies through which a program connects to other machines. */
const PROXIES = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
];
/** Variables with the certificates by which a program verifies other machines. */
const CERTIFICATES = ['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'];

const OFFLINE = { npm_config_offline: 'true', UV_OFFLINE: '1' };

/**
 * The environment variables for the start of a server. Unless `online` is true, they make package runners use only
 * packages that are already on this machine.
 */
export function launchEnvironment(online: boolean): Readonly<Record<string, string>> {
  const inherited = [...ALWAYS, ...MIRRORS, ...(online ? [...PROXIES, ...CERTIFICATES] : [])].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), npm_config_update_notifier: 'false', ...(online ? {} : OFFLINE) };
}

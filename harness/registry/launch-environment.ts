/** What programs need to be found and to run, and no secret of ours: what is started is not. */
const ALWAYS = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'SystemRoot'];
/** Where packages come from is what runners know them by in their caches, too. */
const MIRRORS = ['npm_config_registry', 'UV_DEFAULT_INDEX'];
/** The way out of this machine, where there is a proxy, or certificates of its own. */
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'];
const CERTIFICATES = ['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'];

const OFFLINE = { npm_config_offline: 'true', UV_OFFLINE: '1' };

/** The environment of a launch: package runners take what is on this machine already, unless they may download. */
export function launchEnvironment(online: boolean): Readonly<Record<string, string>> {
  const inherited = [...ALWAYS, ...MIRRORS, ...(online ? [...PROXIES, ...CERTIFICATES] : [])].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), npm_config_update_notifier: 'false', ...(online ? {} : OFFLINE) };
}

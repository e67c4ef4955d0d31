import { parseArgs } from 'node:util';

export type Options =
  | { readonly kind: 'stdio' }
  | { readonly kind: 'http'; readonly host: string; readonly port: number }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly message: string };

const USAGE = `Usage: template-service-mcp [--http [--port N] [--host ADDRESS]]

Speaks MCP on stdin and stdout, or with --http at /mcp of a loopback address.
  --port N         0 (the default) takes a free port; the address is printed
  --host ADDRESS   127.0.0.1 (the default), ::1 or localhost
`;

export function parseOptions(argv: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { http: { type: 'boolean' }, port: { type: 'string' }, host: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (values.help === true) return { kind: 'help', text: USAGE };
    if (values.http === true) return httpOptions(values.host ?? '127.0.0.1', values.port ?? '0');
    return values.host === undefined && values.port === undefined ? { kind: 'stdio' } : wrong('--port and --host need --http.');
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

function httpOptions(host: string, port: string): Options {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return wrong(`--port ${port} is not a port; give a number from 0 to 65535.`);
  // The server holds the token and asks nobody for one, so whoever reaches it can spend it.
  if (!LOOPBACK.has(host)) return wrong(`--host ${host} is not a loopback address; give 127.0.0.1, ::1 or localhost.`);
  return { kind: 'http', host, port: Number(port) };
}

function wrong(message: string): Options {
  return { kind: 'wrong', message: `${message}\n${USAGE}` };
}

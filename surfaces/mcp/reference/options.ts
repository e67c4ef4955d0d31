import { parseArgs } from 'node:util';

export type Options =
  | ({ readonly kind: 'stdio' } & CardOption)
  | ({ readonly kind: 'http'; readonly host: string; readonly port: number } & CardOption)
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly message: string };

/** The path of the page that the server offers together with its tools. */
interface CardOption {
  readonly card?: string;
}

const USAGE = `Usage: template-service-mcp [--card FILE] [--http [--port N] [--host ADDRESS]]

Serves MCP on stdin and stdout, or with --http at /mcp of a loopback address.
  --card FILE      an HTML page, offered to hosts that show MCP Apps
  --port N         0 (the default) takes a free port; the address is printed
  --host ADDRESS   127.0.0.1 (the default), ::1 or localhost
`;

export function parseOptions(argv: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        card: { type: 'string' },
        http: { type: 'boolean' },
        port: { type: 'string' },
        host: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) return { kind: 'help', text: USAGE };
    const card: CardOption = values.card === undefined ? {} : { card: values.card };
    if (values.http === true) return httpOptions(values.host ?? '127.0.0.1', values.port ?? '0', card);
    return values.host === undefined && values.port === undefined
      ? { kind: 'stdio', ...card }
      : wrong('--port and --host need --http.');
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

function httpOptions(host: string, port: string, card: CardOption): Options {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    return wrong(`--port ${port} is not a port; give a number from 0 to 65535.`);
  // The server holds the token and does not authenticate its clients, so every client that can connect can use it.
  if (!LOOPBACK.has(host)) return wrong(`--host ${host} is not a loopback address; give 127.0.0.1, ::1 or localhost.`);
  return { kind: 'http', host, port: Number(port), ...card };
}

function wrong(message: string): Options {
  return { kind: 'wrong', message: `${message}\n${USAGE}` };
}

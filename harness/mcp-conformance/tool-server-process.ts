import { createInterface } from 'node:readline';
import { execa } from 'execa';

export interface ToolServerProcess {
  /** The MCP endpoint, `http://127.0.0.1:<port>/mcp`. */
  readonly url: string;
  stop(): Promise<void>;
}

const START_MS = 15_000;

/**
 * Starts the reference tool server over HTTP on a free port, without a service behind it, because no scenario calls a
 * tool.
 */
export async function startToolServer(root: string): Promise<ToolServerProcess | { readonly failure: string }> {
  const child = execa(
    'node',
    ['dist/surfaces/mcp/reference/main.js', '--http', '--card', 'dist/surfaces/ui_card/items.html'],
    {
      cwd: root,
      env: { SVC_BASE_URL: 'http://127.0.0.1:9', SVC_TOKEN: 'unused' },
      reject: false,
      stdin: 'ignore',
      forceKillAfterDelay: 3000,
    },
  );
  const stop = async (): Promise<void> => {
    child.kill();
    await child;
  };
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    child.then(({ stderr }) => stderr),
    new Promise<string>((resolve) =>
      setTimeout(resolve, START_MS, `no address was printed within ${START_MS / 1000} s`).unref(),
    ),
  ]);
  lines.close();
  if (/^http:\/\/127\.0\.0\.1:\d+\/mcp$/.test(line)) return { url: line, stop };
  await stop();
  return { failure: line.trim() };
}

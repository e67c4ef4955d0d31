import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/*
 * `node bare-tool-server.js URL`: the official server with one tool, which makes one exchange and returns its reply as
 * the tool server of the example does: as text, and as a structure.
 */
const [url = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

serveStdio(() => {
  const server = new Server({ name: 'bare', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: [{ name: 'exchange', inputSchema: { type: 'object' }, outputSchema: { type: 'object' } }],
  }));
  server.setRequestHandler('tools/call', async () => {
    const reply = await exchange();
    const structuredContent = JSON.parse(reply) as Record<string, unknown>;
    return { content: [{ type: 'text' as const, text: reply }], structuredContent };
  });
  return server;
});

function exchange(): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => void text(response).then(resolve, reject)).on('error', reject);
  });
}

import type { Client } from '@modelcontextprotocol/client';
import type { McpUiResourceCsp } from '@modelcontextprotocol/ext-apps';
import { PAGE_MEDIA_TYPE } from '../../hosted-page.js';

type Tools = Awaited<ReturnType<Client['listTools']>>['tools'];

/** The page of a card and its declared policy, as the server provides them. */
export interface App {
  readonly uri: string;
  readonly tool: Tools[number];
  readonly html: string;
  readonly csp: McpUiResourceCsp | undefined;
}

export type AppReading =
  | { readonly kind: 'app'; readonly app: App }
  | { readonly kind: 'fault'; readonly uri: string; readonly fault: string };

const MOST_CHARACTERS = 16 * 1024 * 1024;

/**
 * Reads the card of the tool `name`. Without a name, reads the card of the first tool that has one. Returns `undefined`
 * if there is no card.
 */
export async function readApp(client: Client, name?: string): Promise<AppReading | undefined> {
  const { tools } = await client.listTools();
  const tool = tools.find((each) => (name === undefined || each.name === name) && cardOf(each) !== undefined);
  const uri = tool && cardOf(tool);
  if (tool === undefined || uri === undefined) return undefined;
  const { contents } = await client.readResource({ uri });
  const content = contents.find((each) => each.uri === uri);
  const fault = (text: string): AppReading => ({ kind: 'fault', uri, fault: text });
  if (!uri.startsWith('ui://')) return fault('is not a ui:// address');
  if (content === undefined) return fault('is not in the result of resources/read');
  if (content.mimeType !== PAGE_MEDIA_TYPE) return fault(`has the media type ${JSON.stringify(content.mimeType)}`);
  const html = 'text' in content ? content.text : Buffer.from(content.blob, 'base64').toString();
  if (html.length > MOST_CHARACTERS) return fault(`has more than ${MOST_CHARACTERS} characters`);
  return {
    kind: 'app',
    app: { uri, tool, html, csp: memberOf(memberOf(content['_meta'], 'ui'), 'csp') as McpUiResourceCsp | undefined },
  };
}

function cardOf(tool: Tools[number]): string | undefined {
  const meta = tool['_meta'];
  const uri = memberOf(memberOf(meta, 'ui'), 'resourceUri') ?? memberOf(meta, 'ui/resourceUri');
  return typeof uri === 'string' ? uri : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

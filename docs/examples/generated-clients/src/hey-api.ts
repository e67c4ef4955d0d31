import { createClient } from './hey-api/client/index.js';
import * as sdk from './hey-api/sdk.gen.js';
import { type Input, type Methods, type Settings, fetchWithin, valueOf } from './outcome.js';

/** Each generated function becomes a method. */
export function Client({ baseUrl, token, timeoutMs }: Settings): Methods {
  const client = createClient({ baseUrl, auth: token, fetch: fetchWithin(timeoutMs) });
  const methods = Object.entries(sdk).map(([name, call]) => {
    const send = call as (options: object) => ReturnType<typeof sdk.createNote>;
    return [name, ({ header, ...input }: Input) => valueOf(send({ client, ...input, headers: header }))] as const;
  });
  return Object.fromEntries(methods);
}

import { type RegistryRule, registryViolation } from './registry-rule.js';

export const uniqueName: RegistryRule = {
  id: 'registry/unique-name',
  severity: 'must',
  statement: 'No two tool servers of the registry share a name.',
  source: 'the registry of tool servers',
  repair: 'Rename one of the two, or remove it.',
  check(servers) {
    const first = new Map<string, number>();
    return servers.flatMap(({ server }) => {
      const line = first.get(server.name);
      first.set(server.name, line ?? server.places.name.line);
      if (line === undefined) return [];
      const message = `${server.name} is the name of the server in line ${line} too.`;
      return [registryViolation(server, 'name', { kind: 'name-repeated', message, expected: 'a name of its own', received: server.name })];
    });
  },
};

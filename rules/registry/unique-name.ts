import { type RegistryRule, registryViolation } from './registry-rule.js';

export const uniqueName: RegistryRule = {
  id: 'registry/unique-name',
  severity: 'must',
  statement: 'No two tool servers of the registry share a name.',
  source: 'the registry of tool servers',
  repair: 'Rename or remove one of the two servers.',
  check(servers) {
    const first = new Map<string, number>();
    return servers.flatMap(({ server }) => {
      const line = first.get(server.name);
      first.set(server.name, line ?? server.places.name.line);
      if (line === undefined) return [];
      const message = `${server.name} is also the name of the server in line ${line}.`;
      return [
        registryViolation(server, 'name', {
          kind: 'name-repeated',
          message,
          expected: 'a unique name',
          received: server.name,
        }),
      ];
    });
  },
};

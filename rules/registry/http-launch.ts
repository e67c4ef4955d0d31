import { type RegistryRule, registryViolation } from './registry-rule.js';

export const httpLaunch: RegistryRule = {
  id: 'registry/http-launch',
  severity: 'must',
  statement: 'The launch of a tool server that is pinned by its URL is empty, because the server is already running.',
  source: 'the registry of tool servers',
  repair: 'Remove all words from `launch`, or pin the package or path that `launch` starts.',
  check: (servers) =>
    servers.flatMap(({ server, reading }) =>
      reading.kind === 'pin' && reading.pin.kind === 'http' && server.launch.length > 0
        ? [
            registryViolation(server, 'launch', {
              kind: 'launch-present',
              message: `${server.name} is pinned by its URL, but has a launch.`,
              expected: [],
              received: server.launch,
            }),
          ]
        : [],
    ),
};

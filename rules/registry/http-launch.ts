import { type RegistryRule, registryViolation } from './registry-rule.js';

export const httpLaunch: RegistryRule = {
  id: 'registry/http-launch',
  severity: 'must',
  statement: 'A tool server that is pinned by its URL runs already, so its launch is empty.',
  source: 'the registry of tool servers',
  repair: 'Empty `launch`, or pin what it starts.',
  check: (servers) =>
    servers.flatMap(({ server, reading }) =>
      reading.kind === 'pin' && reading.pin.kind === 'http' && server.launch.length > 0
        ? [
            registryViolation(server, 'launch', {
              kind: 'launch-present',
              message: `${server.name} is pinned by its URL and has a launch all the same.`,
              expected: [],
              received: server.launch,
            }),
          ]
        : [],
    ),
};

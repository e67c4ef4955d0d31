import { type RegistryRule, registryViolation } from './registry-rule.js';

export const pinForm: RegistryRule = {
  id: 'registry/pin-form',
  severity: 'must',
  statement: 'The pin of a tool server names one exact version or full revision, not a range, a tag or a branch.',
  source: 'the registry of tool servers; Semantic Versioning 2.0.0; PEP 440; gitrevisions(7)',
  repair:
    'Write the exact version or revision that was reviewed. A range, a tag or a branch may later start a different version.',
  check: (servers) =>
    servers.flatMap(({ server, reading }) =>
      reading.kind === 'pin'
        ? []
        : [
            registryViolation(server, 'pin', {
              kind: reading.fault.kind,
              message: `The pin of ${server.name} ${reading.fault.message}.`,
              expected: reading.fault.expected,
              received: server.pin,
            }),
          ],
    ),
};

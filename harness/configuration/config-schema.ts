import type { JsonSchema } from '../../contract/json/json.js';
import type { OwnSchema } from '../../contract/schema/own-schema.js';
import { TEXT, WORDS } from '../../surfaces/kind-options.js';
import { DRIVEN_KINDS, GENERATOR_NAMES } from '../../surfaces/kinds/surface-kinds.js';
import { COLLECTIONS } from './collections-schema.js';
import { PERMITTED } from './permitted-options.js';
import { SERVICE_SCHEMA, VERSIONS } from './service-schema.js';
import { defaultLanes, defaultRuns, kindOptions, requiredOptions } from './kind-schema.js';

const SEVERITY = { enum: ['must', 'should'] } as const;

/**
 * The schema that validates `parity.config.ts` at run time. `docs/configuration.md` is generated from this schema, so
 * each option has a `description`, and a `default` if there is one.
 */
export const CONFIG_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['contracts', 'surfaces'],
  additionalProperties: false,
  properties: {
    contracts: {
      description:
        'The OpenAPI 3.1 or 3.0 descriptions: a file name, or a [contract](#contract) with options of its own.',
      type: 'array',
      minItems: 1,
      items: { if: { type: 'object' }, then: { $ref: '#/$defs/contract' }, else: TEXT },
    },
    surfaces: {
      description:
        'The surfaces to check, by id. Each is a [surface](#surface), or, if it offers each contract in a different way, ' +
        'a [surface by contract](#surface-by-contract).',
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^[a-z][a-z0-9_]*$' },
      additionalProperties: {
        if: { required: ['contracts'] },
        then: { $ref: '#/$defs/surfaceByContract' },
        else: { $ref: '#/$defs/surface' },
      },
    },
    service: {
      description: 'How the real service is started or reached. Without it, the mock answers every request.',
      $ref: '#/$defs/service',
    },
    backends: {
      description: 'The backends that `parity check` runs: `reference` is the real service, `mock` is Prism.',
      default: '`reference` if there is a service, then `mock`',
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { enum: ['reference', 'mock'] },
    },
    values: {
      description:
        'Values that exist in the service, by the name of a parameter or of a body member: `{ known: [...] }`. ' +
        'With `only: true`, valid cases use no other values. If the service can be reset, other path parameters get the identifiers of items in its lists.',
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['known'],
        additionalProperties: false,
        properties: { known: { type: 'array' }, only: { type: 'boolean' } },
      },
    },
    collections: COLLECTIONS,
    prefix: {
      description:
        'The vendor prefix of extensions (`x-<prefix>-cli`) and of environment variables (`<PREFIX>_TOKEN`).',
      default: 'svc',
      type: 'string',
      pattern: '^[a-z][a-z0-9-]*$',
    },
    token: {
      description: 'The bearer token that the service accepts.',
      default: 'a random token for each run, which the service receives as `<PREFIX>_TOKEN`',
      type: 'string',
      pattern: '^[!-~]{6,}$',
    },
    credentials: {
      description:
        'The credential that the service accepts for each security scheme, by the name of the scheme in the contract. ' +
        'For HTTP Basic, the credential is `user:password`. Reports never contain a credential.',
      default: 'the token',
      type: 'object',
      additionalProperties: { type: 'string', minLength: 6, pattern: '^[!-~][ -~]*[!-~]$' },
    },
    groups: {
      description:
        'A YAML file with the parity groups. It assigns the operations of each surface to groups, or excludes operations with a reason.',
      default: 'every operation is a separate group on every surface',
      ...TEXT,
    },
    waivers: { description: 'A YAML file with the permitted findings: see [waivers](waivers.md).', ...TEXT },
    regressions: {
      description:
        'A folder with counterexamples of fixed findings, which `parity keep` wrote: see [regressions](pull-requests.md#regressions). The counterexamples run before all other cases.',
      default: '`contract/regressions`',
      ...TEXT,
    },
    registry: {
      description: 'A YAML file with the permitted tool servers: see [tool servers](tool-servers.md).',
      ...TEXT,
    },
    lint: {
      description: 'With `strict`, lint warnings fail the run.',
      default: 'lint warnings do not fail the run, and results about style are hints',
      const: 'strict',
    },
    ruleset: {
      description:
        'A Spectral ruleset (YAML, JSON or a module) that replaces the rules of `parity lint`, or extends them: see [own rules](own-rules.md).',
      default: 'the rules of `contract-parity/spectral`',
      ...TEXT,
    },
    rules: {
      description: 'Rules of your own: see [own rules](own-rules.md). Each rule is an object with a function `check`.',
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'severity', 'statement', 'source', 'repair', 'backends', 'reads', 'check'],
        properties: {
          id: { type: 'string', pattern: '^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$' },
          severity: SEVERITY,
          statement: TEXT,
          source: TEXT,
          repair: TEXT,
        },
      },
    },
    severities: {
      description: 'The severity of a rule, by the id of the rule. It replaces the severity that the rule states.',
      type: 'object',
      additionalProperties: SEVERITY,
    },
    runs: {
      description:
        'The number of generated valid cases for each operation on every surface, and also the number of invalid cases. ' +
        'With a smaller number, only the first of these cases run.',
      default: defaultRuns(DRIVEN_KINDS),
      type: 'integer',
      minimum: 0,
      maximum: 1_000_000,
    },
    seed: { description: 'The same seed generates the same cases.', default: 1, type: 'integer' },
    timeoutMs: {
      description: 'The time limit of one call, in milliseconds.',
      default: 10_000,
      type: 'integer',
      minimum: 1,
      maximum: 600_000,
    },
    maxBodyBytes: {
      description: 'The maximum size of a reply body to keep and check, in bytes. A larger reply is not verified.',
      default: 1_048_576,
      type: 'integer',
      minimum: 1024,
      maximum: 16_777_216,
    },
    reports: { description: 'The folder of the reports.', default: 'reports/latest', ...TEXT },
    versions: VERSIONS,
  },
  $defs: {
    contract: {
      description: 'An entry of `contracts` with more options than its file name.',
      type: 'object',
      required: ['file'],
      additionalProperties: false,
      properties: {
        file: { description: 'The OpenAPI 3.1 or 3.0 description.', ...TEXT },
        served: {
          description: 'With `false`, the contract is linted, and no surface is checked against it.',
          default: true,
          type: 'boolean',
        },
        service: {
          description: 'The service that implements this contract.',
          default: 'the `service` of the configuration',
          $ref: '#/$defs/service',
        },
      },
    },
    service: SERVICE_SCHEMA,
    surface: {
      description: 'One surface: the driver that runs it, and the options of that driver.',
      type: 'object',
      required: ['driver'],
      properties: {
        driver: {
          description: 'How the surface is run. `protocol` runs a program in any language: see [drivers](drivers.md).',
          enum: DRIVEN_KINDS.map(({ kind }) => kind),
        },
        ...kindOptions(DRIVEN_KINDS),
        runs: {
          description:
            'The number of generated valid cases for each operation on this surface, and the number of invalid cases. `--runs`, or `runs` of the whole configuration, takes precedence.',
          type: 'integer',
          minimum: 0,
          maximum: 1_000_000,
        },
        lanes: {
          description: 'The number of calls that run concurrently. Each call runs in a lane with a separate service.',
          default: defaultLanes(DRIVEN_KINDS),
          type: 'integer',
          minimum: 1,
          maximum: 16,
        },
        servers: {
          description:
            'The base URLs of the surface if the contract has several servers: see [several base URLs](surfaces.md#several-base-urls). ' +
            'With `each`, the surface gets the base URL of each server, and must call each operation at the server of the operation. With `one`, the surface gets one base URL for all servers.',
          default: 'as `one`, but operations on other servers are inconclusive',
          enum: ['each', 'one'],
        },
        basePath: {
          description:
            'The path that a client adds to its base URL by itself, such as `/api/v1`; not for `rest`. ' +
            'The harness removes this path from each request.',
          type: 'string',
          pattern: '^/.*[^/]$',
        },
        files: {
          description:
            'The files and folders of the surface, for `--changed-since` and `--watch`. Generated code of the surface is always included.',
          default:
            'the files that its program runs and imports; for a language other than JavaScript, the package of the program',
          ...WORDS,
        },
        ...PERMITTED,
        generate: { description: 'The generated code of the surface.', $ref: '#/$defs/generate' },
      },
      additionalProperties: false,
      allOf: DRIVEN_KINDS.flatMap(requiredOptions),
      dependentRequired: { forms: ['shows'], shows: ['forms'], address: ['forms'], settings: ['forms'] },
    },
    surfaceByContract: {
      description: 'A surface that offers each contract in a different way.',
      type: 'object',
      additionalProperties: false,
      properties: {
        contracts: {
          description:
            'A [surface](#surface) for each contract, by the file name of the contract. The surface offers no other contracts.',
          type: 'object',
          minProperties: 1,
          additionalProperties: { $ref: '#/$defs/surface' },
        },
      },
    },
    generate: {
      description:
        'Code that is generated from the contract. `parity generate` writes the code; `parity check` fails if the code is stale.',
      type: 'object',
      additionalProperties: false,
      properties: {
        generator: {
          description: 'One of the included generators. The generator writes to the folder `generated` below `output`.',
          enum: GENERATOR_NAMES,
        },
        command: {
          description:
            'Your own program with its arguments, such as `openapi-ts`, instead of a `generator`. ' +
            'With `output`, `{output}` is replaced by the folder to write to. With `outputs`, the program runs in a copy of the project.',
          ...WORDS,
        },
        output: {
          description: 'The folder of the code. With a `command`, the program owns all files in this folder.',
          ...TEXT,
        },
        outputs: {
          description:
            'Instead of `output`: files and folders that the command always writes to the same places. The command owns all files in these folders.',
          ...WORDS,
          items: { type: 'string', pattern: '^(?!/|[A-Za-z]:|(?:\\.?/)*\\.?$|(?:.*/)?\\.\\.(?:/|$)).' },
        },
        library: {
          description: 'The folder of the hand-written code that the generated code imports.',
          default: 'the SDK generators write complete clients; the code of other generators imports from `output`',
          ...TEXT,
        },
      },
      oneOf: [
        { required: ['generator', 'output'] },
        { required: ['command', 'output'] },
        { required: ['command', 'outputs'] },
      ],
      dependentRequired: { outputs: ['command'], library: ['generator'] },
    },
  },
};

export const OWN_CONFIG: OwnSchema<'config'> = {
  schema: CONFIG_SCHEMA,
  references: { config: '' },
  options: { messages: false },
};

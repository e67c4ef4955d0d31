import type { JsonSchema } from '../../contract/json/json.js';
import { ParityError } from '../../contract/parity-error.js';
import { cliKind } from '../cli/kind.js';
import type { Generator } from '../generation/generator.js';
import { mcpKind } from '../mcp/kind.js';
import { protocolKind } from '../protocol/kind.js';
import { restKind } from '../rest/kind.js';
import { sdkPythonKind } from '../sdk_python/kind.js';
import { sdkTypescriptKind } from '../sdk_typescript/kind.js';
import type { DriverConfig, GeneratorName } from './kind-configs.js';
import type { DrivenKind, GeneratedKind } from '../surface-kind.js';
import { uiCardKind } from '../ui_card/kind.js';

/**
 * Every kind of surface. The schema of the configuration, the drivers and the generators are all derived from this
 * list.
 */
export const SURFACE_KINDS = [
  restKind,
  sdkTypescriptKind,
  sdkPythonKind,
  cliKind,
  mcpKind,
  protocolKind,
  uiCardKind,
] as const;

/** A kind of surface without the types of its options, for code that handles every kind. */
export interface AnyDrivenKind extends Omit<DrivenKind<DriverConfig>, 'options' | 'required'> {
  readonly options: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly (readonly string[])[];
}

export const DRIVEN_KINDS: readonly AnyDrivenKind[] = SURFACE_KINDS.flatMap((kind): readonly AnyDrivenKind[] =>
  'implementation' in kind ? [kind] : [],
);

const GENERATED_KINDS: readonly GeneratedKind<GeneratorName>[] = SURFACE_KINDS.flatMap(
  (kind): readonly GeneratedKind<GeneratorName>[] => ('generator' in kind ? [kind] : []),
);

export const GENERATOR_NAMES: readonly GeneratorName[] = GENERATED_KINDS.map(({ kind }) => kind);

export function drivenKind(name: DriverConfig['driver']): AnyDrivenKind {
  return named(DRIVEN_KINDS, name);
}

export async function generatorNamed(name: GeneratorName): Promise<Generator> {
  return generatedKind(name).generator();
}

export function generatedKind(name: GeneratorName): GeneratedKind<GeneratorName> {
  return named(GENERATED_KINDS, name);
}

function named<One extends { readonly kind: string }>(kinds: readonly One[], name: string): One {
  const found = kinds.find(({ kind }) => kind === name);
  if (found !== undefined) return found;
  const known = kinds.map(({ kind }) => kind).join(', ');
  throw new ParityError(
    'kind-unknown',
    `the kind of surface ${name} does not exist`,
    `Use one of these kinds: ${known}.`,
  );
}

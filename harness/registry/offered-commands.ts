import { basename } from 'node:path';
import { DocumentSet } from '../../contract/document/document-set.js';
import type { Contract } from '../../contract/contract.js';
import { type Json, isJsonObject, ownValue } from '../../contract/json/json.js';
import type { SourceLocation } from '../../contract/json/source-location.js';
import type { OfferedCommands } from '../../rules/registry/console-command.js';
import { surfaceConfigsFor } from '../configuration/surface-configs.js';
import type { Run } from '../engine/options/run.js';

/** For each checked contract, the operations that each command line offers, and the console command of its package. */
export function offeredCommands({ loaded, options, promised }: Run): readonly OfferedCommands[] {
  return promised.served.flatMap((contract) =>
    surfaceConfigsFor(loaded, contract.file, options.surfaces).flatMap(({ id, config }): readonly OfferedCommands[] => {
      if (config.driver !== 'cli') return [];
      const bound = new Set(promised.bindings(id, contract).map(({ operation }) => operation));
      const operations = contract.operations.filter(
        ({ id: operation, command }) => command !== undefined && bound.has(operation),
      );
      const entry = { surface: id, contract, operations: operations.map(({ id: operation }) => operation) };
      if (config.console === undefined) return [{ ...entry, location: contract.locate('') }];
      const manifest = readManifest(loaded.root, config.console.package);
      return [{ ...entry, console: config.console, ...manifest }];
    }),
  );
}

/** The command names of the offered operations. */
export function commandNames(contract: Contract, { operations }: OfferedCommands): readonly string[] {
  const bound = new Set(operations);
  return contract.operations.flatMap(({ id, command }) =>
    command !== undefined && bound.has(id) ? [command.name] : [],
  );
}

interface Manifest {
  readonly registered: readonly string[];
  readonly location: SourceLocation;
}

/**
 * The package manifest. `undefined` if the file is not a `package.json`. It is parsed as YAML, which is a superset of
 * JSON, because this gives the locations of values.
 */
function readManifest(root: string, file: string): Manifest | undefined {
  const reading = basename(file) === 'package.json' ? new DocumentSet(root).openFile(file) : undefined;
  if (reading?.kind !== 'document' || !isJsonObject(reading.document.root)) return undefined;
  return { registered: binNames(reading.document.root), location: reading.document.locate('/bin') };
}

/**
 * The command names in `bin` of a `package.json`. If `bin` is an object, they are its keys. If `bin` is a single file,
 * the command has the name of the package without its scope.
 */
function binNames(manifest: Json): readonly string[] {
  const bin = ownValue(manifest, 'bin');
  if (isJsonObject(bin)) return Object.keys(bin);
  const name = ownValue(manifest, 'name');
  return typeof bin === 'string' && typeof name === 'string' ? [name.replace(/^@[^/]*\//, '')] : [];
}

import { OTHER_FAILURE, TRANSPORT_FAILURE } from '../failure-table.js';
import type { PythonModel } from './python-model.js';

/** From which modules the generated client imports what it needs. */
export interface Places {
  /** What is put in front of the name of a runtime module in an import. */
  readonly runtime: string;
  /** The module that defines the errors. */
  readonly errors: string;
}

/** `__init__.py`: exports everything that users need, so that one import is sufficient. */
export function renderPackage({ failures }: PythonModel, { runtime, errors }: Places): string {
  const classes = [OTHER_FAILURE, TRANSPORT_FAILURE, ...failures].map(({ error }) => error).toSorted();
  const names = ['OMITTED', ...classes, 'Client', 'Omitted', 'RefusedError', 'RequestOptions', 'types'].toSorted();
  return `
from . import types
from ${runtime}_omitted import OMITTED, Omitted
from ${runtime}_options import RequestOptions
from ${runtime}_refused import RefusedError
from .client import Client
from ${errors} import (
${lines(classes)})

__all__ = [
${names.map((name) => `    "${name}",\n`).join('')}]
`;
}

function lines(names: readonly string[]): string {
  return names.map((name) => `    ${name},\n`).join('');
}

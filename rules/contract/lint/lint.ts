import { DocumentSet } from '../../../contract/document/document-set.js';
import type { ContractFault } from '../../../contract/contract.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import { joinPointer, pointerTokens } from '../../../contract/json/json-pointer.js';
import type { OperationId } from '../../../contract/operation.js';
import type { SourceLocation } from '../../../contract/json/source-location.js';
import type { LintResult } from './lint-result.js';
import { isStyle } from './style-rules.js';
import type { RuleStatement } from '../../rule.js';
import { CONTRACT_RULES } from '../catalogue.js';
import type { Path } from '../document/path.js';
import { expandsTooFar } from '../document/expanded-size.js';
import type { LintOptions } from '../document/lint-options.js';
import { readable } from '../readable.js';
import { joinedResults, type StatedResult } from './joined-results.js';
import { withReadAround } from './read-around-results.js';
import { runSpectral, type SpectralResult } from './spectral-run.js';
import { SpectralSources } from '../document/spectral-source.js';

/**
 * Lints an OpenAPI description and all files to which it refers. The results are sorted by file, line and rule; there
 * are none if no rule is broken. If the contract cannot be linted, the promise is not rejected: the result describes
 * the reason.
 */
export async function lintContract(file: string, options: LintOptions): Promise<readonly LintResult[]> {
  const documents = new DocumentSet(options.root);
  const reading = documents.openFile(file);
  if (reading.kind === 'faults') return reading.faults.map(unreadable);
  const sources = new SpectralSources(documents, reading.document);
  if (expandsTooFar(sources)) return [tooLarge(reading.document.locate(''))];
  const results = (await lintDocument(sources, options)).toSorted((a, b) => byPlace(a.result, b.result));
  return joinedResults(results, sources.main.root, sources.main.file);
}

async function lintDocument(sources: SpectralSources, options: LintOptions): Promise<readonly StatedResult[]> {
  try {
    const results = await runSpectral(sources, options);
    const stated = results.map((result) => ({ result: lintResult(result, sources), statement: result.message }));
    return withReadAround(stated, sources.documents, sources.main, options.prefix).map((each) => ({
      ...each,
      result: withOperation(withHint(each.result, options), sources),
    }));
  } catch (error) {
    const message = `linting stopped: ${innermostMessage(error)}`;
    const repair =
      'Correct the faults that are reported when the contract is read. If there are no such faults, report this error to the maintainers of contract-parity, with the contract.';
    const result = unreadable({ code: 'lint', message, repair, location: sources.main.locate('') });
    return [{ result, statement: message }];
  }
}

/**
 * The message of the innermost `cause` of an error. The outer message of Spectral only names the component that failed.
 */
function innermostMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return innermostMessage(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermostMessage(error.cause) : error.message;
}

function lintResult(result: SpectralResult, sources: SpectralSources): LintResult {
  const { path } = result;
  const document = result.source === undefined ? sources.main : sources.document(result.source);
  const location = document.locate(joinPointer('', ...path));
  const message = withValue(result, valueAt(document.root, path));
  return {
    ...ruleOf(result, location),
    severity: severityOf(result.severity),
    message,
    location,
  };
}

function withHint(result: LintResult, { hintsForStyle, ruleset }: LintOptions): LintResult {
  const isHint = hintsForStyle === true && ruleset === undefined && isStyle(result.rule);
  return isHint && result.severity === 'warning' ? { ...result, severity: 'info' } : result;
}

function withOperation(result: LintResult, { main }: SpectralSources): LintResult {
  const { file, pointer } = result.location;
  const operation = file === main.file ? operationAt(main.root, pointerTokens(pointer)) : undefined;
  return operation === undefined ? result : { ...result, operation };
}

/** The maximum length of a shown value. Longer values are shortened; the location points to them. */
const SHOWN_LENGTH = 100;

/**
 * Matches rules whose results point to the rejected value itself, so that the message can show the value. Results of
 * other rules may point to an object that lacks a member; showing the whole object would not help.
 */
const WHOLE_VALUE = /^(?:contract\/examples-valid|oas3?-.*(?:schema|example).*|typed-enum)$/;

/** A message with the rejected value at its end, unless the message already contains the value. */
function withValue({ code, message }: SpectralResult, value: Json | undefined): string {
  if (value === undefined || (typeof value === 'object' && value !== null && !WHOLE_VALUE.test(code))) return message;
  const text = JSON.stringify(value);
  if (message.includes(text) || (typeof value === 'string' && value !== '' && message.includes(value))) return message;
  return `${message} (the value is ${text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`})`;
}

function valueAt(root: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, key) => (Array.isArray(value) ? (value as readonly Json[])[Number(key)] : ownValue(value, String(key))),
    root,
  );
}

function ruleOf(
  { code, isOwn, description, message }: SpectralResult,
  { pointer }: SourceLocation,
): Pick<LintResult, 'rule' | 'repair' | 'source'> {
  const own: RuleStatement | undefined = CONTRACT_RULES.find(({ id }) => id === code);
  if (own !== undefined) return { rule: own.id, repair: own.repair, source: own.source };
  const what = description === undefined || description === message ? '' : ` (${description.replace(/\.$/, '')})`;
  const repair = `Correct ${pointer === '' ? 'the document' : `\`${pointer}\``}${what}.`;
  if (isOwn) return { rule: `ruleset/${code}`, repair, source: `The rule ${code} of the ruleset of this project.` };
  return { rule: `oas/${code}`, repair, source: `OpenAPI, as checked by Spectral's rule ${code}.` };
}

function severityOf(severity: number): LintResult['severity'] {
  if (severity === 0) return 'error';
  return severity === 1 ? 'warning' : 'info';
}

function operationAt(root: Json, [paths, path, method]: Path): OperationId | undefined {
  if (paths !== 'paths' || path === undefined || method === undefined) return undefined;
  const id = ownValue(ownValue(ownValue(ownValue(root, 'paths'), String(path)), String(method)), 'operationId');
  return typeof id === 'string' ? (id as OperationId) : undefined;
}

function unreadable({ message, repair, location }: ContractFault): LintResult {
  return { rule: readable.id, severity: 'error', message, repair, location, source: readable.source };
}

function tooLarge(location: SourceLocation): LintResult {
  const message = 'the contract is too large to be linted after its $refs are resolved';
  const repair = 'Remove repeated $refs to large schemas, or shorten the chain of $refs.';
  return unreadable({ code: 'lint', message, repair, location });
}

function byPlace(left: LintResult, right: LintResult): number {
  return (
    compareTexts(left.location.file, right.location.file) ||
    left.location.line - right.location.line ||
    left.location.column - right.location.column ||
    compareTexts(left.rule, right.rule) ||
    compareTexts(left.message, right.message)
  );
}

/** Compares texts by their code units, because this order is the same in every locale. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

import type { SourceLocation } from '../../contract/json/source-location.js';
import { ALL_RULES } from '../../rules/catalogue/all-rules.js';
import { printableText } from '../text/printable.js';
import type { FindingEntry, NoteEntry, Report, UnsteadyEntry } from '../report.js';
import { findingTextLines } from '../view/words/finding-text.js';
import { findingsInOrder } from '../view/totals.js';
import { unsteadySentences } from '../view/words/unsteady-words.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * The maximum number of results. GitHub code scanning shows at most this number ("SARIF results exceed one or more
 * limits").
 */
const MAX_RESULTS = 5000;
const TEXT_LENGTH = 8000;

type Level = 'error' | 'warning' | 'note';

interface Result {
  readonly rule: string;
  readonly level: Level;
  readonly lines: readonly string[];
  readonly location: SourceLocation | undefined;
  /** A string that identifies the fault. It is the same in every run that finds the fault. */
  readonly fingerprint?: string;
  readonly names: readonly string[];
  readonly entry?: FindingEntry;
}

/**
 * `parity.sarif`, in SARIF 2.1.0 (OASIS). It has a result for each finding and note, located at a line of the contract
 * or of a generated file. A waived finding is a suppressed result (§3.27.23). An unsteady finding is a warning.
 */
export function renderSarif(report: Report): string {
  const results = [
    ...findingsInOrder(report).map(ofFinding),
    ...(report.unsteady ?? []).map(ofUnsteady),
    ...report.notes.filter(({ severity }) => severity !== 'info').map(ofNote),
  ].slice(0, MAX_RESULTS);
  const rules = [...new Set(results.map(({ rule }) => rule))].toSorted();
  const contract = report.header.contracts[0]?.file;
  return `${JSON.stringify(
    {
      $schema: SCHEMA,
      version: '2.1.0',
      runs: [
        {
          tool: { driver: driver(report, rules) },
          columnKind: 'utf16CodeUnits',
          invocations: [invocation(report)],
          ...provenance(report),
          results: results.map((result) => sarifResult(result, rules, contract)),
        },
      ],
    },
    null,
    1,
  )}\n`;
}

function driver({ header }: Report, rules: readonly string[]): object {
  const [name = 'contract-parity', version = ''] = header.tool.split(' ');
  const known = new Map(ALL_RULES.map((rule) => [rule.id, rule] as const));
  return {
    name,
    ...(version !== '' && { semanticVersion: version }),
    rules: rules.map((id) => {
      const rule = known.get(id);
      if (rule === undefined) return { id };
      const { statement, repair, source } = rule;
      return { id, shortDescription: { text: statement }, help: { text: `${repair}\nSource: ${source}` } };
    }),
  };
}

function invocation({ header, footer }: Report): object {
  return {
    executionSuccessful: footer !== undefined && !footer.interrupted && footer.exitCode !== 2,
    startTimeUtc: header.startedAt,
    ...(footer && { exitCode: footer.exitCode }),
  };
}

/**
 * What identifies the run: its shard and its commit. The commit is only a property, because SARIF requires a
 * `repositoryUri` beside a commit (§3.23.3), and a report does not contain the URI of the repository.
 */
function provenance({ header }: Report): object {
  const { commit, scope } = header;
  const shard = scope?.shard === undefined ? '' : `${scope.shard.index}/${scope.shard.count}/`;
  return {
    automationDetails: { id: `contract-parity/${shard}` },
    ...(commit !== undefined && { properties: { commit } }),
  };
}

function ofFinding(entry: FindingEntry): Result {
  const { finding } = entry;
  return {
    rule: finding.rule,
    level: finding.severity === 'must' ? 'error' : 'warning',
    lines: findingTextLines(entry),
    location: finding.location,
    fingerprint: finding.id,
    names: namesOf(finding.operations, finding.surfaces),
    entry,
  };
}

function ofUnsteady(entry: UnsteadyEntry): Result {
  const { finding } = entry;
  return {
    rule: finding.rule,
    level: 'warning',
    lines: unsteadySentences(entry),
    location: finding.location,
    fingerprint: finding.id,
    names: namesOf(finding.operations, finding.surfaces),
  };
}

function ofNote({ severity, code, message, repair, location, surface }: NoteEntry): Result {
  return {
    rule: code,
    level: severity === 'error' ? 'error' : 'warning',
    lines: [message, ...(repair === undefined ? [] : [`repair: ${repair}`])],
    location,
    names: surface === undefined ? [] : [surface],
  };
}

function namesOf(operations: readonly string[], surfaces: readonly string[]): readonly string[] {
  const [operation] = operations;
  return surfaces.map((surface) => (operation === undefined ? surface : `${surface}.${operation}`));
}

/**
 * One result in the format of SARIF. A result without a location in a file gets the location of the contract, because
 * viewers do not show a result without a location.
 */
function sarifResult(result: Result, rules: readonly string[], contract: string | undefined): object {
  const { rule, level, lines, location, fingerprint, names, entry } = result;
  const place = location ?? (contract === undefined ? undefined : { file: contract, line: 1, column: 1 });
  const waiver = entry?.waiver;
  return {
    ruleId: rule,
    ruleIndex: rules.indexOf(rule),
    level,
    message: { text: text(lines) },
    ...(place && { locations: [sarifLocation(place, names)] }),
    ...(fingerprint !== undefined && { partialFingerprints: { 'contractParityFinding/v1': fingerprint } }),
    ...(waiver && { suppressions: [{ kind: 'external', status: 'accepted', justification: text([waiver.reason]) }] }),
  };
}

function sarifLocation(
  { file, line, column }: Pick<SourceLocation, 'file' | 'line' | 'column'>,
  names: readonly string[],
): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: fileUri(file), ...(!isAbsolute(file) && { uriBaseId: '%SRCROOT%' }) },
      region: { startLine: line, startColumn: column },
    },
    ...(names.length > 0 && {
      logicalLocations: names.map((name) => ({ fullyQualifiedName: printableText(name, 300) })),
    }),
  };
}

function isAbsolute(file: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(file);
}

/**
 * A file path as a URI reference (RFC 3986 §4.1). Backslashes of Windows paths become `/`, and each segment is
 * percent-encoded.
 */
function fileUri(file: string): string {
  const path = file.replaceAll('\\', '/').split('/').map(encodedSegment).join('/');
  return isAbsolute(file) ? `file://${path.startsWith('/') ? '' : '/'}${path}` : path;
}

/**
 * Percent-encodes one path segment. A lone surrogate cannot be encoded, so it is first replaced with visible
 * characters.
 */
function encodedSegment(segment: string): string {
  return encodeURIComponent(printableText(segment, 300));
}

function text(lines: readonly string[]): string {
  const joined = lines.map((line) => printableText(line, TEXT_LENGTH)).join('\n');
  return joined === '' ? '(no text)' : joined;
}

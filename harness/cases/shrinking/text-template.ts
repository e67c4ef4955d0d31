/** One part of a string with a fixed layout, such as the month of a date. */
interface TemplatePart {
  readonly text: string;
  readonly minimal: string;
  readonly kind: PartKind;
}

export type Template = readonly TemplatePart[];

interface PartKind {
  /** Texts for this kind of part that are simpler than `text`, the simplest first. */
  readonly simpler: (text: string) => readonly string[];
  /** The distance of `text` from the minimal text of this part. 0 for the minimal text itself. */
  readonly weight: (text: string) => number;
}

/** A full date (RFC 3339 §5.6). */
const DATE_ONLY = /^(\d{4})(-)(\d{2})(-)(\d{2})$/;
const TIME_ONLY = /^(\d{2})(:)(\d{2})(:)(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
const DATE_TIME = /^(\d{4})(-)(\d{2})(-)(\d{2})([Tt ])(\d{2})(:)(\d{2})(:)(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
/** A UUID (RFC 9562 §4). */
const UUID = /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;
/**
 * The maximum length of strings with a fixed layout. Only dates and times with many decimals of a second can be longer.
 */
const LONGEST = 64;

/** The parts of a date, a time or a UUID, each with its minimal value. `undefined` for any other string. */
export function textTemplateOf(text: string): Template | undefined {
  if (text.length < 9 || text.length > LONGEST) return undefined;
  if (UUID.test(text)) return [...text].map((digit) => part(digit, digit === '-' ? '-' : '0', HEX));
  const date = DATE_ONLY.exec(text);
  if (date !== null) return dateParts(date.slice(1));
  const time = TIME_ONLY.exec(text);
  if (time !== null) return timeParts(time.slice(1));
  const both = DATE_TIME.exec(text);
  if (both === null) return undefined;
  return [...dateParts(both.slice(1, 6)), part(both[6], 'T', LITERAL), ...timeParts(both.slice(7))];
}

/**
 * The size of a string with a fixed layout: the size of the minimal string, plus an amount for each part that differs
 * from it.
 */
export function templateSize(template: Template): number {
  return template.reduce((size, { text, minimal, kind }) => size + 18 * minimal.length + kind.weight(text), 0);
}

function dateParts([year, dash, month, second, day]: readonly string[]): Template {
  return [
    part(year, '2000', YEAR),
    part(dash, '-', LITERAL),
    part(month, '01', MONTH),
    part(second, '-', LITERAL),
    part(day, '01', DAY),
  ];
}

function timeParts([hour, colon, minute, other, second, fraction, offset]: readonly (string | undefined)[]): Template {
  return [
    part(hour, '00', HOUR),
    part(colon, ':', LITERAL),
    part(minute, '00', SIXTIETH),
    part(other, ':', LITERAL),
    part(second, '00', SIXTIETH),
    part(fraction, '', FRACTION),
    part(offset, 'Z', OFFSET),
  ];
}

function part(text: string | undefined, minimal: string, kind: PartKind): TemplatePart {
  return { text: text ?? '', minimal, kind };
}

const LITERAL: PartKind = { simpler: () => [], weight: (text) => ('-:T'.includes(text) ? 0 : 10) };
const HEX: PartKind = {
  simpler: (text) => ['1', 'a'].filter((digit) => HEX.weight(digit) < HEX.weight(text)),
  weight: (text) =>
    text === '0' || text === '-' ? 0 : text === '1' ? 1 : text <= '9' ? 2 : text === 'a' ? 3 : text >= 'b' ? 4 : 5,
};
const YEAR: PartKind = {
  simpler: (text) =>
    YEARS.filter((year) => Number(year) > 2000 === Number(text) > 2000 && YEAR.weight(year) < YEAR.weight(text)),
  weight: (text) => (text === '2000' ? 0 : 20 + Math.abs(Number(text) - 2000) / 500),
};
/** Years at which the calendars and clocks of programs overflow, and the years next to the minimal year. */
const YEARS = ['2001', '1999', '1969', '2039', '1900', '2107', '1601', '9999'];
const MONTH = numbered(1, ['02', '12']);
const DAY = numbered(1, ['02', '13', '28', '29', '30']);
const HOUR = numbered(0, ['01', '12', '13', '23']);
const SIXTIETH = numbered(0, ['01', '30', '59']);

function numbered(minimal: number, simpler: readonly string[]): PartKind {
  const weight = (text: string): number => (Number(text) === minimal ? 0 : 10 + Number(text) / 10);
  return { weight, simpler: (text) => simpler.filter((candidate) => Number(candidate) < Number(text)) };
}

const FRACTION: PartKind = {
  simpler: (text) => {
    const small = Array.from({ length: Math.max(0, text.length - 2) }, (_, zeros) => `.${'0'.repeat(zeros + 1)}1`);
    return ['.5', ...small].filter((candidate) => FRACTION.weight(candidate) < FRACTION.weight(text));
  },
  weight: (text) => (text === '' ? 0 : 18 * text.length + (text === '.5' || /^\.0+1$/.test(text) ? 0 : 1)),
};

const OFFSETS = ['+00:00', '+01:00', '-01:00'];
const OFFSET: PartKind = {
  simpler: (text) => OFFSETS.filter((offset) => OFFSET.weight(offset) < OFFSET.weight(text)),
  weight: (text) => {
    if (text === 'Z') return 0;
    if (text === 'z') return 5;
    const known = OFFSETS.indexOf(text);
    return 90 + (known < 0 ? OFFSETS.length : known);
  },
};

import { IPV4, IPV6 } from './host-patterns.js';

const ENCODED = '%[0-9A-Fa-f]{2}';
const UNRESERVED = 'A-Za-z\\d\\-._~';
const SUB_DELIMS = "!$&'()*+,;=";
/** `ucschar` and `iprivate` of RFC 3987 §2.2. */
const UCS = '\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}' + planes(1, 13) + '\\u{e1000}-\\u{efffd}';
const PRIVATE = '\\u{e000}-\\u{f8ff}' + planes(15, 16);

/** RFC 3986, appendix A. */
export const URI = grammar('', '').absolute;
export const URI_REFERENCE = grammar('', '').reference;
/** RFC 3987 §2.2: a URI with characters beyond ASCII. */
export const IRI = grammar(UCS, PRIVATE).absolute;
export const IRI_REFERENCE = grammar(UCS, PRIVATE).reference;

const NAME = `(?:\\w|${ENCODED})+(?:\\.(?:\\w|${ENCODED})+)*`;
const VARIABLE = `${NAME}(?::[1-9]\\d{0,3}|\\*)?`;
/** RFC 6570 §2.1, with the apostrophe that erratum 6937 allows. */
const LITERALS = `[!#$&'()*+,\\-./\\d:;=?@A-Z\\[\\]_a-z~${UCS}${PRIVATE}]`;

/** RFC 6570 §2. */
export const URI_TEMPLATE = `^(?:${LITERALS}|${ENCODED}|\\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\\})*$`;

function grammar(wide: string, inQuery: string): { readonly absolute: string; readonly reference: string } {
  const registered = `(?:[${UNRESERVED}${SUB_DELIMS}${wide}]|${ENCODED})*`;
  const character = `(?:[${UNRESERVED}${SUB_DELIMS}:@${wide}]|${ENCODED})`;
  const uncoloned = `(?:[${UNRESERVED}${SUB_DELIMS}@${wide}]|${ENCODED})+`;
  const user = `(?:(?:[${UNRESERVED}${SUB_DELIMS}:${wide}]|${ENCODED})*@)?`;
  const literal = `\\[(?:${IPV6}|[vV][0-9A-Fa-f]+\\.[${UNRESERVED}${SUB_DELIMS}:]+)\\]`;
  const host = `(?:${literal}|${IPV4}|${registered})`;
  const segments = `(?:/${character}*)*`;
  const hierarchy = `//${user}${host}(?::\\d*)?${segments}|/(?:${character}+${segments})?`;
  const behind = `(?:\\?(?:${character}|[/?${inQuery}])*)?(?:#(?:${character}|[/?])*)?`;
  const absolute = `[A-Za-z][A-Za-z\\d+\\-.]*:(?:${hierarchy}|${character}+${segments}|)${behind}`;
  return {
    absolute: `^${absolute}$`,
    reference: `^(?:${absolute}|(?:${hierarchy}|${uncoloned}${segments}|)${behind})$`,
  };
}

/** All code points of each plane except the last two, which are noncharacters. */
function planes(first: number, last: number): string {
  let ranges = '';
  for (let plane = first; plane <= last; plane += 1)
    ranges += `\\u{${plane.toString(16)}0000}-\\u{${plane.toString(16)}fffd}`;
  return ranges;
}

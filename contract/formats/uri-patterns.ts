import { IPV4, IPV6 } from './host-patterns.js';

const ENCODED = '%[0-9A-Fa-f]{2}';
const UNRESERVED = 'A-Za-z\\d\\-._~';
const SUB_DELIMS = "!$&'()*+,;=";
/** The characters beyond ASCII that an IRI may contain (RFC 3987 §2.2). */
const UCS = '\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}' + planes(1, 13) + '\\u{e1000}-\\u{efffd}';
const PRIVATE = '\\u{e000}-\\u{f8ff}' + planes(15, 16);

/** The grammar of URIs in RFC 3986, appendix A. */
export const URI = grammar('', '').absolute;
export const URI_REFERENCE = grammar('', '').reference;
/** The grammar of IRIs, which are URIs with characters beyond ASCII (RFC 3987 §2.2). */
export const IRI = grammar(UCS, PRIVATE).absolute;
export const IRI_REFERENCE = grammar(UCS, PRIVATE).reference;

const NAME = `(?:\\w|${ENCODED})+(?:\\.(?:\\w|${ENCODED})+)*`;
const VARIABLE = `${NAME}(?::[1-9]\\d{0,3}|\\*)?`;
/** The literal characters of a URI template (RFC 6570 §2.1), with the apostrophe that erratum 6937 allows. */
const LITERALS = `[!#$&'()*+,\\-./\\d:;=?@A-Z\\[\\]_a-z~${UCS}${PRIVATE}]`;

/** The grammar of URI templates (RFC 6570 §2). */
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

/**
 * All code points of the planes from `first` to `last`. The last two code points of each plane are excluded, because
 * they are noncharacters.
 */
function planes(first: number, last: number): string {
  let ranges = '';
  for (let plane = first; plane <= last; plane += 1)
    ranges += `\\u{${plane.toString(16)}0000}-\\u{${plane.toString(16)}fffd}`;
  return ranges;
}

/** The length in code points, counted without an array of characters. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    if ((text.charCodeAt(index) & 0xfc_00) === 0xd8_00 && (text.charCodeAt(index + 1) & 0xfc_00) === 0xdc_00) {
      length -= 1;
      index += 1;
    }
  }
  return length;
}

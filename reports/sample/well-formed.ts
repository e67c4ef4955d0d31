const XML_TOKEN =
  /^(?:<(\/?)([a-z-]+)((?: [a-z]+="(?:[^<&"]|&(?:amp|lt|gt|quot|apos);)*")*)(\/?)>|(?:[^<&>]|&(?:amp|lt|gt|quot|apos);)+)/;

/**
 * The reason why an XML document is not well-formed; `undefined` if it is well-formed. This check knows only the XML
 * features that the reports of this project use.
 */
export function xmlFault(text: string): string | undefined {
  const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(text);
  if (illegal !== null) return `illegal character at ${illegal.index}`;
  const body = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  const open: string[] = [];
  let rest = body;
  while (rest !== '') {
    const token = XML_TOKEN.exec(rest);
    if (token === null) return `not well formed: ${rest.slice(0, 60)}`;
    const [all, close, name, , empty] = token;
    if (name !== undefined && close === '/' && open.pop() !== name) return `</${name}> closes nothing`;
    if (name !== undefined && close === '' && empty === '') open.push(name);
    rest = rest.slice(all.length);
  }
  return open.length === 0 ? undefined : `unclosed: ${open.join(' ')}`;
}

/**
 * Every tag of an HTML page of this project, with the names of its attributes. `faults` lists each `<` that does not
 * begin a tag, and each malformed attribute.
 */
export function htmlTags(page: string): { readonly tags: readonly string[]; readonly faults: readonly string[] } {
  const text = page.replace(/^<!doctype html>/, '').replace(/<(style|script)>[^]*?<\/\1>/g, '<$1></$1>');
  const tags: string[] = [];
  const faults: string[] = [];
  for (const fragment of text.split('<').slice(1)) {
    const tag = /^(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?|\n[a-z-]+="[^"<>]*")*)>/.exec(fragment);
    if (tag === null) faults.push(fragment.slice(0, 60));
    else tags.push([`${tag[1] ?? ''}${tag[2] ?? ''}`, ...attributeNames(tag[3] ?? '')].join(' '));
  }
  return { tags, faults };
}

function attributeNames(attributes: string): readonly string[] {
  return [...attributes.matchAll(/([a-z-]+)(?:="[^"]*")?/g)].map((match) => match[1] ?? '');
}

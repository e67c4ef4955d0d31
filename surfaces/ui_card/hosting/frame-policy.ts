import type { McpUiResourceCsp } from '@modelcontextprotocol/ext-apps';

type Domains = keyof McpUiResourceCsp;

/**
 * The content security policy under which a host must show a card (MCP Apps 2026-01-26, Content Security Policy
 * Enforcement). It permits only the origins that the card declares. A declared text that is not an origin is ignored,
 * because a `;` in it would start another directive.
 */
export function framePolicy(csp: unknown): string {
  const declared = (name: Domains): string => {
    const domains: unknown = typeof csp === 'object' && csp !== null ? (csp as McpUiResourceCsp)[name] : undefined;
    const texts = Array.isArray(domains)
      ? domains.slice(0, 100).filter((domain): domain is string => typeof domain === 'string')
      : [];
    return texts.filter((domain) => /^[a-z]+:\/\/[\w.*:[\]-]+$/i.test(domain)).join(' ');
  };
  const [connect, resource, frame, base] = (
    ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const
  ).map(declared);
  return [
    "default-src 'none'",
    `script-src 'self' 'unsafe-inline' ${resource}`,
    `style-src 'self' 'unsafe-inline' ${resource}`,
    `img-src 'self' data: ${resource}`,
    `font-src 'self' ${resource}`,
    `media-src 'self' data: ${resource}`,
    `connect-src ${connect || "'none'"}`,
    `frame-src ${frame || "'none'"}`,
    "object-src 'none'",
    `base-uri ${base || "'self'"}`,
  ].join('; ');
}

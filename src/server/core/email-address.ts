/**
 * Lowercase, for comparing; undefined when there is any character outside of plain ASCII. Lowercasing
 * alone would turn the Kelvin sign into a k, and so a look-alike address into the real one.
 */
export function plainLowercase(text: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(text) ? text.toLowerCase() : undefined;
}

/** Whether the text is a domain with at least two labels and a top-level domain that is no number, in any case. */
export function isDomain(text: string): boolean {
  const domain = plainLowercase(text);
  return domain !== undefined && domain.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(domain);
}

/** The domain of an address with exactly one @, lowercase; undefined when there is none that can be trusted. */
export function emailDomain(email: string): string | undefined {
  const [name, domain, ...rest] = (plainLowercase(email) ?? '').split('@');
  if (!name || !domain || rest.length > 0) return undefined;
  return isDomain(domain) ? domain : undefined;
}

/** Whether the text is one plain address, without the person's name and without quotes. */
export const isEmailAddress = (text: string): boolean => /^[\w.!#$%&'*+/=?^`{|}~-]+@[^@]+$/.test(text) && emailDomain(text) !== undefined;

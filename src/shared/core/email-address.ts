/**
 * Returns the text in lower case for comparing; `undefined` when it has any character outside of
 * printable ASCII. Lowercasing alone would turn the Kelvin sign into a k, and so a look-alike
 * address into the real one.
 */
export function plainLowercase(text: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(text) ? text.toLowerCase() : undefined;
}

/**
 * Returns `true` for a domain name with at least two labels and a top-level domain that starts with
 * a letter. Ignores case.
 */
export function isDomain(text: string): boolean {
  const domain = plainLowercase(text);
  return (
    domain !== undefined &&
    domain.length <= 253 &&
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(domain)
  );
}

/**
 * Returns the lowercase domain of an address with exactly one @; `undefined` when no valid domain
 * follows it.
 */
export function emailDomain(email: string): string | undefined {
  const [name, domain, ...rest] = (plainLowercase(email) ?? '').split('@');
  if (!name || !domain || rest.length > 0) return undefined;
  return isDomain(domain) ? domain : undefined;
}

export const longestEmail = 254;
/**
 * Matches letters, digits and `.` `_` `+` `'` `-`, which have no special meaning in a link. Dots
 * may not be first, last or doubled.
 */
const localPart = /^[\w+'-]+(\.[\w+'-]+)*$/;

/**
 * Returns `true` for one bare address. Stricter than RFC 5322: quoted names and `?`, `&`, `%`, `=`,
 * `/` are refused, which a mail program could read as header fields of a link. An international
 * domain is accepted in its ASCII form (`xn--…`).
 */
export function isEmailAddress(text: string): boolean {
  const name = text.slice(0, text.indexOf('@'));
  return (
    text.length <= longestEmail &&
    name.length <= 64 &&
    localPart.test(name) &&
    emailDomain(text) !== undefined
  );
}

/**
 * Returns the text in lower case for comparisons; `undefined` when it contains a character outside
 * printable ASCII. Lowercasing alone would turn the Kelvin sign into a k, and thus a look-alike
 * address into the real one.
 */
export function lowercaseIfPrintableAscii(text: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(text) ? text.toLowerCase() : undefined;
}

/**
 * Returns `true` for a domain name with at least two labels and a top-level domain that starts with
 * a letter. Ignores case.
 */
export function isDomain(text: string): boolean {
  const domain = lowercaseIfPrintableAscii(text);
  return (
    domain !== undefined &&
    domain.length <= 253 &&
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(domain)
  );
}

/**
 * Returns the domain of an address in lower case; `undefined` when the address doesn't have exactly
 * one @ and a valid domain.
 */
export function emailDomain(email: string): string | undefined {
  const [name, domain, ...rest] = (lowercaseIfPrintableAscii(email) ?? '').split('@');
  if (!name || !domain || rest.length > 0) return undefined;
  return isDomain(domain) ? domain : undefined;
}

export const maxEmailLength = 254;
/**
 * Matches letters, digits and `.` `_` `+` `'` `-`, which have no special meaning in a link. A dot
 * may not be the first or last character, or be doubled.
 */
const localPart = /^[\w+'-]+(\.[\w+'-]+)*$/;

/**
 * Returns `true` for a single email address without a display name. The check is stricter than RFC
 * 5322: it rejects quoted names and `?`, `&`, `%`, `=`, `/`, which a mail program could read as
 * header fields of a link. An international domain is accepted in its ASCII form (`xn--…`).
 */
export function isEmailAddress(text: string): boolean {
  const name = text.slice(0, text.indexOf('@'));
  return (
    text.length <= maxEmailLength &&
    name.length <= 64 &&
    localPart.test(name) &&
    emailDomain(text) !== undefined
  );
}

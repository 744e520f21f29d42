import { isEmailAddress } from './email-address.ts';

/**
 * Returns the `mailto:` link of an email address; `undefined` when the stored text is not a valid
 * address. The address cannot add a recipient, a header field or text to the message.
 */
export function mailLink(email: string): string | undefined {
  if (!isEmailAddress(email)) return undefined;
  const at = email.indexOf('@');
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`;
}

/** Matches a phone number with usual punctuation and an optional extension. */
const phoneNumber =
  /^(\+?[\d\s().\-/\u00a0\u2010-\u2015]+?)(?:[\s,;]*(?:#|x|ext\.?|extension)\s*(\d{1,8}))?$/i;

/** Returns the `tel:` link of a phone number; `undefined` for any other text. */
export function phoneLink(phone: string): string | undefined {
  const [, number = '', extension] = phoneNumber.exec(phone.trim()) ?? [];
  const digits = number.replace(/\D/g, '');
  if (digits.length < 3 || digits.length > 15) return undefined;
  return `tel:${number.startsWith('+') ? '+' : ''}${digits}${extension === undefined ? '' : `;ext=${extension}`}`;
}

/**
 * Returns a web address that a browser may open, with `https://` added when the scheme is missing;
 * `undefined` for any other text.
 */
export function webLink(link: string | null | undefined): string | undefined {
  const trimmed = link?.trim() ?? '';
  if (trimmed === '') return undefined;
  const address = /^http/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  return /^https?:\/\/[^\s/?#@:]+(:\d{1,5})?([/?#]\S*)?$/i.test(address) ? address : undefined;
}

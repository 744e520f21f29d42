import { isDeepStrictEqual } from 'node:util';
import type { PendingChange } from '#shared/admin/settings/settings.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { AppSettings } from '#shared/core/settings/app-settings.ts';

/**
 * Applies a change to the current settings. Returns `null` when another save has since changed a
 * setting that is part of the change.
 */
export function applyPendingChange(
  change: { from: AppSettings; to: AppSettings },
  now: AppSettings,
): AppSettings | null {
  const [from, to] = [new Map(Object.entries(change.from)), Object.entries(change.to)];
  const set = to.filter(([name, value]) => !isDeepStrictEqual(value, from.get(name)));
  const held = new Map(Object.entries(now));
  if (set.some(([name]) => !isDeepStrictEqual(held.get(name), from.get(name)))) return null;
  return { ...now, ...Object.fromEntries(set) };
}

/**
 * Returns the reason why an admin cannot set these domains; `null` when the admin can. `own` is the
 * domain with which this admin signs in.
 */
export function lockOutByDomainsProblem(
  domains: readonly string[],
  own: string | undefined,
): string | null {
  if (domains.length === 0 || (own !== undefined && domains.includes(own))) return null;
  return `allowedDomains: must include ${own ?? 'your own domain'}, or you could no longer sign in`;
}

const text = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => `${name} ${text(each)}`)
      .join(', ');
  return value === '' || value === null ? 'none' : String(value);
};

/** Returns a field's name as words, such as "Healthy from" for `healthyFrom`. */
function nameInWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Returns the changed fields with their values before and after, in words. A field without a title
 * is named by its key.
 */
export function settingsDifferences(
  before: AppSettings | HealthRules,
  after: AppSettings | HealthRules,
  titles: Readonly<Record<string, string>>,
): PendingChange['changes'] {
  const [first, second] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...first.keys(), ...second.keys()])]
    .map((name) => ({
      name: titles[name] ?? nameInWords(name),
      before: text(first.get(name)),
      after: text(second.get(name)),
    }))
    .filter((each) => each.before !== each.after);
}

import { z } from 'zod';
import {
  findBrowserValueNames,
  readBrowserValue,
  removeBrowserValue,
  storeBrowserValue,
} from '#web/core/stored.ts';

/** Milliseconds for which a draft is kept after its last change. */
export const draftLifetimeMs = 7 * 24 * 3_600_000;
/** Maximum length of a draft with all its fields, in characters. */
export const maxDraftLength = 50_000;
/** Maximum number of drafts of a user. The oldest are removed first. */
export const maxDrafts = 50;

/** Texts of a form, by field. */
export type DraftFields = Readonly<Record<string, string>>;

const draftSchema = z.object({
  savedAt: z.number(),
  fields: z.record(z.string(), z.string()),
});

export interface Draft extends z.output<typeof draftSchema> {
  /** Name under which the browser stores the draft. */
  name: string;
}

const userPrefix = (userId: string): string => `draft:${userId}:`;
const purposePrefix = (userId: string, purpose: string): string =>
  `${userPrefix(userId)}${purpose}:`;

/** Returns a new name. Two forms for the same purpose, such as in two tabs, have separate drafts. */
export const createDraftName = (userId: string, purpose: string): string =>
  purposePrefix(userId, purpose) + crypto.randomUUID();

function parseDraft(name: string): Draft | undefined {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(readBrowserValue(name) ?? 'null'));
    return parsed.success ? { name, ...parsed.data } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the stored drafts, newest first. Removes expired and unreadable drafts. */
function readDrafts(prefix: string, now: number): Draft[] {
  const drafts: Draft[] = [];
  for (const name of findBrowserValueNames(prefix)) {
    const draft = parseDraft(name);
    if (draft !== undefined && now - draft.savedAt < draftLifetimeMs) drafts.push(draft);
    else removeBrowserValue(name);
  }
  return drafts.sort((a, b) => b.savedAt - a.savedAt);
}

/** Returns a user's drafts for one purpose, such as a note on one customer, newest first. */
export const readDraftsFor = (userId: string, purpose: string, now: number): Draft[] =>
  readDrafts(purposePrefix(userId, purpose), now);

export const readDraftsOfUser = (userId: string, now: number): Draft[] =>
  readDrafts(userPrefix(userId), now);

/** Stores a draft. Returns `false` when it is too long or the browser can't store it. */
export function saveDraft(name: string, fields: DraftFields, now: number): boolean {
  const text = JSON.stringify({ savedAt: now, fields });
  const isKept = text.length <= maxDraftLength && storeBrowserValue(name, text);
  // An earlier state of the text would be offered as if it were complete.
  if (!isKept) removeBrowserValue(name);
  return isKept;
}

export const removeDraft = removeBrowserValue;

/** Removes the oldest drafts of a user above the maximum number. */
export function removeExcessDrafts(userId: string, now: number): void {
  for (const { name } of readDraftsOfUser(userId, now).slice(maxDrafts)) removeDraft(name);
}

export function removeDraftsOfUser(userId: string): void {
  for (const name of findBrowserValueNames(userPrefix(userId))) removeDraft(name);
}

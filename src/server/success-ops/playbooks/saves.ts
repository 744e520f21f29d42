import { writeAudit } from '#server/core/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import { changedMeanwhile, conflict } from '#server/core/errors.ts';
import type { Day } from '#shared/core/dates.ts';
import type { PlaybookFields } from '#shared/success-ops/playbooks/playbooks.ts';
import { holdPlaybook, isNameTaken, type StoredPlaybook, savePlaybook } from './queries.ts';

interface Wanted {
  playbookId: string;
  version: number;
  isOn: boolean;
  fields: PlaybookFields;
  userId: string;
  at: Date;
  today: Day;
}

/** Keeps a new version. What was sent twice is kept once. */
export async function saveVersion(transaction: Queries, wanted: Wanted): Promise<{ version: number }> {
  const { playbookId, isOn, fields, userId, at } = wanted;
  // Two who choose the same name at once come one after the other.
  await acquireNamedLock(transaction, 'playbook names');
  const before = await holdPlaybook(transaction, playbookId);
  if (before !== undefined && isSaved(before, wanted)) return { version: before.version };
  if ((before?.version ?? 0) !== wanted.version) throw changedMeanwhile('This playbook');
  if (await isNameTaken(transaction, fields.name, playbookId))
    throw conflict(`There is a playbook called “${fields.name}” already. Choose another name.`);
  const version = wanted.version + 1;
  await savePlaybook(transaction, { ...{ playbookId, version, isOn, fields, userId, at }, followsFrom: followsFrom(before, wanted) });
  await writeAudit(transaction, {
    at,
    actor: userId,
    action: 'playbook.save',
    objectType: 'playbook',
    objectId: playbookId,
    detail: { name: fields.name, version, isOn, was: before?.isOn ?? null },
  });
  return { version };
}

/** What a second click asks for again. */
function isSaved({ playbookId: _, version, isOn, followsFrom: __, changedBy, ...fields }: StoredPlaybook, wanted: Wanted): boolean {
  return (
    version === wanted.version + 1 && isOn === wanted.isOn && changedBy === wanted.userId && inOrder(fields) === inOrder(wanted.fields)
  );
}

/** The database keeps an object's keys in an order of its own. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).toSorted()) : each,
  );

/** From when on firings count: from the day on which it was switched on or came to follow this rule. */
function followsFrom(before: StoredPlaybook | undefined, { isOn, fields: { ruleId }, today }: Wanted): Day | null {
  if (!isOn || ruleId === null) return null;
  return before?.isOn === true && before.ruleId === ruleId ? (before.followsFrom ?? today) : today;
}

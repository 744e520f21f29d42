import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import { changedMeanwhile, conflict, unprocessable } from '#server/core/errors.ts';
import type { Day } from '#shared/core/dates.ts';
import type { PlaybookFields } from '#shared/playbooks/playbooks.ts';
import { findFallThroughs } from '#shared/playbooks/rules.ts';
import type { PlaybookStep } from '#shared/playbooks/steps.ts';
import { isPlaybookNameTaken, lockPlaybook, type StoredPlaybook, savePlaybook } from './queries.ts';

interface SaveRequest {
  playbookId: string;
  version: number;
  isOn: boolean;
  fields: PlaybookFields;
  userId: string;
  at: Date;
  today: Day;
}

/** Saves a new version of a playbook. A repeated request returns the version saved first. */
export async function savePlaybookVersion(
  transaction: Queries,
  request: SaveRequest,
): Promise<{ version: number }> {
  const { playbookId, isOn, fields, userId, at } = request;
  // Saves run one at a time, so that two concurrent saves cannot use the same name.
  await acquireNamedLock(transaction, 'playbook names');
  const before = await lockPlaybook(transaction, playbookId);
  if (before !== undefined && isSaved(before, request)) return { version: before.version };
  if ((before?.version ?? 0) !== request.version) throw changedMeanwhile('This playbook');
  requireSeparatePaths(fields.steps, before?.steps ?? []);
  if (await isPlaybookNameTaken(transaction, fields.name, playbookId))
    throw conflict(`Another playbook is called “${fields.name}”. Choose a different name.`);
  const version = request.version + 1;
  await savePlaybook(transaction, {
    ...{ playbookId, version, isOn, fields, userId, at },
    followsFrom: followsFrom(before, request),
  });
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

/**
 * Throws a 422 error when one path of a branch runs into the other path only by default. Stored
 * steps may do so, so that their playbook can still be turned on or off.
 */
function requireSeparatePaths(
  steps: readonly PlaybookStep[],
  stored: readonly PlaybookStep[],
): void {
  const [problem] = sortedJson(steps) === sortedJson(stored) ? [] : findFallThroughs(steps);
  if (problem !== undefined)
    throw unprocessable(`fields.steps.${problem.at}.${problem.field}: ${problem.message}`);
}

/**
 * Returns `true` when the stored version equals the request, for example after a repeated request.
 */
function isSaved(
  { playbookId: _, version, isOn, followsFrom: __, changedBy, ...fields }: StoredPlaybook,
  request: SaveRequest,
): boolean {
  return (
    version === request.version + 1 &&
    isOn === request.isOn &&
    changedBy === request.userId &&
    sortedJson(fields) === sortedJson(request.fields)
  );
}

/** Serializes a value with sorted keys, because `jsonb` does not preserve the order of keys. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted())
      : each,
  );

/**
 * Returns the first day whose rule firings start runs: the day on which the playbook was turned on
 * or its rule was changed. Returns `null` for a playbook without a rule.
 */
function followsFrom(
  before: StoredPlaybook | undefined,
  { isOn, fields: { ruleId }, today }: SaveRequest,
): Day | null {
  if (!isOn || ruleId === null) return null;
  return before?.isOn === true && before.ruleId === ruleId ? (before.followsFrom ?? today) : today;
}

import { z } from 'zod';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import { conflict } from '#server/core/errors.ts';
import { healthRulesSchema } from '#shared/core/scoring-rules.ts';
import type { RulesVersion } from '#shared/scoring/rules.ts';
import { findRulesVersions, insertRulesVersion } from '../rules-queries.ts';

/** Tested rules that wait for the approval of a second admin. */
export const testedRulesSchema = z.object({
  trialId: z.uuid(),
  note: z.string(),
  rules: healthRulesSchema,
});

export interface RulesToSave extends z.output<typeof testedRulesSchema> {
  basedOn: number;
  createdBy: string;
  /** User id of the admin who approved the rules; `null` when no approval was needed. */
  approvedBy: string | null;
  at: Date;
}

export const createNewerRulesError = () =>
  conflict(
    'Another version of the rules was saved during your trial. Start a new trial based on it.',
  );

/**
 * Saves tested rules as the newest version, once. Throws a 409 error when another version was saved
 * in the meantime.
 */
export async function saveTestedRules(
  transaction: Queries,
  { approvedBy, at, ...version }: RulesToSave,
): Promise<RulesVersion> {
  const { trialId, note, createdBy } = version;
  const isNew = await insertRulesVersion(transaction, version, at);
  const [added] = await findRulesVersions(transaction, { trialId });
  if (added === undefined) throw createNewerRulesError();
  if (!isNew) return added;
  const detail =
    approvedBy === null
      ? { note, trial: trialId }
      : { note, trial: trialId, proposedBy: createdBy };
  const objectId = String(added.version);
  await writeAudit(transaction, {
    at,
    actor: approvedBy ?? createdBy,
    action: 'rules.save',
    objectType: 'rules_version',
    objectId,
    detail,
  });
  return added;
}

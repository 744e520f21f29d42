import { z } from 'zod';
import { writeAudit } from '#server/core/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import { conflict } from '#server/core/errors.ts';
import { healthRulesSchema } from '#shared/core/scoring-rules.ts';
import type { RulesVersion } from '#shared/scoring/rules.ts';
import { insertRulesVersion, rulesVersions } from './rules-queries.ts';

/** Rules that were tried, as they wait for a second administrator. */
export const wantedRulesSchema = z.object({ trialId: z.uuid(), note: z.string(), rules: healthRulesSchema });

export interface RulesToSave extends z.output<typeof wantedRulesSchema> {
  basedOn: number;
  createdBy: string;
  /** Who approved them, where somebody had to. */
  approvedBy: string | null;
  at: Date;
}

export const othersSaved = () => conflict('Other rules were saved while these were tried. Try them again on top of those.');

/** Makes tried rules the newest version, once. Throws a 409 when others were saved since. */
export async function saveRules(transaction: Queries, { approvedBy, at, ...version }: RulesToSave): Promise<RulesVersion> {
  const { trialId, note, createdBy } = version;
  const isNew = await insertRulesVersion(transaction, version, at);
  const [added] = await rulesVersions(transaction, { trialId });
  if (added === undefined) throw othersSaved();
  if (!isNew) return added;
  const detail = approvedBy === null ? { note, trial: trialId } : { note, trial: trialId, proposedBy: createdBy };
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

import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import { changedMeanwhile, conflict, notFound } from '#server/core/errors.ts';
import type { AlertRuleFields } from '#shared/alerts/alerts.ts';
import { undoHours } from '#shared/work/undo.ts';
import { removeUntouchedItems } from './firing-queries.ts';
import {
  findRuleVersion,
  isRuleAlreadySaved,
  isRuleNameTaken,
  lockRule,
  replaceRuleBaseline,
  saveRule,
} from './queries.ts';

interface RuleVersion {
  ruleId: string;
  /** Version with which the rule was turned on. */
  version: number;
}

/**
 * Returns the values that an undo restores: those before the save, or a new rule turned off. Throws
 * a conflict when the save neither turned the rule on nor changed the conditions of an active rule.
 */
export async function findRuleToRestore(
  queries: Queries,
  { ruleId, version }: RuleVersion,
): Promise<{ rule: AlertRuleFields; turnedOnAt: Date }> {
  const saved = await findRuleVersion(queries, ruleId, version);
  if (saved === undefined) throw notFound('This version of the rule');
  const before = await findRuleVersion(queries, ruleId, version - 1);
  const begins =
    saved.rule.isOn &&
    (before === undefined || !before.rule.isOn || before.rule.conditions !== saved.rule.conditions);
  if (!begins) throw conflict('This save didn’t turn the rule on, so there is nothing to undo.');
  return { rule: before?.rule ?? { ...saved.rule, isOn: false }, turnedOnAt: saved.changedAt };
}

/**
 * Undoes the save that turned a rule on, and removes the unchanged action items that it
 * opened. `baseline` has the customers for which a restored rule stays silent. A repeated request
 * changes nothing.
 */
export async function undoTurningOn(
  transaction: Queries,
  { ruleId, version }: RuleVersion,
  { baseline, userId, at }: { baseline: readonly number[]; userId: string; at: Date },
): Promise<{ version: number; removed: number; kept: number }> {
  const current = await lockRule(transaction, ruleId);
  const { rule, turnedOnAt } = await findRuleToRestore(transaction, { ruleId, version });
  const saved = { ruleId, version: version + 1, rule, userId, at };
  if (await isRuleAlreadySaved(transaction, saved))
    return { version: saved.version, removed: 0, kept: 0 };
  if (at.getTime() - turnedOnAt.getTime() > undoHours * 3_600_000)
    throw conflict(`This change is more than ${undoHours} hours old and can no longer be undone.`);
  if (current?.version !== version) throw changedMeanwhile('This rule');
  if (await isRuleNameTaken(transaction, saved))
    throw conflict(`Another rule is now called “${rule.name}”. Rename it, then try again.`);
  if (!(await saveRule(transaction, saved))) throw changedMeanwhile('This rule');
  if (rule.isOn) await replaceRuleBaseline(transaction, ruleId, baseline);
  const counts = await removeUntouchedItems(transaction, ruleId, turnedOnAt);
  await writeAudit(transaction, {
    at,
    actor: userId,
    action: 'alert_rule.undo',
    objectType: 'alert_rule',
    objectId: ruleId,
    detail: { version: saved.version, rule, ...counts },
  });
  return { version: saved.version, ...counts };
}

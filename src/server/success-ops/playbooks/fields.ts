import type { Queries } from '#server/core/db/database.ts';
import { unprocessable } from '#server/core/errors.ts';
import { parseList } from '#shared/list/address.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { segmentOf } from '#shared/portfolio/segment.ts';
import type { PlaybookFields } from '#shared/success-ops/playbooks/playbooks.ts';
import { stepName, stepProblems } from '#shared/success-ops/playbooks/rules.ts';
import type { Step } from '#shared/success-ops/playbooks/steps.ts';
import { readPeople } from './people-queries.ts';
import { findRule } from './queries.ts';

/** Parts of conditions that this list of customers cannot read. */
export const conditionProblems = (conditions: string): readonly string[] =>
  parseList(new URLSearchParams(conditions), institutionColumns).problems;

/** The fields as they are kept: conditions name people and say nothing but which customers. A 422 names what cannot be. */
export async function checkedFields(queries: Queries, fields: PlaybookFields, viewer: string): Promise<PlaybookFields> {
  const kept = (conditions: string, field: string): string => {
    const [problem] = conditionProblems(conditions);
    if (problem !== undefined) throw unprocessable(`${field}: ${problem}`);
    return segmentOf(new URLSearchParams(conditions), viewer);
  };
  const [problem] = stepProblems(fields.steps);
  if (problem !== undefined) throw unprocessable(`fields.steps.${problem.at}.${problem.field}: ${problem.message}`);
  await requirePeople(queries, fields);
  if (fields.ruleId !== null && (await findRule(queries, fields.ruleId)) === undefined)
    throw unprocessable('fields.ruleId: this alert rule is not there any more');
  const steps = fields.steps.map((step, at): Step => {
    if (step.kind === 'checkpoint') return { ...step, until: kept(step.until, `fields.steps.${at}.until`) };
    if (step.kind !== 'branch') return step;
    const conditions = kept(step.conditions, `fields.steps.${at}.conditions`);
    if (conditions === '') throw unprocessable(`fields.steps.${at}.conditions: must name at least one condition`);
    return { ...step, conditions };
  });
  return { ...fields, steps, conditions: kept(fields.conditions, 'fields.conditions'), exit: kept(fields.exit, 'fields.exit') };
}

async function requirePeople(queries: Queries, { fallbackId, steps }: PlaybookFields): Promise<void> {
  const { byId } = await readPeople(queries);
  if (byId.get(fallbackId)?.isActive !== true) throw unprocessable('fields.fallbackId: is nobody who can be given work');
  for (const [at, step] of steps.entries())
    if ((step.kind === 'task' || step.kind === 'checkpoint') && step.assigneeId !== null && byId.get(step.assigneeId)?.isActive !== true)
      throw unprocessable(
        `fields.steps.${at}.assigneeId: “${stepName(steps, step)}” goes to somebody who has left or cannot be given work`,
      );
}

/** What the conditions of a playbook say that cannot be read any more, because a column or a word of the list is gone. */
export const playbookProblems = ({ conditions, exit, steps }: PlaybookFields): string[] => [
  ...new Set(
    [
      conditions,
      exit,
      ...steps.map((step) => (step.kind === 'branch' ? step.conditions : step.kind === 'checkpoint' ? step.until : '')),
    ].flatMap(conditionProblems),
  ),
];

import type { Queries } from '#server/core/db/database.ts';
import { unprocessable } from '#server/core/errors.ts';
import { parseList } from '#shared/list/address.ts';
import type { PlaybookFields } from '#shared/playbooks/playbooks.ts';
import { numberedStepName, stepProblems } from '#shared/playbooks/rules.ts';
import type { PlaybookStep } from '#shared/playbooks/steps.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { extractSegment } from '#shared/portfolio/segment.ts';
import { readPeople } from './people-queries.ts';
import { findAlertRule } from './queries.ts';

/** Returns the parts of the conditions that the customer list cannot parse. */
export const unparsableConditionParts = (conditions: string): readonly string[] =>
  parseList(new URLSearchParams(conditions), institutionColumns).problems;

/**
 * Validates the fields of a playbook and normalizes their conditions. The user's name replaces
 * "me". Throws a 422 error with the path of an invalid field.
 */
export async function validatePlaybookFields(
  queries: Queries,
  fields: PlaybookFields,
  viewer: string,
): Promise<PlaybookFields> {
  const normalized = (conditions: string, field: string): string => {
    const [problem] = unparsableConditionParts(conditions);
    if (problem !== undefined) throw unprocessable(`${field}: ${problem}`);
    return extractSegment(new URLSearchParams(conditions), viewer);
  };
  const [problem] = stepProblems(fields.steps);
  if (problem !== undefined)
    throw unprocessable(`fields.steps.${problem.at}.${problem.field}: ${problem.message}`);
  await requirePeople(queries, fields);
  if (fields.ruleId !== null && (await findAlertRule(queries, fields.ruleId)) === undefined)
    throw unprocessable('fields.ruleId: this alert rule no longer exists');
  const steps = fields.steps.map((step, at): PlaybookStep => {
    if (step.kind === 'checkpoint')
      return { ...step, until: normalized(step.until, `fields.steps.${at}.until`) };
    if (step.kind !== 'branch') return step;
    const conditions = normalized(step.conditions, `fields.steps.${at}.conditions`);
    if (conditions === '')
      throw unprocessable(`fields.steps.${at}.conditions: must have at least one condition`);
    return { ...step, conditions };
  });
  return {
    ...fields,
    steps,
    conditions: normalized(fields.conditions, 'fields.conditions'),
    exit: normalized(fields.exit, 'fields.exit'),
  };
}

async function requirePeople(
  queries: Queries,
  { fallbackId, steps }: PlaybookFields,
): Promise<void> {
  const { byId } = await readPeople(queries);
  if (byId.get(fallbackId)?.isActive !== true)
    throw unprocessable(
      'fields.fallbackId: this user doesn’t exist or is disabled. Choose someone else.',
    );
  for (const [at, step] of steps.entries())
    if (
      (step.kind === 'task' || step.kind === 'checkpoint') &&
      step.assigneeId !== null &&
      byId.get(step.assigneeId)?.isActive !== true
    )
      throw unprocessable(
        `fields.steps.${at}.assigneeId: the assignee of “${numberedStepName(steps, step)}” doesn’t exist or is disabled. Choose someone else.`,
      );
}

/**
 * Returns the parts of a playbook's conditions that can no longer be parsed, because a column or an
 * option was removed.
 */
export const unparsablePlaybookConditions = ({
  conditions,
  exit,
  steps,
}: PlaybookFields): string[] => [
  ...new Set(
    [
      conditions,
      exit,
      ...steps.map((step) =>
        step.kind === 'branch' ? step.conditions : step.kind === 'checkpoint' ? step.until : '',
      ),
    ].flatMap(unparsableConditionParts),
  ),
];

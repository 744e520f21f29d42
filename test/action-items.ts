import type { ListedActionItem } from '#shared/action-items/action-items.ts';
import { addDays, dayIn } from '#shared/core/dates.ts';

const today = dayIn('America/Los_Angeles', new Date());

/** Returns the id of the test's action item of a customer. */
export const createTestActionItemId = (institutionId: number): string =>
  `0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e${10 + institutionId}`;

/** Returns an open action item of a customer, with the given fields replaced. */
export const createListedActionItem = (
  institutionId: number,
  facts: Partial<ListedActionItem> = {},
): ListedActionItem => ({
  callId: createTestActionItemId(institutionId),
  institutionId,
  institutionName: `Customer ${institutionId}`,
  adoptionScore: 41,
  healthTier: 'Critical',
  kind: 'risk',
  title: 'Low score',
  details: 'Score: 41.0%',
  priority: 'high',
  dueOn: today,
  openedOn: addDays(today, -9),
  ageDays: 9,
  assignee: null,
  personName: 'Morgan Member',
  rule: { ruleId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e01', name: 'Low score' },
  minutes: 20,
  firedCount: 4,
  recentFirings: 2,
  lastFiredOn: today,
  snooze: null,
  outcome: null,
  note: null,
  closedOn: null,
  closedBy: null,
  version: 3,
  ...facts,
});

import type { Answer } from '#shared/assistant/assistant.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';

/** Returns a plan that counts all customers, with the given fields replaced. */
export const createTestPlan = (facts: Partial<SentPlan> = {}): SentPlan => ({
  ...{ list: 'customers', state: '', aggregate: { kind: 'count' }, groups: [], groupOrder: null },
  ...{ shown: [], view: 'auto' },
  ...facts,
});

/** Returns an answer about customers without rows and groups, with the given fields replaced. */
export const createTestAnswer = (facts: Partial<Answer> = {}): Answer => ({
  ...{ kind: 'answer', reading: 'Customers', plan: createTestPlan() },
  ...{ noun: { one: 'customer', many: 'customers' }, grain: 'one row for each customer' },
  ...{ total: 5, value: 5, valueText: '5', share: null },
  ...{ groupLabels: [], groups: [], groupCount: 0, columns: [], rows: [] },
  ...{ customers: { institutionIds: [], isTooMany: false, hasRiskCases: false } },
  ...{ notes: [], chips: [], metrics: [], followUps: [] },
  ...{ link: '/portfolio', exportLink: '/api/portfolio/list/export' },
  ...facts,
});

/** Returns a group of an answer that counts rows. The group's value is its number of rows. */
export const createTestAnswerGroup = (
  label: string,
  value: number | null,
  facts: Partial<Answer['groups'][number]> = {},
): Answer['groups'][number] => ({
  ...{ labels: [label], month: null, value, valueText: value === null ? '–' : String(value) },
  ...{ rows: value ?? 0, link: null },
  ...facts,
});

import { actionItemColumns } from '#shared/action-items/columns.ts';
import { actionItemsVocabulary } from '#shared/action-items/vocabulary.ts';
import type { AskableList } from '#shared/assistant/askable-lists.ts';
import { type Interpretation, interpret } from '#shared/assistant/interpret.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import type { QuestionContext } from '#shared/assistant/try-list.ts';
import { lossColumns } from '#shared/churn/losses/columns.ts';
import { lossesVocabulary } from '#shared/churn/losses/vocabulary.ts';
import { predictionColumns } from '#shared/churn/predictions/columns.ts';
import { predictionVocabularies } from '#shared/churn/predictions/vocabulary.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import type { ListColumn } from '#shared/list/column.ts';
import { createUntypedListRows } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { onboardingColumns } from '#shared/onboarding/columns.ts';
import { onboardingVocabularies } from '#shared/onboarding/vocabulary.ts';
import { runColumns } from '#shared/playbooks/columns.ts';
import { playbookRunsVocabulary } from '#shared/playbooks/vocabulary.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { customersVocabulary } from '#shared/portfolio/vocabulary.ts';
import { renewalColumns } from '#shared/renewals/columns.ts';
import { renewalsVocabulary } from '#shared/renewals/vocabulary.ts';
import { riskColumns } from '#shared/risk/columns.ts';
import { riskVocabularies } from '#shared/risk/vocabulary.ts';
import { teamTaskColumns } from '#shared/team/columns.ts';
import { teamTasksVocabulary } from '#shared/team/vocabulary.ts';
import { ticketColumns } from '#shared/tickets/columns.ts';
import { ticketsVocabulary } from '#shared/tickets/vocabulary.ts';
import { createListedInstitution } from '#test/records.ts';

const today = '2026-11-18';

const customer = (institutionId: number, facts: Parameters<typeof createListedInstitution>[0]) =>
  createListedInstitution({
    institutionId,
    institutionName: `Practice ${institutionId}`,
    ...facts,
  });

const customers = createUntypedListRows(institutionColumns, [
  customer(1, { state: 'TX', ehr: 'Dentrix', healthTier: 'Critical', ownerName: 'Priya Vaughn' }),
  customer(2, { state: 'FL', ehr: 'Open Dental', healthTier: 'Healthy', ownerName: 'Rosa Diaz' }),
  customer(3, {
    state: 'OH',
    ehr: 'Eaglesoft',
    healthTier: 'Medium',
    practiceType: 'Orthodontics',
  }),
]);
const losses = createUntypedListRows(lossColumns, []);
const renewals = createUntypedListRows(renewalColumns, []);

/** Three customers, and lists of losses and renewals without rows. */
export const threeCustomersQuestionContext: QuestionContext = {
  lists: [
    { vocabulary: customersVocabulary, columns: institutionColumns, source: async () => customers },
    { vocabulary: lossesVocabulary, columns: lossColumns, source: async () => losses },
    { vocabulary: renewalsVocabulary, columns: renewalColumns, source: async () => renewals },
  ],
  today,
  synonyms: [],
  last: null,
};

const withoutRows = <Row>(
  vocabularies: readonly ListVocabulary[],
  columns: readonly ListColumn<Row>[],
): AskableList[] => {
  const source = createUntypedListRows<Row>(columns, []);
  return vocabularies.map((vocabulary) => ({ vocabulary, columns, source: async () => source }));
};

/** The same customers, and lists of the team's work without rows. */
export const workListsQuestionContext: QuestionContext = {
  ...threeCustomersQuestionContext,
  lists: [
    ...threeCustomersQuestionContext.lists,
    ...withoutRows(riskVocabularies, riskColumns),
    ...withoutRows([ticketsVocabulary], ticketColumns('UTC')),
    ...withoutRows(onboardingVocabularies, onboardingColumns),
    ...withoutRows(predictionVocabularies, predictionColumns),
    ...withoutRows([actionItemsVocabulary], actionItemColumns),
    ...withoutRows([playbookRunsVocabulary], runColumns),
    ...withoutRows([teamTasksVocabulary], teamTaskColumns),
  ],
};

export const readingsOf = (found: Interpretation) =>
  found.kind === 'readings' ? found.readings : [];

/** Returns the parts of a plan in one line, for comparisons. */
function planText({ list, state, aggregate, groups, groupOrder }: Plan): string {
  const figure = [
    aggregate.kind,
    ...('column' in aggregate ? [aggregate.column] : []),
    ...(aggregate.kind === 'share' ? [formatListQueryString({ filters: aggregate.filters })] : []),
    ...(aggregate.kind === 'rows' && aggregate.limit !== null ? [aggregate.limit] : []),
  ].join(' ');
  return [
    list,
    formatListQueryString(state),
    figure,
    groups.map(({ column }) => column).join(' '),
    groupOrder === null ? '' : `${groupOrder.descending ? 'most' : 'fewest'} ${groupOrder.limit}`,
    groupOrder?.range === undefined ? '' : JSON.stringify(groupOrder.range),
  ]
    .filter((part) => part !== '')
    .join(' | ');
}

/** Returns the plans of a question as texts. */
export const listPlanTexts = async (
  question: string,
  context = threeCustomersQuestionContext,
): Promise<string[]> =>
  readingsOf(await interpret(question, context))
    .map(({ plan }) => planText(plan))
    .sort();

import { paths } from '#shared/core/pages/paths.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { customerNouns, customerOwnerVocabulary } from '#shared/portfolio/customer-words.ts';
import { exportRenewals } from './renewals.ts';
import { renewalListDayLimits } from './rules.ts';
import { openRenewalStages, renewalStageLabels } from './words.ts';

const noForecast = 'No forecast yet';

/** Words with which users ask the assistant about renewals. */
export const renewalsVocabulary: ListVocabulary = {
  key: 'renewals',
  noun: {
    one: 'renewal',
    many: 'renewals',
    // 'renew' and 'renewing' make 'customers renewing in May' a question about renewals.
    synonyms: ['renewal deals', 'contract renewals', 'renew', 'renewing', 'renewal pipeline'],
  },
  grain:
    'one row for each renewal that is due in the next 180 days or overdue, was closed in the last 30 days, or was due earlier in the current quarter',
  export: exportRenewals,
  page: `${paths.successOps}?part=renewals&scope=all`,
  person: 'ownerName',
  date: 'dueOn',
  measure: 'amountDue',
  overdueBy: { column: 'daysLeft', isNegative: true },
  customer: 'institutionName',
  columns: {
    institutionName: { words: ['customer name', 'account name', ...customerNouns] },
    stage: {
      reading: '{} …',
      words: ['renewal stage', 'deal stage', 'status', 'renewal status', 'pipeline stage'],
      values: {
        'Not started': ['not yet started', 'unstarted'],
        Contacted: ['reached out'],
        Proposal: ['proposal sent', 'in proposal', 'with a proposal'],
        Verbal: ['verbal yes', 'verbally agreed', 'verbal commitment'],
        Signed: ['won', 'renewed', 'secured', 'already signed'],
        Lost: ['lost deals', 'not renewed', 'did not renew'],
      },
    },
    dueOn: {
      historyDays: renewalListDayLimits.closed,
      futureDays: renewalListDayLimits.ahead,
      words: ['renewal date', 'due date', 'close date', 'expiry date', 'expiration date'],
      verbs: ['due', 'renewing', 'renew', 'expiring', 'expire', 'closing', 'close', 'ending'],
      upcomingVerbs: [
        'upcoming',
        'up for renewal',
        'come up',
        'coming up',
        'coming due',
        'come due',
      ],
      highest: ['latest', 'furthest out'],
      lowest: ['earliest'],
    },
    daysLeft: {
      unit: 'days',
      words: [
        'days left',
        'days to renewal',
        'days until the renewal',
        'days remaining',
        'days to go',
        'remaining days',
      ],
      highest: ['furthest out'],
      lowest: ['most overdue', 'most urgent', 'next', 'soonest', 'nearest'],
    },
    nextStep: { words: ['next action', 'next move'] },
    amountDue: {
      words: [
        'amount',
        'value',
        'arr',
        'revenue',
        'renewal amount',
        'renewal value',
        'renewal revenue',
        'annual revenue',
        'annual value',
        'yearly revenue',
        'contract value',
        'worth',
        'dollars due',
        'money',
      ],
      isAdditive: true,
      highest: ['biggest', 'largest', 'most valuable', 'highest value'],
      lowest: ['smallest', 'least valuable', 'lowest value'],
    },
    expected: {
      words: [
        'expected renewal amount',
        'expected renewal revenue',
        'expected amount',
        'expected revenue',
        'expected value',
        'amount expected',
      ],
      isAdditive: true,
      highest: ['highest expected'],
      lowest: ['lowest expected'],
    },
    expectedFrom: { words: ['expected formula', 'expected calculation'] },
    isExpectedSet: {
      words: ['expected set', 'with an override', 'overridden expected amount', 'overridden'],
    },
    probability: {
      words: ['renewal probability', 'probability of renewal', 'chance of renewal'],
      highest: ['most probable'],
      lowest: ['least probable'],
    },
    forecast: {
      isScale: true,
      reading: 'with the forecast {}',
      words: ['forecast category', 'forecast status'],
      values: {
        Commit: ['committed'],
        'Most likely': ['most-likely'],
        'Best case': ['best-case', 'upside'],
        'At risk': ['at-risk', 'in danger'],
        Lost: ['not renewed', 'did not renew'],
      },
    },
    systemRisk: {
      isScale: true,
      reading: 'with predicted risk {}',
      words: ['risk', 'risk level', 'system risk', 'renewal risk'],
      valuesNeedName: true,
    },
    call: {
      reading: 'with the owner’s forecast {}',
      words: [
        'owner forecast',
        'forecast of the owner',
        'csm forecast',
        'team forecast',
        'call',
        'forecast call',
      ],
      values: {
        'Will renew': ['expected to renew', 'going to renew'],
        Unsure: ['uncertain'],
        'Will leave': ['expected to leave', 'going to leave', 'will not renew', 'will churn'],
        Monitor: ['monitored', 'being monitored'],
      },
      noneValue: noForecast,
    },
    callNote: { words: ['note', 'forecast notes'] },
    isUndecided: {
      words: [
        'undecided',
        'need a decision',
        'needing a decision',
        'waiting for a decision',
        'open decision',
        'contradictory',
        'contradict',
        'conflicting',
      ],
    },
    decision: {
      words: ['admin decision'],
      values: {
        'Owner’s forecast': ['decided for the owner’s forecast'],
        'Predicted risk': ['decided for the predicted risk'],
      },
      valuesNeedName: true,
    },
    decidedBy: { reading: 'decided by {}', words: ['decider'], valuesNeedName: true },
    ownerName: customerOwnerVocabulary,
    adoptionScore: {
      words: ['adoption score', 'adoption', 'health score'],
      highest: ['healthiest', 'highest scoring'],
      lowest: ['unhealthiest', 'lowest scoring'],
    },
    healthTier: {
      reading: 'of {} customers',
      words: ['health tier', 'health', 'health status'],
      values: {
        Healthy: ['in good health', 'doing well', 'green'],
        Critical: ['in bad health', 'unhealthy', 'red', 'in poor health'],
        Medium: ['yellow'],
        Unknown: ['not scored', 'unscored'],
      },
    },
    churnTier: {
      isScale: true,
      words: ['churn risk', 'churn prediction', 'predicted churn'],
      valuesNeedName: true,
    },
    month: {
      ignoresLabel: true,
      words: ['renewal month', 'month of renewal', 'month of the renewal'],
      valuesNeedName: true,
    },
    quarter: {
      ignoresLabel: true,
      words: ['renewal quarter', 'quarter of renewal', 'quarter of the renewal'],
      valuesNeedName: true,
    },
    weekChange: {
      words: ['weekly change', 'week change'],
      valuesNeedName: true,
    },
    quarterBefore: {
      ignoresLabel: true,
      words: ['previous renewal quarter', 'quarter before'],
      valuesNeedName: true,
    },
    sixMonthsOn: {
      words: ['six-month checkpoint', 'check-in at six months'],
      verbs: ['had a six-month check-in', 'six-month check-in done'],
    },
    threeMonthsOn: {
      words: ['three-month checkpoint', 'check-in at three months'],
      verbs: ['had a three-month check-in', 'three-month check-in done'],
    },
    leavesOn: { words: ['date of leaving', 'leaving date', 'departure date'] },
    saveAttemptUntil: { words: ['save attempt', 'end of the save attempt'] },
    movedFrom: { words: ['previous renewal date', 'original date', 'former date', 'old date'] },
  },
  phrases: [
    {
      words: ['open', 'not closed', 'still open', 'unsigned', 'not signed yet', 'in progress'],
      filters: [
        {
          column: 'stage',
          kind: 'one-of',
          values: openRenewalStages.map((stage) => renewalStageLabels[stage]),
        },
      ],
    },
    {
      // 'Closed' is also the name of a forecast, which includes only signed renewals. When a
      // question says 'closed', the user is asked which of the two is meant.
      words: ['closed', 'already closed'],
      filters: [
        {
          column: 'stage',
          kind: 'one-of',
          values: [renewalStageLabels.signed, renewalStageLabels.lost],
        },
      ],
    },
    {
      words: ['not contacted', 'not contacted yet', 'not yet contacted', 'not been contacted'],
      filters: [{ column: 'stage', kind: 'one-of', values: [renewalStageLabels.not_started] }],
    },
    {
      words: ['overdue', 'past due', 'late', 'expired'],
      filters: [{ column: 'daysLeft', kind: 'range', from: null, to: -1 }],
    },
    {
      words: ['high risk', 'high predicted risk', 'at high risk', 'risky', 'at risk'],
      filters: [{ column: 'systemRisk', kind: 'one-of', values: ['High'] }],
    },
    {
      words: ['medium risk', 'medium predicted risk', 'at medium risk'],
      filters: [{ column: 'systemRisk', kind: 'one-of', values: ['Medium'] }],
    },
    {
      words: ['low risk', 'low predicted risk', 'at low risk', 'safe'],
      filters: [{ column: 'systemRisk', kind: 'one-of', values: ['Low'] }],
    },
    {
      words: ['unknown risk'],
      filters: [{ column: 'systemRisk', kind: 'one-of', values: ['Unknown'] }],
    },
    {
      words: [
        'without a forecast',
        'without forecast',
        'no forecast',
        'with no forecast',
        'have no forecast',
        'not forecast',
        'not forecasted',
        'missing a forecast',
        'without a call',
      ],
      filters: [{ column: 'call', kind: 'one-of', values: [noForecast] }],
    },
    {
      words: ['forecasted', 'already forecast'],
      filters: [{ column: 'call', kind: 'none-of', values: [noForecast] }],
    },
    {
      words: ['moved', 'postponed', 'rescheduled', 'date changed', 'shifted'],
      filters: [{ column: 'movedFrom', kind: 'filled' }],
    },
    {
      words: ['predicted to leave', 'predicted to churn', 'likely to leave', 'likely to churn'],
      filters: [{ column: 'churnTier', kind: 'filled' }],
    },
    {
      words: ['without a date', 'no date', 'undated', 'without a renewal date', 'with no date'],
      filters: [{ column: 'dueOn', kind: 'empty' }],
    },
    {
      words: ['without an amount', 'without amount', 'no amount', 'unpriced', 'with no amount'],
      filters: [{ column: 'amountDue', kind: 'empty' }],
    },
  ],
  examples: [
    'How many open renewals are due in the next 90 days?',
    'Total amount of open renewals by month',
    'Top 10 open renewals by amount',
    'Overdue renewals by owner',
  ],
};

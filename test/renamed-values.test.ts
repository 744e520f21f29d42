import { describe, expect, it } from 'vitest';
import { actionItemColumns } from '#shared/action-items/columns.ts';
import { auditColumns } from '#shared/admin/audit-columns.ts';
import { campaignColumns, campaignTicketColumns } from '#shared/campaigns/tickets/columns.ts';
import { lossColumns } from '#shared/churn/losses/columns.ts';
import {
  churnFeatureKeys,
  comparisonOperators,
  signalText,
} from '#shared/churn/patterns/signals.ts';
import { predictionColumns } from '#shared/churn/predictions/columns.ts';
import { flagColumns } from '#shared/churn/quality/flags.ts';
import { issueColumns } from '#shared/data-quality/columns.ts';
import { formatListParameters, parseList } from '#shared/list/address.ts';
import type { ListColumn } from '#shared/list/column.ts';
import { onboardingColumns } from '#shared/onboarding/columns.ts';
import { comparisonColumns } from '#shared/portfolio/comparison-columns.ts';
import { incidentColumns } from '#shared/radar/columns.ts';
import { renewalColumns } from '#shared/renewals/columns.ts';
import { riskColumns } from '#shared/risk/columns.ts';
import { slaColumns } from '#shared/slas/columns.ts';
import { ticketColumns } from '#shared/tickets/columns.ts';

/** Parses a URL. Returns its filters in the form in which the page writes filters today. */
const reread = <Row>(columns: readonly ListColumn<Row>[], search: string) => {
  const { state, problems } = parseList(new URLSearchParams(search), columns);
  return { filters: formatListParameters(state), problems };
};

/** Filters in URLs of earlier versions, each with its current value. */
const renamed: [
  list: string,
  reread: (search: string) => ReturnType<typeof reread>,
  [former: string, current: string][],
][] = [
  [
    'data quality',
    (search) => reread(issueColumns, search),
    [
      ['issue=Silent%20feed', 'Silent connection'],
      ['issue=Unknown%20records%20system', 'Unknown EHR'],
      ['issue=No%20records%20system', 'No EHR'],
    ],
  ],
  [
    'campaigns',
    (search) => reread(campaignColumns('UTC'), search),
    [
      ['state=Rest%20cancelled', 'Canceled'],
      ['state=All%20opened', 'Sent'],
      ['state=Being%20undone', 'Undoing'],
    ],
  ],
  [
    'tickets of a campaign',
    (search) => reread(campaignTicketColumns, search),
    [
      ['status=To%20be%20opened', 'To open'],
      ['status=With%20the%20customer', 'Waiting for customer'],
      ['status=Deleted%20in%20the%20CRM', 'Deleted in CRM'],
    ],
  ],
  [
    'onboarding',
    (search) => reread(onboardingColumns, search),
    [['blocker=Records%20system%20link', 'EHR connection']],
  ],
  [
    'at risk',
    (search) => reread(riskColumns, search),
    [['lastOutcome=Wrong%20alarm', 'False alarm']],
  ],
  [
    'action items',
    (search) => reread(actionItemColumns, search),
    [['rule=By%20hand', 'Added manually']],
  ],
  [
    'audit log',
    (search) => reread(auditColumns, search),
    [['action=Rules%3A%20save', 'Saved scoring rules']],
  ],
  [
    'incidents',
    (search) => reread(incidentColumns('UTC'), search),
    [
      ['kind=Records%20system', 'EHR'],
      ['kind=Records%20system%20in%20a%20state', 'EHR in a state'],
      ['kind=Records%20system%20in%20an%20area', 'EHR in an area'],
    ],
  ],
  [
    'renewals',
    (search) => reread(renewalColumns, search),
    [
      ['call=No%20call', 'No forecast yet'],
      ['decision=For%20the%20call', 'Owner’s forecast'],
      ['decision=For%20the%20risk', 'Predicted risk'],
      ['nextStep=Get%20it%20signed', 'Get signature'],
      ['nextStep=make%20the%20call', 'Set a forecast'],
    ],
  ],
  [
    'customers of a comparison',
    (search) => reread(comparisonColumns, search),
    [['presence=In%20both', 'In both weeks']],
  ],
  [
    'SLA clocks',
    (search) => reread(slaColumns('UTC'), search),
    [
      ['pauseReason=Waiting%20for%20the%20records%20system', 'Waiting for the EHR'],
      ['pauseReason=Waiting%20for%20our%20engineers', 'Waiting for engineering'],
      ['pauseReason=Another%20reason', 'Other reason'],
      ['endedBy=Task%20dropped', 'Task canceled'],
    ],
  ],
  [
    'tickets',
    (search) => reread(ticketColumns('UTC'), search),
    [['sync=To%20decide', 'Needs a decision']],
  ],
  ['flags', (search) => reread(flagColumns, search), [['patterns=Use%20falls', 'Usage falling']]],
  [
    'predictions',
    (search) => reread(predictionColumns, search),
    [
      [
        'patterns=Bookings%20fall%2C%20peers%E2%80%99%20hold',
        'Bookings down while peers are steady',
      ],
      ['verdictBy=Somebody', 'Former user'],
    ],
  ],
];

describe.each(renamed)('a URL of an earlier version: %s', (_, readAgain, filters) => {
  it.each(filters)('f.%s is %s', (former, current) => {
    const [column = ''] = former.split('=');
    expect(readAgain(`f.${former}`)).toEqual({ filters: [[`f.${column}`, current]], problems: [] });
  });
});

it.each([
  [
    'Use, 4 weeks against the 8 before: at most 0.7 times',
    signalText({ feature: 'useRatio', comparison: 'at_most', value: 0.7 }),
  ],
  [
    'Days since a ticket about a new owner: at most 30 days',
    signalText({ feature: 'daysSinceOwnershipChange', comparison: 'at_most', value: 30 }),
  ],
])(
  'the missed signal “%s” in a URL of an earlier version has the current name of its feature',
  (former, current) => {
    const search = `f.missedSignal=${encodeURIComponent(former)}`;
    expect(reread(lossColumns, search)).toEqual({
      filters: [['f.missedSignal', current]],
      problems: [],
    });
  },
);

it('a missed signal in a current URL stays as it is', () => {
  for (const feature of churnFeatureKeys)
    for (const comparison of comparisonOperators) {
      const filters: [string, string][] = [
        ['f.missedSignal', signalText({ feature, comparison, value: -1.5 })],
      ];
      expect(reread(lossColumns, new URLSearchParams(filters).toString()).filters).toEqual(filters);
    }
});

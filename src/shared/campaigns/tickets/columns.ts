import { paths } from '#shared/core/pages/paths.ts';
import { createValueRenamer, type ListColumn } from '#shared/list/column.ts';
import { createColumnsByTimeZone } from '#shared/list/zoned-columns.ts';
import {
  type CampaignTicket,
  campaignStates,
  type ListedCampaign,
  recipientStatuses,
} from './campaigns.ts';
import { campaignKinds, campaignKindTemplates } from './kinds.ts';
import { campaignStateLabels, recipientStatusLabels } from './words.ts';

const hidden = { isHidden: true } as const;
const count = { kind: 'number', metric: 'campaignTicket' } as const;

export const campaignColumns = createColumnsByTimeZone<ListedCampaign>((dayOf) => [
  {
    key: 'name',
    label: 'Campaign',
    kind: 'text',
    value: (row) => row.name,
    path: (row) => paths.ticketCampaign(row.campaignId),
    isSearched: true,
    width: 220,
  },
  {
    key: 'kind',
    label: 'Kind',
    kind: 'option',
    options: campaignKinds.map((kind) => campaignKindTemplates[kind].name),
    value: (row) => campaignKindTemplates[row.kind].name,
    width: 120,
  },
  {
    key: 'state',
    label: 'State',
    kind: 'option',
    options: campaignStates.map((state) => campaignStateLabels[state]),
    value: (row) => campaignStateLabels[row.state],
    currentValue: createValueRenamer({
      'Rest cancelled': campaignStateLabels.cancelled,
      'All opened': campaignStateLabels.sent,
      'Being undone': campaignStateLabels.undoing,
    }),
    width: 140,
  },
  {
    key: 'recipients',
    label: 'Customers',
    kind: 'number',
    value: (row) => row.recipients,
    hint: 'Customers in the campaign, without customers that were left out.',
  },
  { key: 'open', label: 'Open', ...count, value: (row) => row.open },
  {
    key: 'stragglers',
    label: 'Overdue or untouched',
    kind: 'number',
    metric: 'campaignStraggler',
    value: (row) => row.stragglers,
  },
  { key: 'done', label: 'Done', ...count, value: (row) => row.done },
  { key: 'dueOn', label: 'Due', kind: 'date', value: (row) => row.dueOn },
  {
    key: 'madeBy',
    label: 'Created by',
    kind: 'option',
    isPerson: true,
    value: (row) => row.madeBy.name,
    width: 150,
  },
  { key: 'madeOn', label: 'Created', kind: 'date', value: (row) => dayOf(row.madeAt) },
  { key: 'toOpen', label: 'Tickets to open', ...count, value: (row) => row.toOpen, ...hidden },
  { key: 'refused', label: 'Refused', ...count, value: (row) => row.refused, ...hidden },
  { key: 'withdrawn', label: 'Withdrawn', ...count, value: (row) => row.withdrawn, ...hidden },
]);

export const campaignTicketColumns: readonly ListColumn<CampaignTicket>[] = [
  {
    key: 'institutionName',
    label: 'Customer',
    kind: 'text',
    value: (row) => row.institutionName,
    isSearched: true,
    width: 240,
  },
  {
    key: 'status',
    label: 'Status',
    kind: 'option',
    options: recipientStatuses.map((status) => recipientStatusLabels[status]),
    value: (row) => recipientStatusLabels[row.status],
    currentValue: createValueRenamer({
      'To be opened': recipientStatusLabels.waiting,
      'With the customer': recipientStatusLabels.with_customer,
      'Deleted in the CRM': recipientStatusLabels.deleted,
    }),
    metric: 'campaignTicket',
    width: 150,
  },
  {
    key: 'ownerName',
    label: 'Owner',
    kind: 'option',
    isPerson: true,
    value: (row) => row.ownerName,
    width: 160,
  },
  {
    key: 'stage',
    label: 'Stage',
    kind: 'option',
    value: (row) => row.stage,
    hint: 'Name of the ticket’s stage in the CRM.',
    width: 150,
  },
  {
    key: 'isStraggler',
    label: 'Overdue or untouched',
    kind: 'flag',
    value: (row) => row.isStraggler,
    metric: 'campaignStraggler',
  },
  {
    key: 'idleDays',
    label: 'Untouched for',
    kind: 'number',
    unit: ' days',
    value: (row) => row.idleDays,
    hint: 'Days since the last change of the ticket or the last message.',
  },
  {
    key: 'reason',
    label: 'Reason',
    kind: 'text',
    value: (row) => row.reason,
    hint: 'Why the customer was left out, or why its ticket was refused by the CRM or kept after an undo.',
    width: 260,
  },
  {
    key: 'ticketId',
    label: 'Ticket',
    kind: 'text',
    value: (row) => row.ticketId?.toString() ?? null,
    isSearched: true,
    width: 90,
  },
  { key: 'openedOn', label: 'Opened', kind: 'date', value: (row) => row.openedOn, ...hidden },
];

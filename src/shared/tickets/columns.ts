import { paths } from '#shared/core/pages/paths.ts';
import { products } from '#shared/core/products.ts';
import { healthTiers } from '#shared/core/tiers.ts';
import { capitalize } from '#shared/core/words.ts';
import { createValueRenamer } from '#shared/list/column.ts';
import { createColumnsByTimeZone } from '#shared/list/zoned-columns.ts';
import { ticketPriorities, ticketPriorityLabels } from './changes.ts';
import { ticketRules } from './constants.ts';
import type { ListedTicket } from './desk.ts';
import { hasUsageFallen, ticketTurnNames, ticketTurns } from './rules.ts';
import { ticketThemeNames } from './themes.ts';

/**
 * Returns the display name of a ticket priority. The CRM may have more than the four standard
 * priorities.
 */
export function priorityText(priority: string): string {
  const usual = ticketPriorities.find((each) => each === priority);
  return usual === undefined ? capitalize(priority.toLowerCase()) : ticketPriorityLabels[usual];
}

const hidden = { isHidden: true } as const;
const unassigned = 'Unassigned';
const ofNoProduct = 'None';
const willSync = 'Will sync';
const needsDecision = 'Needs a decision';

export const ticketColumns = createColumnsByTimeZone<ListedTicket>((dayOf) => [
  {
    key: 'subject',
    label: 'Subject',
    kind: 'text',
    value: (row) => row.subject,
    path: (row) => paths.ticket(row.ticketId),
    isSearched: true,
    width: 260,
  },
  {
    key: 'ticketId',
    label: 'Ticket',
    kind: 'text',
    value: (row) => String(row.ticketId),
    isSearched: true,
    width: 80,
    hint: 'Ticket number in the CRM.',
  },
  {
    key: 'institutionName',
    label: 'Customer',
    kind: 'text',
    value: (row) => row.institutionName,
    isSearched: true,
    width: 180,
  },
  {
    key: 'healthTier',
    label: 'Tier',
    kind: 'option',
    options: healthTiers,
    value: (row) => row.healthTier,
    metric: 'healthTier',
  },
  {
    key: 'scoreChange',
    label: 'Score change',
    kind: 'change',
    digits: 1,
    value: (row) => row.scoreChange,
    metric: 'scoreChange',
  },
  {
    key: 'priority',
    label: 'Priority',
    kind: 'option',
    options: ticketPriorities.map((priority) => ticketPriorityLabels[priority]),
    value: (row) => priorityText(row.priority),
  },
  {
    key: 'stage',
    label: 'Stage',
    kind: 'option',
    value: (row) => row.stage,
    hint: 'Name of the ticket’s stage in the CRM.',
  },
  {
    key: 'turn',
    label: 'Turn',
    kind: 'option',
    options: ticketTurns.map((turn) => ticketTurnNames[turn]),
    value: ({ turn }) => turn && ticketTurnNames[turn],
    metric: 'ticketTurn',
    ...hidden,
  },
  { key: 'isOpen', label: 'Open', kind: 'flag', value: (row) => row.isOpen, metric: 'ticketState' },
  {
    key: 'ageDays',
    label: 'Age',
    kind: 'number',
    unit: ' days',
    value: (row) => row.ageDays,
    hint: 'Days since the ticket was opened. For a closed ticket, days from opening to closing.',
  },
  {
    key: 'waitingHours',
    label: 'Unanswered for',
    kind: 'number',
    digits: 1,
    unit: ' hours',
    value: (row) => row.waitingHours,
    metric: 'ticketWaiting',
  },
  {
    key: 'ownerName',
    label: 'Owner',
    kind: 'option',
    isPerson: true,
    value: (row) => row.ownerName ?? unassigned,
    width: 150,
  },
  {
    key: 'product',
    label: 'Product',
    kind: 'option',
    options: [...Object.values(products).map(({ name }) => name), ofNoProduct],
    value: (row) => (row.product === null ? ofNoProduct : products[row.product].name),
    ...hidden,
  },
  {
    key: 'theme',
    label: 'Theme',
    kind: 'option',
    options: ticketThemeNames,
    value: (row) => row.theme,
    metric: 'ticketTheme',
    ...hidden,
  },
  { key: 'pipeline', label: 'Pipeline', kind: 'option', value: (row) => row.pipeline, ...hidden },
  { key: 'channel', label: 'Channel', kind: 'option', value: (row) => row.channel, ...hidden },
  {
    key: 'adoptionScore',
    label: 'Score',
    kind: 'percent',
    value: (row) => row.adoptionScore,
    metric: 'adoptionScore',
    isScore: true,
    ...hidden,
  },
  {
    key: 'createdOn',
    label: 'Opened',
    kind: 'date',
    value: (row) => dayOf(row.createdAt),
    ...hidden,
  },
  {
    key: 'updatedOn',
    label: 'Last change',
    kind: 'date',
    value: (row) => dayOf(row.updatedAt),
    ...hidden,
  },
  {
    key: 'closedOn',
    label: 'Closed',
    kind: 'date',
    value: (row) => row.closedAt && dayOf(row.closedAt),
    ...hidden,
  },
  {
    key: 'firstReplyHours',
    label: 'First reply',
    kind: 'number',
    digits: 1,
    unit: ' hours',
    value: (row) => row.firstReplyHours,
    metric: 'ticketFirstReply',
    ...hidden,
  },
  {
    key: 'resolutionHours',
    label: 'Resolution',
    kind: 'number',
    digits: 1,
    unit: ' hours',
    value: (row) => row.resolutionHours,
    metric: 'ticketResolution',
    ...hidden,
  },
  {
    key: 'isOutreach',
    label: 'From a campaign',
    kind: 'flag',
    value: (row) => row.isOutreach,
    hint: 'A campaign opened the ticket.',
    ...hidden,
  },
  {
    key: 'isReopened',
    label: 'Reopened',
    kind: 'flag',
    value: (row) => row.isReopened,
    hint: 'The ticket was closed and then opened again.',
    ...hidden,
  },
  {
    key: 'isAtRisk',
    label: 'From an at-risk customer',
    kind: 'flag',
    value: (row) => row.isAtRisk && !row.isOutreach,
    metric: 'ticketFromAtRisk',
    ...hidden,
  },
  {
    key: 'recentTickets',
    label: `Tickets in ${ticketRules.days} days`,
    kind: 'number',
    value: (row) => (row.isOutreach ? null : row.recentTickets),
    metric: 'ticketsOfDays',
    ...hidden,
  },
  {
    key: 'isSilent',
    label: 'Silent after a complaint',
    kind: 'flag',
    value: (row) => row.isSilent,
    metric: 'ticketSilence',
    ...hidden,
  },
  {
    key: 'useChange',
    label: 'Usage after ticket',
    kind: 'change',
    unit: '%',
    value: (row) => row.useChange,
    metric: 'ticketUseChange',
    ...hidden,
  },
  {
    key: 'hasUseFallen',
    label: 'Usage fell',
    kind: 'flag',
    value: (row) => hasUsageFallen(row.useChange),
    metric: 'ticketUseChange',
    ...hidden,
  },
  {
    key: 'sync',
    label: 'Not in the CRM yet',
    kind: 'option',
    options: [willSync, needsDecision],
    value: (row) => (row.sync === null ? null : row.sync === 'waiting' ? willSync : needsDecision),
    currentValue: createValueRenamer({ 'To decide': needsDecision }),
    hint: 'A change to the ticket has not reached the CRM, or conflicts with a newer change in the CRM.',
    ...hidden,
  },
]);

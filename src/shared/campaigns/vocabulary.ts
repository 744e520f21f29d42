import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { exportCampaigns } from './tickets/campaigns.ts';

const unfinished = {
  column: 'state',
  kind: 'none-of',
  values: ['Canceled', 'Undone', 'Ended'],
} as const;

/** Words for the ticket campaigns. */
export const campaignsVocabulary: ListVocabulary = {
  key: 'ticket-campaigns',
  noun: {
    one: 'ticket campaign',
    many: 'ticket campaigns',
    synonyms: ['campaigns', 'outreach campaigns', 'outreaches'],
  },
  grain: 'one row for each ticket campaign, not for each of its tickets',
  export: exportCampaigns,
  page: '/hubspot-tickets/campaigns',
  person: 'madeBy',
  date: 'madeOn',
  measure: 'recipients',
  unfinished,
  customer: null,
  columns: {
    name: { words: ['campaign name', 'name', 'title'], hasValues: true },
    kind: {
      reading: '{} …',
      words: ['type', 'campaign type', 'kind of campaign'],
      values: {
        'Incident notice': ['incident notices', 'outage notice', 'incident'],
        'Re-authorization': ['reauthorization', 'access renewal'],
        Migration: ['migrations'],
        'Other outreach': ['other'],
      },
    },
    state: {
      reading: '{} …',
      words: ['status'],
      values: {
        'Opening tickets': ['sending', 'still opening tickets'],
        Paused: ['on hold'],
        Canceled: ['cancelled', 'aborted'],
        Sent: ['fully sent'],
        Undone: ['reverted', 'rolled back'],
        Ended: ['finished', 'closed'],
      },
    },
    recipients: {
      words: [
        'customer',
        'recipient',
        'number of recipients',
        'number of customers',
        'accounts',
        'practices',
        'size',
      ],
      isAdditive: true,
      highest: ['biggest', 'largest'],
      lowest: ['smallest'],
    },
    open: {
      ignoresLabel: true,
      words: ['open tickets', 'tickets open', 'tickets still open', 'unfinished tickets'],
      isAdditive: true,
    },
    stragglers: {
      words: [
        'stragglers',
        'overdue tickets',
        'untouched tickets',
        'overdue or untouched tickets',
        'late tickets',
      ],
      isAdditive: true,
    },
    done: {
      ignoresLabel: true,
      words: [
        'done tickets',
        'tickets done',
        'closed tickets',
        'tickets closed',
        'finished tickets',
        'completed tickets',
      ],
      isAdditive: true,
    },
    dueOn: {
      ignoresLabel: true,
      words: ['due date', 'deadline'],
      verbs: ['due', 'fall due', 'falling due'],
      passedVerbs: ['overdue', 'past due', 'late'],
      lowest: ['next due', 'earliest due'],
    },
    madeBy: {
      reading: 'created by {}',
      words: ['started by', 'made by', 'launched by', 'author', 'creator', 'owner', 'owned by'],
    },
    madeOn: {
      actor: 'madeBy',
      isPast: true,
      ignoresLabel: true,
      words: ['creation date', 'start date'],
      verbs: ['created', 'started', 'launched', 'made', 'opened', 'sent out'],
      highest: ['newest', 'latest', 'last', 'most recent'],
      lowest: ['oldest', 'earliest'],
    },
    toOpen: {
      words: ['unopened tickets', 'tickets not opened yet', 'tickets left to open'],
      isAdditive: true,
    },
    refused: {
      words: ['refused tickets', 'tickets refused', 'rejected tickets', 'failed tickets'],
      isAdditive: true,
    },
    withdrawn: { words: ['withdrawn tickets', 'tickets withdrawn'], isAdditive: true },
  },
  phrases: [
    {
      words: ['still running', 'currently running', 'active', 'ongoing', 'not ended', 'unfinished'],
      filters: [unfinished],
    },
    {
      // Second meaning of these words: the campaign is still opening tickets. A sent campaign opens
      // no more tickets, but it has not ended, because customers can still reply.
      words: ['still running', 'currently running', 'active', 'ongoing'],
      filters: [{ column: 'state', kind: 'one-of', values: ['Opening tickets'] }],
    },
    {
      words: ['with something overdue', 'behind', 'lagging', 'with stragglers'],
      filters: [{ column: 'stragglers', kind: 'range', from: 1, to: null }],
    },
  ],
  examples: [
    'How many campaigns have open tickets?',
    'Largest campaigns',
    'Total open tickets of campaigns by kind',
    'Campaigns due this month',
  ],
};

import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { unassignedWords } from '#shared/portfolio/customer-words.ts';
import { ticketColumnWords } from './column-words.ts';
import { exportTickets } from './desk.ts';

const openTickets = { column: 'isOpen', kind: 'is', value: true } as const;

/** Words for the ticket list. */
export const ticketsVocabulary: ListVocabulary = {
  key: 'tickets',
  noun: {
    one: 'ticket',
    many: 'tickets',
    synonyms: ['support tickets', 'support requests', 'issues', 'tix', 'tkts'],
  },
  grain: 'one row for each ticket that is open or was closed in the last 90 days',
  export: exportTickets,
  page: '/hubspot-tickets?scope=all',
  person: 'ownerName',
  date: 'createdOn',
  measure: null,
  duration: 'ageDays',
  unfinished: openTickets,
  workload: [openTickets],
  customer: 'institutionName',
  columns: ticketColumnWords,
  phrases: [
    {
      words: unassignedWords,
      filters: [{ column: 'ownerName', kind: 'one-of', values: ['Unassigned'] }],
    },
    {
      words: [
        'waiting for a reply',
        'waiting for an answer',
        'waiting for a response',
        'awaiting a reply',
        'awaiting reply',
        'unanswered',
        'not answered',
        'need a reply',
      ],
      filters: [{ column: 'waitingHours', kind: 'filled' }],
    },
    {
      words: [
        'without a first reply',
        'without first reply',
        'without a first response',
        'never answered',
        'without any reply',
      ],
      filters: [{ column: 'firstReplyHours', kind: 'empty' }],
    },
  ],
  examples: [
    'How many open tickets are waiting for our reply?',
    'Open tickets by owner',
    'Average resolution time of tickets by priority',
    'Urgent tickets closed this month by theme',
  ],
};

import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import {
  customerNouns,
  customerOwnerWords,
  customerTierVocabulary,
} from '#shared/portfolio/customer-words.ts';
import { exportSlaClocks } from './clocks.ts';
import { endedClockPeriodChoices } from './words.ts';

/** Days after which ended clocks leave the list that questions are about. */
const [, clockDays] = endedClockPeriodChoices;

/** Words for the SLA clocks of the page's default period. */
export const slaClocksVocabulary: ListVocabulary = {
  key: 'sla-clocks',
  noun: {
    one: 'SLA clock',
    many: 'SLA clocks',
    synonyms: ['SLAs', 'clocks', 'service level agreements', 'service levels', 'SLA targets'],
  },
  grain:
    'one row for each SLA clock that has not ended, or that was met, breached or canceled in the last 28 days',
  export: exportSlaClocks,
  query: { days: String(clockDays) },
  page: `/customer-success-ops?part=slas&scope=all&days=${clockDays}`,
  person: 'ownerName',
  date: 'decidedOn',
  measure: null,
  overdueBy: { column: 'leftMinutes', isNegative: true },
  // As the attainment on the page: running and canceled clocks were neither met nor missed.
  shareBases: [['Met'], ['Overdue', 'Breached']].map((values) => ({
    ...{ column: 'status', values, among: ['Met', 'Breached', 'Overdue'] },
  })),
  customer: 'institutionName',
  columns: {
    institutionName: { words: customerNouns },
    status: {
      reading: '{} …',
      words: ['state', 'sla status'],
      values: {
        Overdue: ['past due'],
        Running: ['active', 'ticking'],
        Paused: ['on hold', 'stopped'],
        Met: ['kept', 'on time', 'in time', 'fulfilled', 'achieved'],
        Breached: ['breach', 'breaches', 'violated', 'violations'],
        'Not counted': ['canceled', 'cancelled', 'uncounted'],
      },
    },
    policyName: { reading: 'of policy {}', words: ['sla policy', 'policies'] },
    // The label 'About' isn't a word for the column, because 'about' also introduces a customer.
    subject: { ignoresLabel: true, words: ['subject', 'title'] },
    leftMinutes: {
      words: ['hours left', 'remaining time', 'time remaining', 'hours remaining', 'left'],
      lowest: ['least time left', 'closest to breach', 'closest to breaching'],
    },
    dueOn: {
      historyDays: clockDays,
      ignoresLabel: true,
      words: ['due date', 'deadline'],
      verbs: ['due', 'fall due', 'falling due', 'run out', 'running out', 'expire', 'expiring'],
      lowest: ['next due', 'earliest due', 'soonest due'],
    },
    ownerName: {
      reading: 'assigned to {}',
      words: ['owner', 'assigned to', 'responsible', 'handled by', ...customerOwnerWords],
    },
    kind: {
      reading: '{} …',
      words: ['type', 'kind of sla', 'sla type'],
      values: {
        'First touch': ['first touches', 'first contact'],
        'Ticket reply': ['ticket replies', 'reply', 'replies', 'ticket response'],
        'Onboarding check-in': ['onboarding check-ins', 'check-in', 'check-ins'],
        'Playbook step': ['playbook steps'],
      },
    },
    decidedOn: {
      historyDays: clockDays,
      ignoresLabel: true,
      words: ['decision date'],
      verbs: ['decided'],
    },
    beganOn: {
      historyDays: clockDays,
      ignoresLabel: true,
      words: ['start date', 'start'],
      verbs: ['started', 'began', 'begun'],
      highest: ['newest', 'latest', 'most recent'],
      lowest: ['oldest', 'earliest'],
    },
    endedBy: {
      reading: 'ended by {}',
      words: ['ending event', 'reason for ending'],
      valuesNeedName: true,
    },
    usedMinutes: {
      words: ['hours used', 'used time', 'used hours', 'time taken', 'hours taken'],
      highest: ['slowest', 'longest'],
      lowest: ['fastest', 'quickest', 'shortest'],
    },
    pausedMinutes: {
      words: ['hours paused', 'paused time', 'paused hours', 'pause time'],
      highest: ['longest paused'],
    },
    pauseReason: {
      ignoresLabel: true,
      reading: 'with pause reason {}',
      words: ['pause reason', 'reason for pause', 'reason for the pause', 'reason'],
      values: {
        'Waiting for the customer': ['waiting on the customer', 'waiting for customer'],
        'Waiting for the EHR': ['waiting on the ehr', 'waiting for ehr', 'waiting on ehr'],
        'Waiting for a supplier': ['waiting on a supplier', 'waiting for supplier'],
        'Waiting for engineering': ['waiting on engineering', 'waiting for engineers'],
      },
    },
    isPaused: { words: ['currently paused', 'now paused'] },
    pauseNote: { words: ['note', 'note of the pause'] },
    pausedBy: {
      reading: 'paused by {}',
      words: ['stopped by'],
      valuesNeedName: true,
    },
    policyVersion: { words: ['policy version'] },
    healthTier: customerTierVocabulary,
  },
  phrases: [
    {
      words: [
        'missed',
        'late',
        'failed',
        'breach',
        'breaches',
        'violation',
        'breached or overdue',
        'overdue or breached',
      ],
      filters: [{ column: 'status', kind: 'one-of', values: ['Overdue', 'Breached'] }],
    },
    {
      words: ['open', 'not ended', 'unfinished', 'ongoing'],
      filters: [{ column: 'status', kind: 'one-of', values: ['Overdue', 'Running', 'Paused'] }],
    },
    {
      words: ['ended', 'finished', 'closed', 'completed'],
      filters: [{ column: 'status', kind: 'one-of', values: ['Met', 'Breached', 'Not counted'] }],
    },
    {
      words: ['ever paused', 'were paused', 'was paused', 'had a pause', 'with a pause'],
      filters: [{ column: 'pauseReason', kind: 'filled' }],
    },
    {
      words: ['unassigned', 'not assigned', 'unowned', 'without an assignee', 'without an owner'],
      filters: [{ column: 'ownerName', kind: 'empty' }],
    },
  ],
  examples: [
    'How many SLAs are overdue?',
    'Breached SLAs by assignee',
    'SLAs of critical customers due this week',
    'Average hours used for met SLAs by policy',
  ],
};

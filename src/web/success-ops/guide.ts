import { alertRules } from '#shared/metrics/constants.ts';
import { playbookSchedule } from '#shared/success-ops/playbooks/schedule.ts';
import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';
import { dayKeys } from './day/keys.ts';

export const successOpsGuide = guideFromRegistry({
  metrics: [
    'freeMinutes',
    'dayOrder',
    'load',
    'coverageGap',
    'untouched',
    'taskAge',
    'callFirings',
    'callOutcome',
    'alertNoise',
    'renewalStage',
    'renewalAmount',
    'renewalRisk',
    'renewalForecast',
    'renewalScenario',
    'slaAttainment',
    'slaTarget',
    'slaStatus',
    'slaTimeLeft',
    'slaPause',
    'playbookRun',
    'playbookImproved',
    'playbookTrial',
    'incident',
    'silentFeed',
    'incidentExpected',
    'incidentChance',
    'incidentStage',
  ],
  controls: [
    { id: 'ops-parts', label: 'My day, queue, team and more', does: 'The parts of the team’s work.' },
    {
      id: 'day-person',
      label: 'Whose day',
      does: 'Another person’s day; the work of someone who is away is in the day of the cover.',
    },
    { id: 'day-list', label: 'Today', does: 'What fits into today’s free hours, in order, and why each row is there.' },
    { id: 'day-rest', label: 'Not today', does: 'What did not fit, and how long it would take.' },
    {
      id: 'alert-digest',
      label: 'What the rules brought',
      does: 'Once a day, from 8 AM: new calls, open calls that fired again, and what was held back.',
    },
    { id: 'call-layout', label: 'List, groups, board or calendar', does: 'How the queue is shown; the address keeps it.' },
    { id: 'call-list', label: 'Calls to action', does: 'Every open call; select several to close, assign, move or snooze them together.' },
    {
      id: 'call-groups',
      label: 'Queue in groups',
      does: 'Calls by person, due time, source, customer or kind, with what each group takes.',
    },
    { id: 'call-board', label: 'Queue as a board', does: 'Drag a card to another time, or choose its column on the card.' },
    { id: 'call-calendar', label: 'Calendar', does: 'Open calls on their days; drag one to another day.' },
    { id: 'alert-rules', label: 'Alert rules', does: 'How often each rule fired, and the outcome.' },
    { id: 'alert-noise', label: 'Mostly noise', does: 'A rule whose calls are rarely acted on. Consider muting it.' },
    { id: 'alert-trial', label: 'Trial', does: 'For whom a rule would have fired in past weeks, and how often.' },
    { id: 'team-load', label: 'Load', does: 'Hours needed against hours available, per person.' },
    { id: 'team-gaps', label: 'Coverage gaps', does: 'Customers without an active owner.' },
    { id: 'team-tasks', label: 'Task aging', does: 'Open tasks by how long they are due. A number opens its tasks.' },
    { id: 'team-rows', label: 'Rows of the team', does: 'The tasks or customers behind a number of the team.' },
    { id: 'team-absences', label: 'Absences', does: 'Who is away, and who covers.' },
    {
      id: 'renewal-scenarios',
      label: 'Scenarios',
      does: 'What the renewals are worth by forecast. Click a number to see its rows.',
    },
    { id: 'renewal-board', label: 'Renewals by stage', does: 'Drag a card to another stage, or choose its stage on the card.' },
    {
      id: 'playbook-table',
      label: 'Playbooks',
      does: 'Each with its switch, what starts it and how its runs ended. A number opens its runs.',
    },
    {
      id: 'playbook-runs',
      label: 'Runs',
      does: 'Where each run stands, and whose turn it is. A step opens the run, where you can stop it.',
    },
    { id: 'sla-period', label: 'Period', does: 'How far back met and breached clocks are counted.' },
    {
      id: 'sla-attainment',
      label: 'Attainment',
      does: 'Each policy with the share of its clocks that were met; a number opens its clocks.',
    },
    { id: 'sla-policies', label: 'Versions, edit policies', does: 'What held when, and for admins the way to change it.' },
    { id: 'sla-hours', label: 'Business hours', does: 'When clocks run, and the holidays on which they do not.' },
    {
      id: 'sla-list',
      label: 'Clocks',
      does: 'Overdue, running, paused and breached clocks. A row can be paused with a reason, resumed, or opened as its ticket.',
    },
    { id: 'incident-look', label: 'Last look', does: 'When the radar last looked, and how many feeds are silent.' },
    { id: 'incident-list', label: 'Incidents', does: 'Clusters of silent feeds, current and past. Each opens its locations.' },
    { id: 'incident-facts', label: 'Evidence', does: 'Silent against expected, and the chance of being noise.' },
    {
      id: 'incident-actions',
      label: 'Make tasks, start a campaign, dismiss',
      does: 'Make a task for the owner of each silent customer, with a preview of who gets how many, or start a ticket campaign for them. Dismissing needs a reason.',
    },
    { id: 'incident-locations', label: 'Locations', does: 'Every location of the incident; a row opens its customer.' },
    { id: 'renewal-list', label: 'Renewals', does: 'Every renewal of the next 180 days, with call, risk and next step.' },
  ],
  keys: [...everywhere, ...listKeys, ...dayKeys],
  howItWorks: () => [
    {
      title: 'My day',
      blocks: [
        'A renewal is in the day for 14 days, six months and again three months before its date. A risk case leaves it once someone records an outcome or snoozes it.',
      ],
    },
    {
      title: 'Playbooks',
      blocks: [
        `A playbook takes its steps for a customer when its alert rule fires or a person starts it. ${playbookSchedule.text}`,
        'A run keeps the version it started with. It goes through each step once and only forward, even if the server stops midway.',
        'When a run ends early or is stopped, its open tasks are dropped. Work of someone who has left goes to the person who takes over, and the run says so.',
      ],
    },
    {
      title: 'SLAs',
      blocks: [
        'Clocks follow from tickets, risk cases, onboarding and playbooks; nobody starts one by hand. They count working time only, and stand still while they are paused with a reason.',
        'Saving policies makes a new version. Clocks that began before keep theirs, so changed targets never change what was met.',
      ],
    },
    {
      title: 'Incidents',
      blocks: [
        'A feed that misses two open days, and more than it usually does, is silent. When far more feeds of one records system or region are silent than elsewhere, it is an incident: more likely a broken connection than customers who stopped.',
        'The chance of being noise is how often such a cluster would appear by chance alone; at 1% or more there is no incident. An incident stays open until most of its customers have reported.',
      ],
    },
    {
      title: 'Calls to action and alert rules',
      blocks: [
        `A rule opens a call when a customer starts to match it in the last official week. While the call is open, the rule adds to its count once every ${alertRules.againDays} days instead of opening another.`,
        `A snoozed call stays quiet until its day. After a call is closed, its rule does not fire for that customer for ${alertRules.quietDays} days.`,
        `Rules bring a person at most ${alertRules.perPersonAndDay} new calls a day, the most urgent first; the others wait for the next day. Rules about declines are silent in seasonal weeks.`,
      ],
    },
    {
      title: 'Renewals',
      blocks: [
        'The team’s stage and call stand beside the CRM’s deal. Signed and lost follow the CRM.',
        'Where the call and the system’s risk disagree, an admin decides, and both stay visible.',
      ],
    },
  ],
});

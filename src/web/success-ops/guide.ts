import { alertRules } from '#shared/alerts/constants.ts';
import { playbookSchedule } from '#shared/playbooks/schedule.ts';
import { dayKeys } from '#web/day/keys.ts';
import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';

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
    {
      id: 'ops-parts',
      label: 'My day, queue, team and more',
      does: 'Views of the team’s work.',
    },
    {
      id: 'day-person',
      label: 'Person',
      does: 'Shows a colleague’s day. The work of an absent colleague appears in the day of their cover.',
    },
    {
      id: 'day-list',
      label: 'Today',
      does: 'The work that fits into today’s free hours, in order, with the reason for each row.',
    },
    {
      id: 'day-rest',
      label: 'Not today',
      does: 'The work that doesn’t fit into today’s free hours, and how long it would take.',
    },
    {
      id: 'alert-digest',
      label: 'New from alert rules',
      does: 'Daily from 8 AM: new action items, open action items that fired again, and action items held back.',
    },
    {
      id: 'call-layout',
      label: 'List, groups, board or calendar',
      does: 'The layout of the queue. The URL contains it.',
    },
    {
      id: 'call-list',
      label: 'Action items',
      does: 'All open action items. Select several to close, assign, reschedule or snooze them together.',
    },
    {
      id: 'call-groups',
      label: 'Queue in groups',
      does: 'Action items by person, due time, source, customer or kind, with the estimated time of each group.',
    },
    {
      id: 'call-board',
      label: 'Queue as a board',
      does: 'Drag a card to another time, or choose its column on the card.',
    },
    {
      id: 'call-calendar',
      label: 'Calendar',
      does: 'Open action items by due date. Drag one to another day.',
    },
    {
      id: 'alert-rules',
      label: 'Alert rules',
      does: 'How often each rule fired, and the outcome.',
    },
    {
      id: 'alert-noise',
      label: 'Mostly noise',
      does: 'A rule whose action items are rarely acted on. Consider muting it.',
    },
    {
      id: 'alert-trial',
      label: 'Trial',
      does: 'Which customers a rule would have fired for in past weeks, and how often.',
    },
    { id: 'team-load', label: 'Load', does: 'Needed and available hours per person.' },
    { id: 'team-gaps', label: 'Coverage gaps', does: 'Customers without an active owner.' },
    {
      id: 'team-tasks',
      label: 'Task aging',
      does: 'Open tasks by how long they are overdue. Click a number to see the tasks.',
    },
    {
      id: 'team-rows',
      label: 'Team details',
      does: 'The tasks or customers behind a number on the team page.',
    },
    { id: 'team-absences', label: 'Absences', does: 'Absences and their covers.' },
    {
      id: 'renewal-scenarios',
      label: 'Scenarios',
      does: 'The value of the renewals by forecast. Click a number to see the renewals.',
    },
    {
      id: 'renewal-board',
      label: 'Renewals by stage',
      does: 'Drag a card to another stage, or choose its stage on the card.',
    },
    {
      id: 'playbook-table',
      label: 'Playbooks',
      does: 'All playbooks with their on/off switch, what starts them, and how their runs ended. Click a number to see the runs.',
    },
    {
      id: 'playbook-runs',
      label: 'Runs',
      does: 'The current step and assignee of each run. Click a step to open the run, where you can stop it.',
    },
    {
      id: 'sla-period',
      label: 'Period',
      does: 'How far back met and breached clocks are counted.',
    },
    {
      id: 'sla-attainment',
      label: 'Attainment',
      does: 'Each policy with the share of its clocks that were met. Click a number to see the clocks.',
    },
    {
      id: 'sla-policies',
      label: 'Versions, edit policies',
      does: 'The past versions of the policies. Admins can edit them.',
    },
    {
      id: 'sla-hours',
      label: 'Business hours',
      does: 'When clocks run, and the holidays on which they don’t.',
    },
    {
      id: 'sla-list',
      label: 'Clocks',
      does: 'Overdue, running, paused and breached clocks. A row can be paused with a reason, resumed, or opened as its ticket.',
    },
    {
      id: 'incident-look',
      label: 'Last scan',
      does: 'When the radar last scanned the connections, and how many are silent.',
    },
    {
      id: 'incident-list',
      label: 'Incidents',
      does: 'Current and past clusters of silent connections. Open one to see its locations.',
    },
    {
      id: 'incident-facts',
      label: 'Evidence',
      does: 'Silent and expected connections, and the probability of noise.',
    },
    {
      id: 'incident-actions',
      label: 'Create tasks, start campaign, dismiss',
      does: 'Create a task for the owner of each silent customer, with a preview of tasks per owner, or start a ticket campaign for these customers. Dismissing needs a reason.',
    },
    {
      id: 'incident-locations',
      label: 'Locations',
      does: 'All locations of the incident. Click a row to open the customer.',
    },
    {
      id: 'renewal-list',
      label: 'Renewals',
      does: 'Every renewal of the next 180 days, with forecast, risk and next step.',
    },
  ],
  keys: [...everywhere, ...listKeys, ...dayKeys],
  howItWorks: () => [
    {
      title: 'My day',
      blocks: [
        'A renewal appears for 14 days, starting six months and again three months before its date. A risk case disappears once its outcome is recorded or it is snoozed.',
      ],
    },
    {
      title: 'Playbooks',
      blocks: [
        `A playbook runs for a customer when its alert rule fires or a user starts it. ${playbookSchedule.text}`,
        'A run keeps the version it started with. It goes through each step once and only forward, even if the server stops midway.',
        'When a run ends early or is stopped, its open tasks are canceled. Work of a user who has left is assigned to the playbook’s fallback assignee, and the run shows this.',
      ],
    },
    {
      title: 'SLAs',
      blocks: [
        'Tickets, risk cases, onboarding and playbooks start clocks automatically. Clocks count working time only and stop while they are paused. Pausing needs a reason.',
        'Saving policies creates a new version. Clocks that started before keep their version, so changed targets don’t affect past results.',
      ],
    },
    {
      title: 'Incidents',
      blocks: [
        'A connection that misses two open days, and more than it usually does, is silent. If far more connections of one EHR or region are silent than elsewhere, this is an incident: a technical failure is more likely than customers who stopped using the product.',
        'The probability of noise is how often such a cluster would appear by chance alone. At 1% or more, no incident is opened. An incident stays open until most of its customers have reported.',
      ],
    },
    {
      title: 'Action items and alert rules',
      blocks: [
        `A rule opens an action item when a customer starts to match it in the last official week. While the action item is open, the rule adds to its count once every ${alertRules.againDays} days instead of opening another.`,
        `A snoozed action item stays hidden until its date. After an action item is closed, its rule does not fire for that customer for ${alertRules.quietDays} days.`,
        `Rules open at most ${alertRules.perPersonAndDay} new action items per person per day, most urgent first; the others follow the next day. Rules about declines are suppressed in seasonal weeks.`,
      ],
    },
    {
      title: 'Renewals',
      blocks: [
        'The team’s stage and forecast are kept next to the CRM’s deal. Signed and Lost come from the CRM.',
        'If the owner’s forecast and the predicted risk contradict each other, an admin decides. Both stay visible.',
      ],
    },
  ],
});

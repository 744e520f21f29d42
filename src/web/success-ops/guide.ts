import { alertRuleParameters } from '#shared/alerts/constants.ts';
import { playbookSchedule } from '#shared/playbooks/schedule.ts';
import { myDayKeyHints } from '#web/day/keys.ts';
import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys, listKeys } from '#web/ui/guide/keys.ts';

export const createSuccessOpsGuide = createGuideFactory({
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
    'renewalExpected',
    'renewalQuarter',
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
      does: 'The parts of Success operations, as tabs.',
    },
    {
      id: 'day-person',
      label: 'Person',
      does: 'Shows a colleague’s day. The work of an absent colleague appears in the day of the person who covers for them.',
    },
    {
      id: 'day-list',
      label: 'Today',
      does: 'The work that fits into today’s free hours, in order of urgency, with the reason for each row.',
    },
    {
      id: 'day-late-touches',
      label: 'First touches more than 30 days overdue',
      does: 'Customers without a contact for a long time. Record one outcome for all, snooze them, or assign them.',
    },
    {
      id: 'day-rest',
      label: 'Not today',
      does: 'The work that doesn’t fit into today’s free hours, with its total time.',
    },
    {
      id: 'alert-digest',
      label: 'New from alert rules',
      does: 'New action items, open action items for which a rule fired again, and action items held back by the daily limit. Updated daily at 8 AM.',
    },
    {
      id: 'call-layout',
      label: 'List, groups, board or calendar',
      does: 'The layout of the queue. The page’s link keeps your choice.',
    },
    {
      id: 'call-list',
      label: 'Action items',
      does: 'All open action items. You can select several to close, assign, reschedule or snooze them together.',
    },
    {
      id: 'call-groups',
      label: 'Queue in groups',
      does: 'Action items grouped by person, due time, source, customer or kind, with the estimated time of each group.',
    },
    {
      id: 'call-board',
      label: 'Queue as a board',
      does: 'Action items by due time. Drag a card to another column, or choose a column on the card.',
    },
    {
      id: 'call-calendar',
      label: 'Calendar',
      does: 'Open action items by due date. Drag an action item to another day to change its due date.',
    },
    {
      id: 'alert-rules',
      label: 'Alert rules',
      does: 'How often each rule fired, and the outcomes of its action items.',
    },
    {
      id: 'alert-noise',
      label: 'Mostly noise',
      does: 'Marks a rule whose action items are rarely acted on. Consider muting the rule.',
    },
    {
      id: 'alert-trial',
      label: 'Trial',
      does: 'The customers for which a rule would have fired in past weeks, and how often. A rule keeps its last test.',
    },
    {
      id: 'alert-run',
      label: 'Run now',
      does: 'Evaluates a saved rule at once instead of at 6:30 AM, and says how many action items it opened. For admins.',
    },
    {
      id: 'team-load',
      label: 'Load',
      does: 'Hours of work that each person has, compared with the person’s available hours.',
    },
    { id: 'team-gaps', label: 'Coverage gaps', does: 'Customers without an active owner.' },
    {
      id: 'team-tasks',
      label: 'Task aging',
      does: 'Number of open tasks by how long they have been overdue. Click a number to see the tasks.',
    },
    {
      id: 'team-rows',
      label: 'Team details',
      does: 'The tasks or customers behind a number on the team page.',
    },
    {
      id: 'team-absences',
      label: 'Absences',
      does: 'Absences, and the people who cover for them.',
    },
    {
      id: 'renewal-scenarios',
      label: 'Scenarios',
      does: 'Dollars per year of the filtered renewals, by forecast. Click a number to see the renewals.',
    },
    {
      id: 'renewal-filters',
      label: 'Forecast and board of',
      does: 'The filters that the forecast, the scenarios and the board follow. The page opens with the renewals of the next 90 days and the overdue ones.',
    },
    {
      id: 'renewal-quarters',
      label: 'Quarter forecast',
      does: 'The filtered renewals by quarter: commit, most likely, best case and expected, with the change since the last weekly snapshot and its reasons. Click a quarter to see all its renewals.',
    },
    {
      id: 'renewal-board',
      label: 'Renewals by stage',
      does: 'The filtered renewals by stage. Choose a stage in a card’s menu, or drag the card. Signed and Lost ask for the date and the amount.',
    },
    {
      id: 'playbook-table',
      label: 'Playbooks',
      does: 'All playbooks, with an on/off switch, what starts them, and how their runs ended. Click a number to see the runs.',
    },
    {
      id: 'playbook-map',
      label: 'Map of the steps',
      does: 'Shows a playbook’s steps in the order of a run, with the Yes and Otherwise paths of each branch. Select a step to see or edit it.',
    },
    {
      id: 'playbook-path',
      label: 'Follow steps',
      does: 'Simulates a run for one customer: the steps that it takes, with their days and reasons. It starts nothing.',
    },
    {
      id: 'playbook-runs',
      label: 'Runs',
      does: 'The current step and assignee of each playbook run. Click a step to open the run. You can stop the run there.',
    },
    {
      id: 'sla-period',
      label: 'Period',
      does: 'The period for which SLA clocks are counted as met or breached.',
    },
    {
      id: 'sla-attainment',
      label: 'Attainment',
      does: 'For each SLA policy, the share of clocks that met their target. Click a number to see the clocks.',
    },
    {
      id: 'sla-policies',
      label: 'Versions and Edit policies',
      does: 'The past versions of the policies. Admins can edit the policies.',
    },
    {
      id: 'sla-hours',
      label: 'Business hours',
      does: 'The hours in which SLA clocks run, and the holidays on which they stop.',
    },
    {
      id: 'sla-list',
      label: 'Clocks',
      does: 'Overdue, running, paused and breached SLA clocks. In a row’s menu, you can pause a clock with a reason, resume it or open its ticket.',
    },
    {
      id: 'incident-look',
      label: 'Last scan',
      does: 'When the radar last scanned the connections, and how many connections are silent.',
    },
    {
      id: 'incident-list',
      label: 'Incidents',
      does: 'Current and past groups of connections that fell silent together. Click an incident to see its locations.',
    },
    {
      id: 'incident-facts',
      label: 'Evidence',
      does: 'Number of silent connections, expected number, and the probability that the incident arose by chance.',
    },
    {
      id: 'incident-actions',
      label: 'Create tasks, start campaign, dismiss',
      does: 'You can create a task for the owner of each silent customer, or start a ticket campaign for these customers. A preview shows the tasks per owner. Dismissing an incident needs a reason.',
    },
    {
      id: 'incident-locations',
      label: 'Locations',
      does: 'All locations of the incident. Click a row to open the customer.',
    },
    {
      id: 'renewal-list',
      label: 'Renewals',
      does: 'Renewals with forecast, risk and next step. In a row’s menu, you can set the forecast and record the outcome.',
    },
  ],
  keys: [...globalKeys, ...listKeys, ...myDayKeyHints],
  howItWorks: () => [
    {
      title: 'My day',
      blocks: [
        'A renewal appears twice, for 14 days each time: six months and three months before its date. Each customer has one row with all its reasons. An outcome finishes the risk case, first touch, prediction, onboarding and renewal checkpoint of a customer; a snooze hides them, and its alerts, until its day. Tasks and ticket replies stay until they are done or snoozed themselves.',
      ],
    },
    {
      title: 'Playbooks',
      blocks: [
        `A playbook runs for a customer when its alert rule fires or a user starts it. ${playbookSchedule.text}`,
        'A run keeps the version of the playbook with which it started. It goes through each step at most once and never goes back, even if the server restarts.',
        'When a run ends early or is stopped, its open tasks are canceled. When a user leaves, the playbook’s fallback assignee gets their tasks, and the run shows this.',
      ],
    },
    {
      title: 'SLAs',
      blocks: [
        'Tickets, risk cases, onboarding checkpoints and playbook steps start clocks automatically. A clock counts working time only and stops while it is paused. Pausing needs a reason.',
        'Saving the policies creates a new version. Clocks that started earlier keep their version, so that changed targets don’t affect past results.',
      ],
    },
    {
      title: 'Incidents',
      blocks: [
        'A connection is silent when it has missed at least two open days and has been quiet for longer than usual. If far more connections of one EHR or region are silent than elsewhere, they form an incident. A technical failure is then more likely than customers who stopped using the product.',
        'Each incident shows the probability that such a group of silent connections arises by chance, without a common cause. An incident is opened only below 1%. It stays open until most of its customers have reported again.',
      ],
    },
    {
      title: 'Action items and alert rules',
      blocks: [
        `A rule opens an action item when a customer starts to match the rule in the last official week. While the action item is open, the rule fires again every ${alertRuleParameters.againDays} days, but opens no second action item.`,
        `A snoozed action item stays hidden until its date. After an action item is closed, its rule does not fire for that customer for ${alertRuleParameters.quietDays} days.`,
        `Rules open at most ${alertRuleParameters.perPersonAndDay} new action items per user and day, the most urgent first. The others follow in the next days. Rules about declines do not fire in seasonal weeks.`,
      ],
    },
    {
      title: 'Renewals',
      blocks: [
        'Stage and forecast are saved here, next to the CRM’s deal. With HubSpot, Signed and Lost come from the deal; otherwise, you record them here.',
        'If the owner’s forecast and the predicted risk contradict each other, an admin decides which one to use. Both stay visible.',
      ],
    },
  ],
});

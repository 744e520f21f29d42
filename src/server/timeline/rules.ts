import { healthTiers } from '#shared/core/tiers.ts';
import { capitalized, counted, dayInWords } from '#shared/core/words.ts';
import { whyItMoved } from '#shared/health/rules.ts';
import type { TimelineEntry } from '#shared/timeline/timeline.ts';
import { outcomeWords, riskOutcomes } from '#shared/work/cases.ts';
import type { TimelineRow } from './queries.ts';

/** Points of change from which a week stands on the timeline though the tier stayed. */
export const bigMovePoints = 10;

/** A row as the contract has it, in words. */
export function timelineEntry(row: TimelineRow): TimelineEntry {
  return {
    id: row.id,
    at: new Date(Math.floor(row.micros / 1000)).toISOString(),
    kind: row.kind,
    event: row.event,
    actor: row.actor,
    ...words(row),
    tone: toneOf(row),
    subjectId: row.subject_id,
    version: row.version,
    editedAt: row.edited_at?.toISOString() ?? null,
  };
}

const milestoneTones: Partial<Record<TimelineRow['event'], TimelineEntry['tone']>> = {
  live: 'good',
  stayed: 'good',
  milestone_done: 'good',
  graduated: 'good',
  notice: 'bad',
  left: 'bad',
  silent: 'bad',
  heard: 'good',
  blocked: 'bad',
};

function toneOf({ kind, event, detail }: TimelineRow): TimelineEntry['tone'] {
  if (kind === 'milestone') return milestoneTones[event] ?? 'plain';
  if (kind !== 'score' || typeof detail.change !== 'number' || detail.change === 0) return 'plain';
  return detail.change < 0 ? 'bad' : 'good';
}

type Words = Pick<TimelineEntry, 'headline' | 'body'>;

const headline = (text: string, body: string | null = null): Words => ({ headline: text, body: body === '' ? null : body });

function words({ kind, event, detail }: TimelineRow): Words {
  const text = (name: string): string | null => (detail[name] == null ? null : String(detail[name]));
  switch (kind) {
    case 'note':
      return event === 'deleted' ? headline('Deleted a note') : headline('Note', text('body'));
    case 'task':
      return headline(taskLine(event, text));
    case 'risk':
      return riskWords(event, text);
    case 'score':
      return scoreWords(detail);
    case 'ticket':
      return event === 'closed'
        ? headline(`Ticket closed: ${text('subject')}`)
        : headline(`Ticket opened: ${text('subject')}`, text('body'));
    case 'owner':
      return headline(`Owner of ${text('deal')} changed from ${text('before') ?? 'nobody'} to ${text('to') ?? 'nobody'}`);
    case 'milestone':
      if (event === 'notice') return headline(`Gave notice for ${dayWords(text('effective'))}`, text('reason'));
      if (event === 'stayed') return headline('Took back the notice', text('reason'));
      return milestoneWords(event, text);
  }
}

type Text = (name: string) => string | null;

function milestoneWords(event: TimelineRow['event'], text: Text): Words {
  switch (event) {
    case 'milestone_done':
      return headline(`Onboarding milestone done: ${text('milestone')}`);
    case 'milestone_reopened':
      return headline(`Onboarding milestone reopened: ${text('milestone')}`);
    case 'blocked':
      return headline(`Onboarding blocked: ${text('blocker')}`);
    case 'unblocked':
      return headline('Onboarding no longer blocked');
    case 'paused':
      return headline('Paused onboarding', text('reason'));
    case 'resumed':
      return headline('Resumed onboarding');
    case 'extended':
      return headline(`Extended onboarding by ${text('days')} days`);
    case 'graduated':
      return headline('Graduated from onboarding');
    case 'handed_over':
      return headline('Handed over from onboarding');
    case 'renewal_changed':
      return headline(`Renewal: ${text('what')}`, text('note'));
    case 'fired':
      return headline(`Alert rule “${text('rule')}” fired`, text('saw'));
    case 'call_changed':
      return headline(`Call to action “${text('title')}” ${text('what')}`, text('note'));
    case 'playbook_changed':
      return headline(`Playbook “${text('title')}”: ${text('what')}`, text('note'));
    case 'ticket_changed':
      return headline(`Ticket ${text('subject')}: ${text('what')} is now ${text('to')}`);
    case 'silent':
      return headline(`Feed silent at ${counted(Number(text('locations')), 'location')}`, `Part of an incident: ${text('of')}`);
    case 'heard':
      return headline('Feed reports again', `After an incident: ${text('of')}`);
    case 'campaign_ticket_opened':
      return headline(`Ticket of the campaign “${text('campaign')}” opened`);
    case 'campaign_ticket_withdrawn':
      return headline(`Ticket of the campaign “${text('campaign')}” withdrawn`);
    case 'sla_paused':
      return headline(`Paused the clock of ${text('what')}: ${text('reason')}`, text('note'));
    case 'sla_resumed':
      return headline(`Let the clock of ${text('what')} run again`);
    case 'sla_undone':
      return headline(`Undid a pause of the clock of ${text('what')}`);
    default:
      return headline(event === 'live' ? 'Went live' : 'Left');
  }
}

const dayWords = (day: string | null): string => (day === null ? 'a day that was not kept' : dayInWords(day));

function taskLine(event: TimelineRow['event'], text: Text): string {
  const title = `“${text('title')}”`;
  switch (event) {
    case 'created': {
      const assignee = text('assignee');
      const due = text('due');
      return `Added the task ${title}${assignee === null ? '' : ` for ${assignee}`}${due === null ? '' : `, due ${dayWords(due)}`}`;
    }
    case 'renamed':
      return `Renamed the task “${text('before')}” to ${title}`;
    case 'due_moved':
      return text('due') === null ? `Took the due day off ${title}` : `Moved ${title} to ${dayWords(text('due'))}`;
    case 'assigned':
      return text('assignee') === null ? `Gave ${title} to nobody` : `Gave ${title} to ${text('assignee')}`;
    case 'snoozed':
      return `Snoozed ${title} until ${dayWords(text('until'))}`;
    case 'unsnoozed':
      return `Ended the snooze of ${title}`;
    case 'done':
      return `Did ${title}`;
    case 'dropped':
      return `Dropped ${title}`;
    default:
      return `Reopened ${title}`;
  }
}

function riskWords(event: TimelineRow['event'], text: Text): Words {
  switch (event) {
    case 'assigned':
      return headline(text('assignee') === null ? 'Took the case off its owner' : `Gave the case to ${text('assignee')}`);
    case 'snoozed':
      return headline(`Snoozed until ${dayWords(text('until'))}`, text('reason'));
    case 'unsnoozed':
      return headline('Ended the snooze');
    case 'undone':
      return headline(undoneLine(text));
    case 'prediction_accepted':
      return headline('Agreed with the churn prediction', text('reason'));
    case 'prediction_rejected':
      return headline('Rejected the churn prediction', text('reason'));
    case 'prediction_withdrawn':
      return headline('Took back what was said of the churn prediction', text('reason'));
    default: {
      const kind = riskOutcomes.find((outcome) => outcome === text('outcome'));
      const score = text('score');
      const at = score === null ? '' : `, at a score of ${Math.round(Number(score))} (${text('tier')})`;
      return headline(
        `${text('withdrawn') === 'true' ? 'Withdrawn outcome' : 'Outcome'}: ${kind === undefined ? 'unknown' : outcomeWords[kind].name}${at}`,
        text('note'),
      );
    }
  }
}

const undoneLine = (text: Text): string =>
  ({ assigned: 'Undid the assignment', snoozed: 'Undid the snooze', unsnoozed: 'Undid the end of the snooze' })[text('of') ?? ''] ??
  'Undid a change';

/** One line on a week: what became of the tier and of the risk, or the big move; the causes explain it. */
function scoreWords(detail: TimelineRow['detail']): Words {
  const number = (name: string): number | null => (typeof detail[name] === 'number' ? detail[name] : null);
  const rank = (tier: unknown) => (healthTiers as readonly string[]).indexOf(String(tier));
  const { tier, tierBefore } = detail;
  const told: string[] = [];
  if (tierBefore !== null && tier !== tierBefore) {
    if (tier === 'Unknown') told.push(`Could not be judged any more (was ${tierBefore})`);
    else if (tierBefore === 'Unknown') told.push(`Could be judged again: ${tier}`);
    else told.push(rank(tier) > rank(tierBefore) ? `Fell from ${tierBefore} to ${tier}` : `Rose from ${tierBefore} to ${tier}`);
  }
  const change = number('change');
  if (told.length === 0 && change !== null && Math.abs(change) >= bigMovePoints)
    told.push(`Score ${change < 0 ? 'fell' : 'rose'} by ${Math.abs(change).toFixed(1)} points`);
  const weeks = number('weeksBefore') ?? 0;
  if (detail.begins === true) told.push('at risk from this week');
  if (detail.ends === true) told.push(`no longer at risk after ${weeks} ${weeks === 1 ? 'week' : 'weeks'}`);
  const sentence = told.join(', ');
  const [usage, peers, entitlements, locations] = [number('usage'), number('peers'), number('entitlements'), number('locations')];
  const scoreChangeParts =
    usage === null || peers === null || entitlements === null || locations === null ? null : { usage, peers, entitlements, locations };
  return headline(
    capitalized(sentence),
    whyItMoved({ adoptionScore: number('score'), scoreChange: change, scoreChangeParts, mainMover: null, makeUpChange: null }),
  );
}

import { scoreText } from '#shared/core/score-text.ts';
import { healthTiers } from '#shared/core/tiers.ts';
import { capitalize, dayInWords } from '#shared/core/words.ts';
import { scoreChangeText } from '#shared/health/rules.ts';
import type { TimelineEntry } from '#shared/timeline/timeline.ts';
import { riskOutcomeKinds, riskOutcomeTexts } from '#shared/work/cases.ts';
import type { TimelineRow } from './queries.ts';
import type { CombinedTimelineDeclarations, TimelineTextBuilder } from './registry.ts';

/** Score change in points from which a week is on the timeline even if the tier did not change. */
export const largeScoreChangeThreshold = 10;

/**
 * Converts a row to an entry of the contract. `declared` contains the texts of the events that
 * rooms declare.
 */
export function toTimelineEntry(
  row: TimelineRow,
  declared: CombinedTimelineDeclarations['events'],
): TimelineEntry {
  const event = declared.get(row.event);
  const {
    headline,
    body = null,
    tone = toneOf(row),
    path = null,
  } = event === undefined ? ownTexts(row) : event(detailOf(row));
  return {
    id: row.id,
    at: new Date(Math.floor(row.micros / 1000)).toISOString(),
    kind: row.kind,
    event: row.event,
    actor: row.actor,
    headline,
    body: body === '' ? null : body,
    tone,
    path,
    subjectId: row.subject_id,
    version: row.version,
    editedAt: row.edited_at?.toISOString() ?? null,
  };
}

function toneOf({ kind, detail }: TimelineRow): TimelineEntry['tone'] {
  if (kind !== 'score' || typeof detail.change !== 'number' || detail.change === 0) return 'plain';
  return detail.change < 0 ? 'bad' : 'good';
}

type Texts = ReturnType<TimelineTextBuilder>;
type Detail = Parameters<TimelineTextBuilder>[0];

const detailOf =
  ({ detail }: TimelineRow): Detail =>
  (name) =>
    detail[name] == null ? null : String(detail[name]);

function ownTexts(row: TimelineRow): Texts {
  const { kind, event, detail } = row;
  const text = detailOf(row);
  switch (kind) {
    case 'note':
      return event === 'deleted'
        ? { headline: 'Deleted a note' }
        : { headline: 'Note', body: text('body') };
    case 'task':
      return { headline: taskLine(event, text) };
    case 'risk':
      return riskTexts(event, text);
    case 'score':
      return scoreTexts(detail);
    case 'ticket':
      return event === 'closed'
        ? { headline: `Ticket closed: ${text('subject')}` }
        : { headline: `Ticket opened: ${text('subject')}`, body: text('body') };
    case 'owner':
      return {
        headline: `Owner of ${text('deal')} changed from ${text('before') ?? 'unassigned'} to ${text('to') ?? 'unassigned'}`,
      };
    case 'milestone':
      return event === 'ticket_changed'
        ? { headline: `Ticket “${text('subject')}”: ${text('what')} changed to ${text('to')}` }
        : { headline: 'Went live', tone: 'good' };
  }
}

/** Returns a day in an event's details as text. */
export const formatEventDetailDay = (day: string | null): string =>
  day === null ? 'an unknown date' : dayInWords(day);

function taskLine(event: string, text: Detail): string {
  const title = `“${text('title')}”`;
  switch (event) {
    case 'created': {
      const assignee = text('assignee');
      const due = text('due');
      return `Added task ${title}${assignee === null ? '' : ` for ${assignee}`}${due === null ? '' : `, due ${formatEventDetailDay(due)}`}`;
    }
    case 'renamed':
      return `Renamed task “${text('before')}” to ${title}`;
    case 'due_moved':
      return text('due') === null
        ? `Removed the due date of ${title}`
        : `Moved the due date of ${title} to ${formatEventDetailDay(text('due'))}`;
    case 'assigned':
      return text('assignee') === null
        ? `Unassigned ${title}`
        : `Assigned ${title} to ${text('assignee')}`;
    case 'snoozed':
      return `Snoozed ${title} until ${formatEventDetailDay(text('until'))}`;
    case 'unsnoozed':
      return `Ended the snooze of ${title}`;
    case 'done':
      return `Completed ${title}`;
    case 'dropped':
      return `Canceled ${title}`;
    default:
      return `Reopened ${title}`;
  }
}

function riskTexts(event: string, text: Detail): Texts {
  switch (event) {
    case 'assigned':
      return {
        headline:
          text('assignee') === null ? 'Removed the assignee' : `Assigned to ${text('assignee')}`,
      };
    case 'snoozed':
      return {
        headline: `Snoozed until ${formatEventDetailDay(text('until'))}`,
        body: text('reason'),
      };
    case 'unsnoozed':
      return { headline: 'Ended the snooze' };
    case 'undone':
      return { headline: undoneLine(text) };
    default: {
      const kind = riskOutcomeKinds.find((outcome) => outcome === text('outcome'));
      const score = text('score');
      const at =
        score === null ? '' : `, at a score of ${scoreText(Number(score))} (${text('tier')})`;
      const outcome = kind === undefined ? 'unknown' : riskOutcomeTexts[kind].name;
      return {
        headline: `${text('withdrawn') === 'true' ? 'Withdrawn outcome' : 'Outcome'}: ${outcome}${at}`,
        body: text('note'),
      };
    }
  }
}

const undoneLine = (text: Detail): string =>
  ({
    assigned: 'Undid the assignment',
    snoozed: 'Undid the snooze',
    unsnoozed: 'Restored the snooze',
  })[text('of') ?? ''] ?? 'Undid a change';

/**
 * Returns the texts of a week: the change of tier and risk, or a large score change. The body
 * explains the causes.
 */
function scoreTexts(detail: TimelineRow['detail']): Texts {
  const number = (name: string): number | null =>
    typeof detail[name] === 'number' ? detail[name] : null;
  const rank = (tier: unknown) => (healthTiers as readonly string[]).indexOf(String(tier));
  const { tier, tierBefore } = detail;
  const changes: string[] = [];
  if (tierBefore !== null && tier !== tierBefore) {
    if (tier === 'Unknown') changes.push(`No longer measurable (was ${tierBefore})`);
    else if (tierBefore === 'Unknown') changes.push(`Measurable again: ${tier}`);
    else
      changes.push(
        rank(tier) > rank(tierBefore)
          ? `Fell from ${tierBefore} to ${tier}`
          : `Rose from ${tierBefore} to ${tier}`,
      );
  }
  const change = number('change');
  if (changes.length === 0 && change !== null && Math.abs(change) >= largeScoreChangeThreshold)
    changes.push(`Score ${change < 0 ? 'fell' : 'rose'} by ${Math.abs(change).toFixed(1)} points`);
  const weeks = number('weeksBefore') ?? 0;
  if (detail.begins === true) changes.push('at risk from this week');
  if (detail.ends === true)
    changes.push(`no longer at risk after ${weeks} ${weeks === 1 ? 'week' : 'weeks'}`);
  const sentence = changes.join(', ');
  const [usage, peers, entitlements, locations] = [
    number('usage'),
    number('peers'),
    number('entitlements'),
    number('locations'),
  ];
  const scoreChangeParts =
    usage === null || peers === null || entitlements === null || locations === null
      ? null
      : { usage, peers, entitlements, locations };
  return {
    headline: capitalize(sentence),
    body: scoreChangeText({
      adoptionScore: number('score'),
      scoreChange: change,
      scoreChangeParts,
      mainMover: null,
      productsAndLocationsChange: null,
    }),
  };
}

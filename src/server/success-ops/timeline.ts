import type { RoomTimeline, TimelineText } from '#server/timeline/registry.ts';
import { counted } from '#shared/core/words.ts';
import { firedEntries } from '#server/alerts/timeline-queries.ts';
import { silentFeedEntries } from '#server/radar/timeline-queries.ts';

/** Events stored in `work_event`. */
const workEvents = {
  renewal_changed: (detail) => ({ headline: `Renewal: ${detail('what')}`, body: detail('note') }),
  call_changed: (detail) => ({ headline: `Action item “${detail('title')}”: ${detail('what')}`, body: detail('note') }),
  playbook_changed: (detail) => ({ headline: `Playbook “${detail('title')}”: ${detail('what')}`, body: detail('note') }),
  sla_paused: (detail) => ({ headline: `Paused the SLA clock “${detail('what')}”: ${detail('reason')}`, body: detail('note') }),
  sla_resumed: (detail) => ({ headline: `Resumed the SLA clock “${detail('what')}”` }),
  sla_undone: (detail) => ({ headline: `Undid a pause of the SLA clock “${detail('what')}”` }),
} satisfies Record<string, TimelineText>;

declare module '#server/work/event-kinds.ts' {
  interface WorkEventKinds extends Record<keyof typeof workEvents, true> {}
}

export const successOpsTimeline: RoomTimeline = {
  entries: (scope) => [...firedEntries(scope), ...silentFeedEntries(scope)],
  events: {
    ...workEvents,
    fired: (detail) => ({ headline: `Alert rule “${detail('rule')}” fired`, body: detail('saw') }),
    silent: (detail) => ({
      headline: `Feed silent at ${counted(Number(detail('locations')), 'location')}`,
      body: `Part of an incident: ${detail('of')}`,
      tone: 'bad',
    }),
    heard: (detail) => ({ headline: 'Feed reports again', body: `After an incident: ${detail('of')}`, tone: 'good' }),
  },
};

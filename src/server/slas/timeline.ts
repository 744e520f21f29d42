import type { RoomTimeline, TimelineTextBuilder } from '#server/timeline/registry.ts';

/** Texts for the events in `work_event`. */
const workEvents = {
  sla_paused: (detail) => ({
    headline: `Paused the SLA clock “${detail('what')}”: ${detail('reason')}`,
    body: detail('note'),
  }),
  sla_resumed: (detail) => ({ headline: `Resumed the SLA clock “${detail('what')}”` }),
  sla_undone: (detail) => ({ headline: `Undid a pause of the SLA clock “${detail('what')}”` }),
} satisfies Record<string, TimelineTextBuilder>;

declare module '#server/work/event-kinds.ts' {
  interface WorkEventKinds extends Record<keyof typeof workEvents, true> {}
}

export const slaTimeline: RoomTimeline = { events: workEvents };

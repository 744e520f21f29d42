import type { RoomTimeline, TimelineTextBuilder } from '#server/timeline/registry.ts';

/** Texts for the events in `work_event`. */
const workEvents = {
  renewal_changed: (detail) => ({ headline: `Renewal: ${detail('what')}`, body: detail('note') }),
} satisfies Record<string, TimelineTextBuilder>;

declare module '#server/work/event-kinds.ts' {
  interface WorkEventKinds extends Record<keyof typeof workEvents, true> {}
}

export const renewalTimeline: RoomTimeline = { events: workEvents };

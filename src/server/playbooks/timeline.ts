import type { RoomTimeline, TimelineTextBuilder } from '#server/timeline/registry.ts';

/** Texts for the events in `work_event`. */
const workEvents = {
  playbook_changed: (detail) => ({
    headline: `Playbook “${detail('title')}”: ${detail('what')}`,
    body: detail('note'),
  }),
} satisfies Record<string, TimelineTextBuilder>;

declare module '#server/work/event-kinds.ts' {
  interface WorkEventKinds extends Record<keyof typeof workEvents, true> {}
}

export const playbookTimeline: RoomTimeline = { events: workEvents };

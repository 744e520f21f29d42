import type { RoomTimeline, TimelineTextBuilder } from '#server/timeline/registry.ts';
import { isDay } from '#shared/core/dates.ts';
import { dayInWords } from '#shared/core/words.ts';

/** Texts for the events in `work_event`. */
const workEvents = {
  save_attempt: (detail) => {
    const dueOn = detail('dueOn') ?? '';
    return {
      headline: `Save attempt: ${detail('owner')}${isDay(dueOn) ? ` until ${dayInWords(dueOn)}` : ''}`,
      body: detail('plan'),
    };
  },
  save_attempt_failed: (detail) => ({ headline: 'Save attempt failed', body: detail('note') }),
} satisfies Record<string, TimelineTextBuilder>;

declare module '#server/work/event-kinds.ts' {
  interface WorkEventKinds extends Record<keyof typeof workEvents, true> {}
}

export const noticesTimeline: RoomTimeline = { events: workEvents };

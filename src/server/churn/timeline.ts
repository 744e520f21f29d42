import type { RoomTimeline, TimelineTextBuilder } from '#server/timeline/registry.ts';
import { formatEventDetailDay } from '#server/timeline/rules.ts';
import { churnEntries } from './timeline-queries.ts';

/** Texts for the events in `work_event`. */
const workEvents = {
  prediction_accepted: (detail) => ({
    headline: 'Agreed with the churn prediction',
    body: detail('reason'),
  }),
  prediction_rejected: (detail) => ({
    headline: 'Rejected the churn prediction',
    body: detail('reason'),
  }),
  prediction_verdict_undone: () => ({ headline: 'Undid the verdict on the churn prediction' }),
  prediction_withdrawn: (detail) => ({
    headline: 'Withdrew the verdict on the churn prediction',
    body: detail('reason'),
  }),
} satisfies Record<string, TimelineTextBuilder>;

declare module '#server/work/event-kinds.ts' {
  interface WorkEventKinds extends Record<keyof typeof workEvents, true> {}
}

export const churnTimeline: RoomTimeline = {
  entries: churnEntries,
  events: {
    ...workEvents,
    notice: (detail) => ({
      headline: `Gave notice effective ${formatEventDetailDay(detail('effective'))}`,
      body: detail('reason'),
      tone: 'bad',
    }),
    stayed: (detail) => ({ headline: 'Withdrew the notice', body: detail('reason'), tone: 'good' }),
    left: () => ({ headline: 'Left', tone: 'bad' }),
  },
};

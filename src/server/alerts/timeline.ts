import type { RoomTimeline } from '#server/timeline/registry.ts';
import { ruleFiringEntries } from './timeline-queries.ts';

export const alertTimeline: RoomTimeline = {
  entries: ruleFiringEntries,
  events: {
    fired: (detail) => ({ headline: `Alert rule “${detail('rule')}” fired`, body: detail('saw') }),
  },
};

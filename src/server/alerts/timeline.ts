import type { RoomTimeline } from '#server/timeline/registry.ts';
import { firedEntries } from './timeline-queries.ts';

export const alertTimeline: RoomTimeline = {
  entries: firedEntries,
  events: {
    fired: (detail) => ({ headline: `Alert rule “${detail('rule')}” fired`, body: detail('saw') }),
  },
};

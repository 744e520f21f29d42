import type { RoomTimeline } from '#server/timeline/registry.ts';
import { countText } from '#shared/core/words.ts';
import { silentFeedEntries } from './timeline-queries.ts';

export const radarTimeline: RoomTimeline = {
  entries: silentFeedEntries,
  events: {
    silent: (detail) => ({
      headline: `Connection silent at ${countText(Number(detail('locations')), 'location')}`,
      body: `Part of an incident: ${detail('of')}`,
      tone: 'bad',
    }),
    heard: (detail) => ({
      headline: 'Connection reports again',
      body: `After an incident: ${detail('of')}`,
      tone: 'good',
    }),
  },
};

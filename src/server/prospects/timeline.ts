import type { RoomTimeline, TimelineTextBuilder } from '#server/timeline/registry.ts';
import { paths } from '#shared/core/pages/paths.ts';

const pathOfProspect = (key: string | null) => (key === null ? null : paths.prospect(key));

const events = {
  converted: (detail) => ({
    headline: `Won as a customer: ${detail('title')}`,
    body: detail('products') === null ? null : `Products sold: ${detail('products')}`,
    tone: 'good',
    path: pathOfProspect(detail('key')),
  }),
  conversion_undone: (detail) => ({
    headline: `Unlinked from the prospect ${detail('title')}`,
    path: pathOfProspect(detail('key')),
  }),
} satisfies Record<string, TimelineTextBuilder>;

declare module '#server/work/event-kinds.ts' {
  interface WorkEventKinds extends Record<keyof typeof events, true> {}
}

export const prospectsTimeline: RoomTimeline = { events };

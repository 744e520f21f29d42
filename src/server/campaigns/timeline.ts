import type { RoomTimeline, TimelineTextBuilder } from '#server/timeline/registry.ts';

const events = {
  campaign_ticket_opened: (detail) => ({
    headline: `Ticket opened for campaign “${detail('campaign')}”`,
  }),
  campaign_ticket_withdrawn: (detail) => ({
    headline: `Ticket of campaign “${detail('campaign')}” withdrawn`,
  }),
} satisfies Record<string, TimelineTextBuilder>;

declare module '#server/work/event-kinds.ts' {
  interface WorkEventKinds extends Record<keyof typeof events, true> {}
}

export const campaignsTimeline: RoomTimeline = { events };

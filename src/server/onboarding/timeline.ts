import type { RoomTimeline, TimelineTextBuilder } from '#server/timeline/registry.ts';

const events = {
  milestone_done: (detail) => ({
    headline: `Onboarding milestone done: ${detail('milestone')}`,
    tone: 'good',
  }),
  milestone_reopened: (detail) => ({
    headline: `Onboarding milestone reopened: ${detail('milestone')}`,
  }),
  blocked: (detail) => ({ headline: `Onboarding blocked: ${detail('blocker')}`, tone: 'bad' }),
  unblocked: () => ({ headline: 'Onboarding no longer blocked' }),
  paused: (detail) => ({ headline: 'Paused onboarding', body: detail('reason') }),
  resumed: () => ({ headline: 'Resumed onboarding' }),
  extended: (detail) => ({ headline: `Extended onboarding by ${detail('days')} days` }),
  graduated: () => ({ headline: 'Graduated from onboarding', tone: 'good' }),
  handed_over: () => ({ headline: 'Handed over from onboarding' }),
  onboarding_undone: (detail) => ({ headline: `Undid onboarding change: ${detail('action')}` }),
} satisfies Record<string, TimelineTextBuilder>;

declare module '#server/work/event-kinds.ts' {
  interface WorkEventKinds extends Record<keyof typeof events, true> {}
}

export const onboardingTimeline: RoomTimeline = { events };

import { readOnboardingClocks } from './onboarding.ts';
import { readPlaybookClocks } from './playbooks.ts';
import { readFirstTouchClocks } from './risk.ts';
import type { SlaClockSource } from './source.ts';
import { readTicketReplyClocks } from './tickets.ts';

/** All sources of SLA clocks. A new kind of clock needs an entry here. */
export const slaClockSources: readonly SlaClockSource[] = [
  readFirstTouchClocks,
  readTicketReplyClocks,
  readOnboardingClocks,
  readPlaybookClocks,
];

import { onboardingClocks } from './onboarding.ts';
import { playbookClocks } from './playbooks.ts';
import { riskClocks } from './risk.ts';
import type { SlaSource } from './source.ts';
import { ticketClocks } from './tickets.ts';

/** All sources of SLA clocks. A new kind of clock needs an entry here. */
export const slaSources: readonly SlaSource[] = [
  riskClocks,
  ticketClocks,
  onboardingClocks,
  playbookClocks,
];

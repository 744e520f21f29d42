import { onboardingClocks } from './onboarding.ts';
import { playbookClocks } from './playbooks.ts';
import { riskClocks } from './risk.ts';
import type { SlaSource } from './source.ts';
import { ticketClocks } from './tickets.ts';

/** All sources of SLA clocks. To add a kind, add a row. */
export const slaSources: readonly SlaSource[] = [
  riskClocks,
  ticketClocks,
  onboardingClocks,
  playbookClocks,
];

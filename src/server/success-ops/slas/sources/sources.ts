import { onboardingClocks } from './onboarding.ts';
import { playbookClocks } from './playbooks.ts';
import { riskClocks } from './risk.ts';
import type { SlaSource } from './source.ts';
import { ticketClocks } from './tickets.ts';

/** Whatever has clocks; a further kind is a row here. */
export const slaSources: readonly SlaSource[] = [riskClocks, ticketClocks, onboardingClocks, playbookClocks];

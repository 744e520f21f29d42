import type { SeededRandom } from '#server/core/seeded-random.ts';

export type UsageTrendKind = 'steady' | 'declining' | 'recovering' | 'stopped';

export const churnReasonsWithoutSigns = [
  'Practice sold or closed',
  'Practice sold or closed',
  'Practice sold or closed',
  'Practice sold or closed',
  'EHR switch',
  'Price or terms',
];

export function drawChurnReason(
  random: SeededRandom,
  signs: { newOwner: boolean; trouble: number; unhappiness: number; mode: UsageTrendKind },
): string {
  if (signs.newOwner && random.chance(0.75))
    return random.pick(['Practice sold or closed', 'Champion or owner left']);
  if (signs.trouble >= 1.5 && random.chance(0.6))
    return random.pick(['Support or implementation', 'Product gap']);
  if (signs.mode === 'stopped')
    return random.pick(['EHR switch', 'Champion or owner left', 'Competitor']);
  if (signs.mode === 'declining')
    return random.pick([
      'Competitor',
      'Competitor',
      'Low use',
      'Champion or owner left',
      'Price or terms',
    ]);
  if (signs.unhappiness > 0.1 && random.chance(0.7)) return 'Low use';
  return random.pick([
    'Price or terms',
    'Competitor',
    'EHR switch',
    'Billing',
    'Product gap',
    'Low use',
  ]);
}

import { guideFromRegistry } from '../from-registry.ts';
import { everywhere } from './keys.ts';
import { refreshSection } from './scoring.ts';

export const productGuide = guideFromRegistry({
  metrics: ['usage', 'benchmark', 'usageChange', 'entitledFeatures'],
  controls: [],
  keys: everywhere,
  howItWorks: (facts) => [
    {
      title: 'What the page is for',
      blocks: [
        'It says what a product does and how practices use it, with figures over all customers. Visitors see it too, so it names no customer.',
      ],
    },
    refreshSection(facts),
  ],
});

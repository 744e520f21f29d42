import { shareText } from '#shared/core/words.ts';
import {
  minimumNamedEhrCustomers,
  minimumProofCustomers,
  proofConfidence,
} from '#shared/products/proof.ts';
import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys } from '#web/ui/guide/keys.ts';
import { createRefreshTimesSection } from '#web/ui/guide/scoring.ts';

export const createProductGuide = createGuideFactory({
  metrics: ['usage', 'usageChange', 'benchmark', 'productScore', 'entitledFeatures'],
  controls: [
    {
      id: 'product-abilities',
      label: 'What it does',
      does: 'What the product does for a practice and its patients.',
    },
    {
      id: 'product-steps',
      label: 'How practices use it',
      does: 'Steps for getting a practice to use the product.',
    },
    {
      id: 'product-proof',
      label: 'What the figures say',
      does: `How usage has changed for customers that have the product, and what “median change” means. Figures for fewer than ${minimumProofCustomers} customers are hidden.`,
    },
    {
      id: 'product-systems',
      label: 'Works with these EHRs',
      does: `EHRs of the customers that use the product. EHRs with fewer than ${minimumNamedEhrCustomers} customers are not named.`,
    },
    {
      id: 'product-questions',
      label: 'Questions and answers',
      does: 'Questions that customers ask before they start, with answers.',
    },
    {
      id: 'product-talk-track',
      label: 'Talk track',
      does: 'Opening, questions, objections and next step for a sales talk. The talk track stays hidden until you open it.',
    },
  ],
  keys: globalKeys,
  howItWorks: (facts) => [
    {
      title: 'Where the figures come from',
      blocks: [
        'The figures are computed from the usage of all customers that have the product, without naming any of them. Each customer is compared with itself, so that a growing number of customers doesn’t look like growing usage.',
        `The interval around the median contains the true median with a confidence of at least ${shareText(proofConfidence)}.`,
      ],
    },
    createRefreshTimesSection(facts),
  ],
});

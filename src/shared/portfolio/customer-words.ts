import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { type HealthTier, healthTiers, sizeTiers } from '#shared/core/tiers.ts';
import type { ColumnVocabulary } from '#shared/list/vocabulary.ts';

/**
 * Nouns that mean a customer. Lists use them when their rows are not customers but, for example,
 * losses.
 */
export const customerNouns = [
  'account',
  'acct',
  'client',
  'practice',
  'institution',
  'office',
  'company',
];

const tierSynonyms: Record<HealthTier, readonly string[]> = {
  Healthy: ['in good health'],
  Medium: [],
  Critical: ['unhealthy', 'in bad health', 'in poor health'],
  Unknown: ['not scored', 'unscored', 'without a score'],
};

const customerWords = ['customer', ...customerNouns];

/** Returns the words for a customer in a tier, such as 'critical customers'. */
export const listTierPhrases = (tier: HealthTier): string[] =>
  customerWords.map((noun) => `${tier} ${noun}`);

/**
 * Words for the customer's health tier. Lists use them when their rows are not customers but, for
 * example, losses.
 */
export const customerTierVocabulary: ColumnVocabulary = {
  isScale: true,
  reading: 'of {} customers',
  words: ['health tier', 'customer tier', 'health', 'health status', 'customer health'],
  values: Object.fromEntries(
    healthTiers.map((tier) => [tier, [...tierSynonyms[tier], ...listTierPhrases(tier)]]),
  ),
};

/** Words for the customer's size tier: 'large-sized accounts', 'mid-size customers'. */
export const customerSizeVocabulary: ColumnVocabulary = {
  reading: '{} …',
  words: ['size', 'customer size', 'segment'],
  values: Object.fromEntries(
    sizeTiers.map((tier) => [
      tier,
      [tier, ...(tier === 'Medium' ? ['mid', 'midsize'] : [])].flatMap((name) =>
        name === 'midsize' ? [name, `${name}d`] : [`${name} size`, `${name} sized`],
      ),
    ]),
  ),
};

/** Words for rows without an owner. */
export const unassignedWords = [
  'unassigned',
  'not assigned',
  'not assigned to anyone',
  'unowned',
  'without an assignee',
  'without assignee',
  'without an owner',
  'without owner',
  'with no assignee',
  'with no owner',
  ...['nobody', 'no one'].flatMap((nobody) => [
    `${nobody} assigned`,
    `${nobody} is assigned to`,
    `assigned to ${nobody}`,
    `${nobody} owns`,
    `${nobody} is working on`,
  ]),
];

/** Words for the owner of a customer. */
export const customerOwnerWords = [
  'csm',
  'account manager',
  'account owner',
  'customer owner',
  'success manager',
  'owned by',
  'managed by',
];

/** Words for the owner of a customer, in lists that show 'Unassigned' for a customer without one. */
export const customerOwnerVocabulary: ColumnVocabulary = {
  reading: 'owned by {}',
  noneValue: unassignedOwner,
  words: customerOwnerWords,
};

import type { ProductPageKey } from '#shared/core/pages/product-pages.ts';

export interface Titled {
  title: string;
  text: string;
}

export interface Answered {
  question: string;
  answer: string;
}

/** Everything a product page says in words; its figures come from the customers. */
export interface ProductContent {
  page: ProductPageKey;
  promise: string;
  /** What a practice lives with before. */
  problem: string;
  /** What the product does. */
  abilities: readonly Titled[];
  /** How practices use it, first step first. */
  steps: readonly Titled[];
  questions: readonly Answered[];
  /** For the person who presents; never for the screen that is shared. */
  talkTrack: {
    opening: string;
    discovery: readonly string[];
    objections: readonly { objection: string; answer: string }[];
    nextStep: string;
  };
}

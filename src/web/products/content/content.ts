import type { ProductPageKey } from '#shared/core/pages/product-page-products.ts';

export interface TitledText {
  title: string;
  text: string;
}

export interface QuestionAndAnswer {
  question: string;
  answer: string;
}

/** Texts of a product page. */
export interface ProductContent {
  page: ProductPageKey;
  promise: string;
  /** Problem that a practice has without the product. */
  problem: string;
  /** Abilities of the product. */
  abilities: readonly TitledText[];
  /** Steps of putting the product to use, in order. */
  steps: readonly TitledText[];
  questions: readonly QuestionAndAnswer[];
  /** Texts for the presenter. They are hidden by default, because the screen may be shared. */
  talkTrack: {
    opening: string;
    discovery: readonly string[];
    objections: readonly { objection: string; answer: string }[];
    nextStep: string;
  };
}

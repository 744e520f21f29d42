import type { Bio } from '#shared/core/provider-answers.ts';

/** Bio of an institution that a directory does not know. */
export const noBio: Bio = {
  bio: null,
  website: null,
  phone: null,
  rating: null,
  totalRatings: null,
  openingHours: null,
  attribution: null,
};

import { z } from 'zod';
import { paths } from '#shared/core/pages/paths.ts';
import { capitalize } from '#shared/core/words.ts';

/** Facts by which a prospect and another prospect or a customer can be the same practice. */
export const duplicateReasons = ['phone', 'name', 'street', 'website'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

const reasonWords: Readonly<Record<DuplicateReason, string>> = {
  phone: 'phone',
  name: 'name and ZIP code',
  street: 'street',
  website: 'website',
};

/** Returns a text such as 'Same phone, same website'; '' without a reason. */
export const sameFactsText = (reasons: readonly DuplicateReason[]): string =>
  capitalize(reasons.map((reason) => `same ${reasonWords[reason]}`).join(', '));

/** Other prospect or customer that can be the same practice as a prospect. */
export const possibleDuplicateSchema = z.strictObject({
  reason: z.enum(duplicateReasons),
  name: z.string(),
  /** `null` for a customer. */
  prospectId: z.int().nullable(),
  /** `null` for a prospect. */
  institutionId: z.int().nullable(),
});
export type PossibleDuplicate = z.output<typeof possibleDuplicateSchema>;

/** Returns a text such as 'Same phone as Oak Dental'. */
export const duplicateText = ({ reason, name }: PossibleDuplicate): string =>
  `Same ${reasonWords[reason]} as ${name}`;

/** Returns the path of the page of a possible duplicate; `null` without an id. */
export const duplicatePath = ({ prospectId, institutionId }: PossibleDuplicate): string | null => {
  if (institutionId !== null) return paths.institutionOverview(institutionId);
  return prospectId === null ? null : paths.prospect(`prospect-${prospectId}`);
};

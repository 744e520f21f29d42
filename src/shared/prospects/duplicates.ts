import { z } from 'zod';
import { paths } from '#shared/core/pages/paths.ts';

/** Facts by which a prospect and another prospect or a customer can be the same practice. */
export const duplicateReasons = ['phone', 'name', 'street', 'website'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

const reasonTexts: Readonly<Record<DuplicateReason, string>> = {
  phone: 'Same phone as',
  name: 'Same name and ZIP code as',
  street: 'Same street as',
  website: 'Same website as',
};

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
  `${reasonTexts[reason]} ${name}`;

/** Returns the path of the page of a possible duplicate; `null` without an id. */
export const duplicatePath = ({ prospectId, institutionId }: PossibleDuplicate): string | null => {
  if (institutionId !== null) return paths.institutionOverview(institutionId);
  return prospectId === null ? null : paths.prospect(`prospect-${prospectId}`);
};

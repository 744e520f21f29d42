import { z } from 'zod';

export const bioSchema = z.strictObject({
  bio: z.string().nullable(),
  website: z.string().nullable(),
  phone: z.string().nullable(),
  rating: z.number().nullable(),
  totalRatings: z.int().nullable(),
  openingHours: z.array(z.string()).nullable(),
  /** Name of the directory that must be shown with the facts; `null` without such a duty. */
  attribution: z.string().nullable(),
});

export type Bio = z.output<typeof bioSchema>;

export const unassignedOwner = 'Unassigned';
/** Returns the display name of an owner archived in the CRM. */
export const formatInactiveOwnerName = (name: string): string => `${name} (inactive)`;

export const dealOwnerSchema = z.strictObject({
  ownerName: z.string(),
  pipeline: z.string().nullable(),
});

export type DealOwner = z.output<typeof dealOwnerSchema>;

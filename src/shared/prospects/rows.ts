import { z } from 'zod';
import { personSchema } from '#shared/core/person.ts';
import { prospectDealSchema } from './deals.ts';
import { possibleDuplicateSchema } from './duplicates.ts';
import { prospectStages } from './stages.ts';

const namedCustomerSchema = z.strictObject({ institutionId: z.int(), institutionName: z.string() });

/** Row of the list of prospects. */
export const listedProspectSchema = z.strictObject({
  prospectId: z.int(),
  /** Id of the place in the places directory; `null` for a prospect from a file. */
  placeId: z.string().nullable(),
  name: z.string(),
  address: z.string(),
  city: z.string().nullable(),
  /** Two-letter code of the state. */
  state: z.string().nullable(),
  zip: z.string().nullable(),
  businessType: z.string(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  ehr: z.string().nullable(),
  locationCount: z.int().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** `true` when the coordinates are the center of the address's ZIP code. */
  isPlacedByZip: z.boolean(),
  source: z.string(),
  addedOn: z.iso.date(),
  /** Day on which the newest of the prospect's facts was entered or imported. */
  checkedOn: z.iso.date(),
  /** Name of the sales territory; `null` when none covers the address. */
  territory: z.string().nullable(),
  /** Name of the territory's owner; `null` without a territory or an owner. */
  territoryOwner: z.string().nullable(),
  stage: z.enum(prospectStages),
  stageSince: z.iso.datetime(),
  daysInStage: z.int(),
  owner: personSchema.nullable(),
  lostReason: z.string().nullable(),
  /** Expected monthly amount in dollars; `null` until a user enters one. */
  monthlyAmount: z.number().nullable(),
  /** Reason why the prospect must not be contacted; `null` when it may be contacted. */
  doNotContact: z.string().nullable(),
  /**
   * Name of the prospect whose suppression covers this prospect's phone number; `null` when the
   * prospect itself is suppressed, or may be contacted.
   */
  suppressedBy: z.string().nullable(),
  /** Exit criteria of the current stage; `null` when the stage has none. */
  exitCriteria: z.strictObject({ met: z.int(), of: z.int() }).nullable(),
  lastTouchOn: z.iso.date().nullable(),
  /** Open task that is due next and not snoozed; `null` when there is none. */
  nextTask: z.strictObject({ title: z.string(), dueOn: z.iso.date().nullable() }).nullable(),
  /** Days since the newest note, or since the prospect was added; `null` outside active stages. */
  daysWithoutTouch: z.int().nullable(),
  /** Score, 0–100. */
  score: z.number(),
  /** Points that unknown facts could add to the score. */
  unknownPoints: z.number(),
  /** Distance to the nearest customer; `null` without coordinates. */
  nearestMiles: z.number().nullable(),
  nearestCustomer: namedCustomerSchema.nullable(),
  /** Customer that the prospect was converted to; `null` without a conversion. */
  customer: namedCustomerSchema.nullable(),
  /** Deal in the CRM; `null` without one, or when the CRM assigned it to a customer. */
  deal: prospectDealSchema.nullable(),
  /** Customer or, without one, prospect that can be the same practice; `null` without either. */
  duplicateOf: possibleDuplicateSchema.nullable(),
  version: z.int(),
});
export type ListedProspect = z.output<typeof listedProspectSchema>;

/** Returns the displayed name of a prospect's source. All places providers have the same name. */
export const prospectSourceText = (source: string): string =>
  source.endsWith('_places') ? 'Places search' : source;

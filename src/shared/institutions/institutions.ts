import { z } from 'zod';
import { endpoint, idSchema, institutionParams } from '#shared/core/endpoint.ts';
import { bioSchema, dealOwnerSchema } from '#shared/core/provider-answers.ts';
import { defaultProviderWords } from '#shared/core/settings/settings.ts';
import { healthTierSchema, tierLimitsSchema } from '#shared/core/tiers.ts';

/** A location with its institution's name and health. */
export const practiceSchema = z.strictObject({
  locationId: z.int(),
  institutionId: z.int(),
  institutionName: z.string(),
  /** The institution's id in the system it comes from. */
  institutionExternalId: z.string().nullable(),
  locationName: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** The coordinates are the middle of its zip code, because its own are not known. */
  isPlacedByZip: z.boolean(),
  streetAddress: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  phone: z.string().nullable(),
  practiceType: z.string().nullable(),
  ehr: z.string().nullable(),
  onlineBookingLink: z.string().nullable(),
  /** The institution's, from the last official week. */
  healthTier: healthTierSchema,
  healthScore: z.number().nullable(),
  inGrace: z.boolean(),
  numLocations: z.int(),
  numProducts: z.int(),
});
export type Practice = z.output<typeof practiceSchema>;

export const getPractices = endpoint({
  method: 'GET',
  path: '/api/customer-practices',
  summary: 'Every practice of every customer',
  response: z.strictObject({
    practices: z.array(practiceSchema),
    /** Those of the rules that the last official week was made with; null before the first. */
    tierLimits: tierLimitsSchema.nullable(),
  }),
});

export const institutionLocationsSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  numLocations: z.int(),
  numProducts: z.int(),
  healthScore: z.number().nullable(),
  healthTier: healthTierSchema,
  locations: z.array(
    practiceSchema.omit({
      institutionName: true,
      institutionExternalId: true,
      healthTier: true,
      healthScore: true,
      inGrace: true,
      numLocations: true,
      numProducts: true,
    }),
  ),
});
export type InstitutionLocations = z.output<typeof institutionLocationsSchema>;

export const getInstitutionLocations = endpoint({
  method: 'GET',
  path: '/api/customer-practices/institution/:id',
  summary: 'One customer and its locations',
  params: institutionParams,
  response: institutionLocationsSchema,
});

export const getBio = (placesProvider: string = defaultProviderWords.places) =>
  endpoint({
    method: 'GET',
    path: `/api/institution/:id/${placesProvider}-bio`,
    summary: 'What the places directory says about an institution',
    params: institutionParams,
    response: bioSchema,
  });

export const postDealOwners = (crmProvider: string = defaultProviderWords.crm) =>
  endpoint({
    method: 'POST',
    path: `/api/${crmProvider}/institution-deal-owners`,
    summary: 'Owner and pipeline of each institution in the CRM',
    body: z.strictObject({ institutionIds: z.array(idSchema).min(1).max(500) }),
    response: z.strictObject({
      dealOwners: z.record(z.string(), dealOwnerSchema),
      asOf: z.iso.datetime().nullable(),
      stale: z.boolean(),
    }),
  });

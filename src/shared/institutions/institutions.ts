import { z } from 'zod';
import { endpoint, idSchema, institutionParamsSchema } from '#shared/core/endpoint.ts';
import { bioSchema, dealOwnerSchema } from '#shared/core/provider-answers.ts';
import { defaultProviderPathNames } from '#shared/core/settings/settings.ts';
import { healthTierSchema, tierLimitsSchema } from '#shared/core/tiers.ts';

/** Location with its institution's name and health. */
export const practiceSchema = z.strictObject({
  locationId: z.int(),
  institutionId: z.int(),
  institutionName: z.string(),
  /** Institution's id in its source system. */
  institutionExternalId: z.string().nullable(),
  locationName: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /**
   * `true` when the coordinates are the center of the ZIP code, because the location's own are
   * unknown.
   */
  isPlacedByZip: z.boolean(),
  streetAddress: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  phone: z.string().nullable(),
  practiceType: z.string().nullable(),
  ehr: z.string().nullable(),
  onlineBookingLink: z.string().nullable(),
  /** Institution's tier in the last official week. */
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
  summary: 'All practices of all customers',
  response: z.strictObject({
    practices: z.array(practiceSchema),
    /** Tier limits of the last official week; `null` before the first official week. */
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
  summary: 'Customer with its locations',
  params: institutionParamsSchema,
  response: institutionLocationsSchema,
});

export const getBio = (placesProvider: string = defaultProviderPathNames.places) =>
  endpoint({
    method: 'GET',
    path: `/api/institution/:id/${placesProvider}-bio`,
    summary: 'Institution’s entry in the places directory',
    params: institutionParamsSchema,
    response: bioSchema,
  });

export const postDealOwnerLookup = (crmProvider: string = defaultProviderPathNames.crm) =>
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

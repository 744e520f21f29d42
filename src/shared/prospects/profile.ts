import { z } from 'zod';
import { endpoint, textSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { prospectFactFields } from './changes.ts';
import { prospectConversionSchema } from './conversion.ts';
import { listedProspectSchema, prospectSourceText } from './rows.ts';

export const prospectFactSchema = z.strictObject({
  field: z.enum(prospectFactFields),
  /** `null` when the fact is unknown. */
  value: z.string().nullable(),
  /** User who entered the value, or the system, directory or file that it came from. */
  source: z.string(),
  checkedOn: z.iso.date(),
  /** `true` when a user entered the value, or took it from a record. */
  isEntered: z.boolean(),
});
export type ProspectFact = z.output<typeof prospectFactSchema>;

/** Returns the displayed source of a fact. */
export const prospectFactSourceText = ({ isEntered, source }: ProspectFact): string =>
  isEntered ? source : prospectSourceText(source);

const scorePartSchema = z.strictObject({
  key: z.string(),
  label: z.string(),
  points: z.number().nullable(),
  most: z.number(),
  reason: z.string(),
});

const checklistEntrySchema = z.strictObject({
  criterionId: z.string(),
  text: z.string(),
  /** User who ticked the criterion, and when; `null` while it is open. */
  met: z.strictObject({ by: z.string(), at: z.iso.datetime() }).nullable(),
});
export type ChecklistEntry = z.output<typeof checklistEntrySchema>;

const suppressionSchema = z.strictObject({
  reason: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  /** Another prospect with the same phone number; `null` for the prospect's own suppression. */
  of: z.strictObject({ name: z.string(), key: z.string() }).nullable(),
});

const activitySchema = z.strictObject({
  at: z.iso.datetime(),
  by: personSchema,
  /** Description of the change, or the text of the note. */
  text: z.string(),
  isNote: z.boolean(),
  /** Merge that the entry records and that can be undone; otherwise omitted. */
  mergeId: z.uuid().optional(),
});
export type ProspectActivity = z.output<typeof activitySchema>;

/** `key` is the place id, or `prospect-` with the prospect's id for a prospect without a place. */
export const getProspectProfile = endpoint({
  method: 'GET',
  path: '/api/prospects/profile',
  summary: 'One prospect with its facts, score and activity',
  query: z.object({ key: textSchema.min(1).max(300) }),
  response: z.strictObject({
    prospect: listedProspectSchema,
    /** `null` when the prospect is not converted. */
    conversion: prospectConversionSchema.nullable(),
    facts: z.array(prospectFactSchema),
    scoreParts: z.array(scorePartSchema),
    /** Version of the settings with the weights of the score; 0 for the defaults. */
    scoreVersion: z.int(),
    /** Exit checklist of the current stage. */
    checklist: z.array(checklistEntrySchema),
    /** Suppressions in force that cover the prospect. */
    suppressions: z.array(suppressionSchema),
    /** Names of other prospects that a lifted suppression would allow to contact again. */
    alsoSuppressed: z.array(z.string()),
    activity: z.array(activitySchema),
    /** `true` when only the id of the prospect's place may be stored, not the place's facts. */
    isPlaceIdOnly: z.boolean(),
    /** `true` when the current facts of the place can be loaded. */
    hasLiveFacts: z.boolean(),
    /** `true` when unknown facts can be taken from an NPPES record. */
    canMatchNppes: z.boolean(),
    /** `true` when deals can be created in HubSpot. */
    canCreateDeal: z.boolean(),
    /** Page of the deal in HubSpot; `null` without a deal, or when the portal is not configured. */
    dealAddress: z.string().nullable(),
    /** Why HubSpot refused the deal; otherwise `null`. */
    dealProblem: z.string().nullable(),
    /** Name of the merged prospect whose key was requested; otherwise omitted. */
    mergedName: z.string().optional(),
  }),
});
export type ProspectProfile = z.output<typeof getProspectProfile.response>;

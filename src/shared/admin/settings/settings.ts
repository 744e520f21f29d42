import { z } from 'zod';
import { endpoint, listAnswer, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { deskSettingsSchema, insightsAccessSchema } from '#shared/core/settings/desk-settings.ts';
import { pendingKinds, pendingStates } from '#shared/core/settings/pending-changes.ts';

const settingsAnswer = z.strictObject({
  /** Version of the settings; 0 for the defaults. */
  version: z.int(),
  settings: deskSettingsSchema,
  madeBy: z.string().nullable(),
  madeAt: z.iso.datetime().nullable(),
  /** Values set in the environment, which take precedence; `null` where unset. */
  byEnvironment: z.strictObject({
    allowedDomains: z.array(z.string()).nullable(),
    insightsAccess: insightsAccessSchema.nullable(),
  }),
  /** Effective setting. */
  insightsAccess: insightsAccessSchema,
  /**
   * `true` when there is a second administrator, so that changed retention periods wait for
   * approval.
   */
  needsSecondPerson: z.boolean(),
});
export type SettingsAnswer = z.output<typeof settingsAnswer>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'Get the settings',
  role: 'admin',
  response: settingsAnswer,
});

/** The page creates the id of a change, so that a double click makes one change. */
export const postSettings = endpoint({
  method: 'POST',
  path: '/api/admin/settings',
  summary:
    'Save settings; 409 when `version` is not the current one. Changed retention periods wait for a second administrator',
  role: 'admin',
  body: z.strictObject({
    changeId: z.uuid(),
    version: versionSchema,
    settings: deskSettingsSchema,
  }),
  response: settingsAnswer.extend({ isWaiting: z.boolean() }),
});

const pendingSchema = z.strictObject({
  changeId: z.uuid(),
  kind: z.enum(pendingKinds),
  /** Changed fields with their values before and after. */
  changes: z.array(z.strictObject({ name: z.string(), before: z.string(), after: z.string() })),
  /** Note by the proposer. */
  note: z.string(),
  proposedBy: personSchema,
  proposedAt: z.iso.datetime(),
  state: z.enum(pendingStates),
  decidedBy: personSchema.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  /**
   * `true` when the settings changed after the request, so that it can only be rejected or
   * withdrawn.
   */
  isStale: z.boolean(),
});
export type PendingChange = z.output<typeof pendingSchema>;

/** Maximum number of decided changes shown. */
export const mostPending = 20;

export const getPendingChanges = endpoint({
  method: 'GET',
  path: '/api/admin/pending-changes',
  summary: 'List pending changes and the last decisions',
  role: 'admin',
  response: listAnswer(pendingSchema),
});

export const longestReason = 300;

export const postDecision = endpoint({
  method: 'POST',
  path: '/api/admin/pending-changes/:changeId/decision',
  summary:
    'Approve or reject a change of another administrator, or withdraw your own; 409 when it is stale or already decided',
  role: 'admin',
  params: z.strictObject({ changeId: z.uuid() }),
  body: z.strictObject({
    decision: z.enum(['approved', 'refused', 'withdrawn']),
    reason: textSchema.trim().max(longestReason),
  }),
  response: pendingSchema,
});

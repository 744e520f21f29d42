import { z } from 'zod';
import { createListAnswerSchema, endpoint, textSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { pendingChangeKinds, pendingChangeStates } from '#shared/core/settings/pending-changes.ts';

const pendingSchema = z.strictObject({
  changeId: z.uuid(),
  kind: z.enum(pendingChangeKinds),
  /** Changed fields with their values before and after. */
  changes: z.array(z.strictObject({ name: z.string(), before: z.string(), after: z.string() })),
  /** Note by the user who proposed the change. */
  note: z.string(),
  proposedBy: personSchema,
  proposedAt: z.iso.datetime(),
  state: z.enum(pendingChangeStates),
  decidedBy: personSchema.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  /** Trial that shows the effect of proposed scoring rules; `null` for other changes. */
  trialId: z.uuid().nullable(),
  /**
   * `true` when the settings changed after the request. The request can then only be rejected or
   * withdrawn.
   */
  isStale: z.boolean(),
});
export type PendingChange = z.output<typeof pendingSchema>;

/** Maximum number of decided changes shown. */
export const maxDecidedChanges = 20;

export const getPendingChanges = endpoint({
  method: 'GET',
  path: '/api/admin/pending-changes',
  summary: 'List pending changes and the last decisions',
  role: 'admin',
  response: createListAnswerSchema(pendingSchema),
});

export const maxDecisionReasonLength = 300;

export const postPendingChangeDecision = endpoint({
  method: 'POST',
  path: '/api/admin/pending-changes/:changeId/decision',
  summary:
    'Approve or reject a change of another administrator, or withdraw your own; 409 when it is stale or already decided',
  role: 'admin',
  params: z.strictObject({ changeId: z.uuid() }),
  body: z.strictObject({
    decision: z.enum(['approved', 'refused', 'withdrawn']),
    reason: textSchema.trim().max(maxDecisionReasonLength),
  }),
  response: pendingSchema,
});

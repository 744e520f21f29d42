import { z } from 'zod';
import { createListAnswerSchema, daySchema, endpoint } from '#shared/core/endpoint.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';

/** Details of an entry. The fields depend on the action. */
const detailSchema = z.record(z.string(), z.unknown());

export const auditEntrySchema = z.strictObject({
  /** Position of the entry in the log, from 1 and without gaps. */
  position: z.int(),
  at: z.iso.datetime(),
  /** Day and time such as 14:05, in the business time zone. */
  on: z.iso.date(),
  time: z.string(),
  /** Name of the user, or of another actor such as a command. */
  actor: z.string(),
  /** Email address of the user; `null` when the actor is not a user. */
  actorEmail: z.string().nullable(),
  /** Action, such as `rules.save`. */
  action: z.string(),
  objectType: z.string(),
  objectId: z.string(),
  /** Name of the affected user, customer, job, file or other object; `null` without a name. */
  objectName: z.string().nullable(),
  detail: detailSchema,
  requestId: z.string().nullable(),
  address: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** Maximum number of entries in a response. The newest entries are returned. */
export const maxAuditEntries = 10_000;
export const defaultAuditDays = 30;

/** First and last day in the business time zone. When omitted, the last 30 days. */
const daysQuery = z
  .object({ from: daySchema.optional(), until: daySchema.optional() })
  .refine(({ from, until }) => from === undefined || until === undefined || from <= until, {
    path: ['until'],
    error: 'must not be before `from`',
  });

export const getAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  summary: 'List the actions of administrators and all bulk changes of customers, newest first',
  role: 'admin',
  query: daysQuery,
  response: createListAnswerSchema(auditEntrySchema).extend({
    from: z.iso.date(),
    until: z.iso.date(),
    isCut: z.boolean(),
  }),
});

export const exportAuditLog = {
  path: '/api/admin/audit-log/export',
  summary: 'Export the audit log as CSV for the given days',
  role: 'admin',
  query: daysQuery,
} satisfies CsvExport;

export const getAuditLogCheck = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log/chain',
  summary:
    'Check that each entry of the audit log matches its own checksum and the previous entry, and that the newest entry matches the record outside the database',
  role: 'admin',
  response: z.strictObject({
    entries: z.int(),
    /** Checksum of the newest entry; `null` for an empty log. */
    hash: z.string().nullable(),
    /**
     * First entry whose checksum does not match the previous entry; `null` when all entries match.
     */
    broken: auditEntrySchema.pick({ position: true, at: true, action: true }).nullable(),
    /**
     * Messages about evidence that the log was changed. Servers of earlier versions omit this
     * field.
     */
    problems: z.array(z.string()).default([]),
    /** Messages with additional information about the check. */
    notes: z.array(z.string()).default([]),
  }),
});

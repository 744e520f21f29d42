import { z } from 'zod';

/**
 * Recorded newest entry that was later found missing or changed. The position is 0 for a record
 * that could not be read.
 */
const breakSchema = z.strictObject({
  position: z.int(),
  hash: z.string().nullable(),
  noticedAt: z.iso.datetime(),
});

export const auditRecordSchema = z.strictObject({
  /** Position of the newest entry; 0 for an empty log, which has the `hash` `null`. */
  position: z.int(),
  hash: z.string().nullable(),
  at: z.iso.datetime(),
  /** Position of the oldest entry with a seal; `null` without seals. */
  sealedFrom: z.int().nullable(),
  breaks: z.array(breakSchema),
  /**
   * Hashes of the audit entries of all known restores: the restores in the log, and the restores
   * listed in the previous record. Records written by earlier versions do not have this field.
   */
  restores: z.array(z.string()).optional(),
});
/** Record, outside the database, of the newest entry of the audit log. */
export type AuditHeadRecord = z.output<typeof auditRecordSchema>;

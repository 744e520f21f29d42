import { z } from 'zod';

/**
 * Recorded newest entry that was later found missing or changed; position 0 for a record that could
 * not be read.
 */
const breakSchema = z.strictObject({
  position: z.int(),
  hash: z.string().nullable(),
  noticedAt: z.iso.datetime(),
});

export const recordSchema = z.strictObject({
  /** Position of the newest entry; 0 for an empty log, whose `hash` is `null`. */
  position: z.int(),
  hash: z.string().nullable(),
  at: z.iso.datetime(),
  /** Position of the oldest entry with a seal; `null` without seals. */
  sealedFrom: z.int().nullable(),
  breaks: z.array(breakSchema),
  /**
   * Hashes of the restores' entries that were in the log when the record was made; absent in
   * records by earlier versions.
   */
  restores: z.array(z.string()).optional(),
});
/** Newest entry of the log, as recorded outside the database. */
export type AuditRecord = z.output<typeof recordSchema>;

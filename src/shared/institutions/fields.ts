import { z } from 'zod';

/** Fields of an institution in every record and list. */
export const institutionFieldSchemas = {
  institutionId: z.int(),
  institutionName: z.string(),
  /** `null` when unknown; the institution then counts as past grace. */
  goLiveDate: z.iso.date().nullable(),
  monthsSinceGoLive: z.int().nullable(),
  totalTicketCount: z.int(),
};

const institutionFieldsSchema = z.strictObject(institutionFieldSchemas);
export type InstitutionFields = z.output<typeof institutionFieldsSchema>;

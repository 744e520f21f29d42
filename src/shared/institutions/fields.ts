import { z } from 'zod';

/** What every record and list says of an institution, whatever its score. */
export const institutionFields = {
  institutionId: z.int(),
  institutionName: z.string(),
  /** null, as the months since, where nobody knows when that was: it is long past grace. */
  goLiveDate: z.iso.date().nullable(),
  monthsSinceGoLive: z.int().nullable(),
  totalTicketCount: z.int(),
};

const institutionFieldsSchema = z.strictObject(institutionFields);
export type InstitutionFields = z.output<typeof institutionFieldsSchema>;

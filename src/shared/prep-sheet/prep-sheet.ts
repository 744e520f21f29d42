import { z } from 'zod';
import { endpoint, institutionParamsSchema } from '#shared/core/endpoint.ts';
import { noticeSchema } from '#shared/notices/notices.ts';
import { ticketSchema } from '#shared/tickets/tickets.ts';
import { taskSchema } from '#shared/work/tasks.ts';

/**
 * Purpose of the sheet: a usual call, an attempt to keep a customer that has given notice, or the
 * last call with it.
 */
export const prepSheetPurposes = ['call', 'save', 'exit'] as const;
export type PrepSheetPurpose = (typeof prepSheetPurposes)[number];
export const prepSheetTitles: Record<PrepSheetPurpose, string> = {
  call: 'Prep sheet',
  save: 'Save sheet',
  exit: 'Exit sheet',
};

/** Maximum number of entries of each kind on the printed page; `noteLength` is in characters. */
export const prepSheetLimits = {
  contacts: 3,
  tasks: 4,
  notes: 3,
  tickets: 3,
  talkingPoints: 3,
  noteLength: 220,
} as const;

const talkingPointSchema = z.strictObject({ title: z.string(), text: z.string() });
export type TalkingPoint = z.output<typeof talkingPointSchema>;

const prepSheetSchema = z.strictObject({
  purpose: z.enum(prepSheetPurposes),
  /** Notice of a leaving customer; otherwise `null`. */
  notice: noticeSchema.nullable(),
  contacts: z.array(
    z.strictObject({
      name: z.string(),
      role: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
    }),
  ),
  /** Open deal that closes next; `null` without open deals. */
  deal: z
    .strictObject({
      pipeline: z.string(),
      stage: z.string(),
      closesOn: z.iso.date().nullable(),
      amountCents: z.int().nullable(),
    })
    .nullable(),
  tasks: z.array(taskSchema),
  openTasks: z.int(),
  notes: z.array(z.strictObject({ author: z.string(), at: z.iso.datetime(), text: z.string() })),
  tickets: z.array(ticketSchema),
  openTickets: z.int(),
  /** Always `prepSheetLimits.talkingPoints` entries. */
  talkingPoints: z.array(talkingPointSchema),
});
export type PrepSheet = z.output<typeof prepSheetSchema>;

export const getPrepSheet = endpoint({
  method: 'GET',
  path: '/api/institution/:id/prep-sheet',
  summary: 'One-page facts for a customer call, without the health data',
  params: institutionParamsSchema,
  response: prepSheetSchema,
});

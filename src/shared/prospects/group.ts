import { z } from 'zod';
import { endpoint, idInUrlSchema } from '#shared/core/endpoint.ts';
import { duplicateReasons } from './duplicates.ts';

/** Maximum number of listed members of a group. */
export const maxGroupMembers = 20;

const groupMemberSchema = z.strictObject({
  /** `null` for a customer. */
  prospectId: z.int().nullable(),
  /** `null` for a prospect. */
  institutionId: z.int().nullable(),
  /** Last part of the path of a prospect's page; `null` for a customer. */
  key: z.string().nullable(),
  name: z.string(),
  /** City and state; '' when they are unknown. */
  place: z.string(),
  /** Stage of a prospect; `null` for a customer. */
  stage: z.string().nullable(),
  /** Facts that both have in common. */
  reasons: z.array(z.enum(duplicateReasons)),
  /** `true` for a possible duplicate, `false` for another location of the same group. */
  isDuplicate: z.boolean(),
});
export type GroupMember = z.output<typeof groupMemberSchema>;

export const getProspectGroup = endpoint({
  method: 'GET',
  path: '/api/prospects/:prospectId/group',
  summary: 'Prospects and customers with the same phone number, website, name or street',
  params: z.strictObject({ prospectId: idInUrlSchema }),
  response: z.strictObject({
    /** First members, possible duplicates first. */
    members: z.array(groupMemberSchema),
    duplicates: z.int(),
    sisterLocations: z.int(),
    /** Phone number and website that several prospects share. */
    shared: z.array(
      z.strictObject({
        column: z.enum(['phone', 'website']),
        /** Number of prospects with the fact, including this one. */
        prospects: z.int(),
        /** Spellings of the fact in the list. */
        values: z.array(z.string()),
      }),
    ),
  }),
});
export type ProspectGroup = z.output<typeof getProspectGroup.response>;

import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { CrmObjectType } from './paths.ts';

const oldestMilliseconds = 5 * 60_000;

export interface SignedWebhookCall {
  method: string;
  /** Complete URL as configured in HubSpot. */
  uri: string;
  body: Buffer;
  /** Values of the signature headers; `undefined` for a missing header. */
  signature: string | undefined;
  timestamp: string | undefined;
}

/**
 * Returns `true` when a timestamp in milliseconds is within five minutes of `now`. An older request
 * could be a replay.
 */
export function isRecentTimestamp(timestamp: string | undefined, now: Date): boolean {
  return (
    timestamp !== undefined &&
    /^\d{1,15}$/.test(timestamp) &&
    Math.abs(now.getTime() - Number(timestamp)) <= oldestMilliseconds
  );
}

/**
 * Returns `true` when HubSpot signed this request. Version 3 of HubSpot's signature covers method,
 * URL, body and time.
 */
export function isSignedByHubspot(
  { method, uri, body, signature, timestamp }: SignedWebhookCall,
  secret: string,
): boolean {
  if (signature === undefined || timestamp === undefined) return false;
  const expected = createHmac('sha256', secret)
    .update(method + uri)
    .update(body)
    .update(timestamp)
    .digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const idInEvent = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);
const eventSchema = z.object({
  subscriptionType: z.string(),
  objectTypeId: z.string().optional(),
  objectId: idInEvent.optional(),
  fromObjectId: idInEvent.optional(),
  mergedObjectIds: z.array(idInEvent).optional(),
  primaryObjectId: idInEvent.optional(),
  newObjectId: idInEvent.optional(),
});
export const webhookEventsSchema = z.array(eventSchema);

const objectOf: Record<string, CrmObjectType> = {
  company: 'companies',
  deal: 'deals',
  ticket: 'tickets',
  '0-2': 'companies',
  '0-3': 'deals',
  '0-5': 'tickets',
};

/**
 * Returns the records that events refer to. The changes themselves are not taken from the events,
 * because events may arrive late, twice and in any order.
 */
export function recordsInEvents(
  events: z.output<typeof webhookEventsSchema>,
): { object: CrmObjectType; id: number }[] {
  return events.flatMap(
    ({
      subscriptionType,
      objectTypeId,
      objectId,
      fromObjectId,
      mergedObjectIds = [],
      primaryObjectId,
      newObjectId,
    }) => {
      const object = objectOf[objectTypeId ?? ''] ?? objectOf[subscriptionType.split('.')[0] ?? ''];
      if (object === undefined) return [];
      const ids = [objectId, fromObjectId, primaryObjectId, newObjectId, ...mergedObjectIds];
      return [...new Set(ids)].flatMap((id) => (id === undefined ? [] : [{ object, id }]));
    },
  );
}

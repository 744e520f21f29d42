import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { CrmObject } from './paths.ts';

const oldestMilliseconds = 5 * 60_000;

export interface SignedCall {
  method: string;
  /** The whole address, as HubSpot was told it. */
  uri: string;
  body: Buffer;
  /** As its headers have them; undefined where one is missing. */
  signature: string | undefined;
  timestamp: string | undefined;
}

/** Whether its time, in milliseconds, is within five minutes of now. What is older could be somebody's copy. */
export function isOfNow(timestamp: string | undefined, now: Date): boolean {
  return timestamp !== undefined && /^\d{1,15}$/.test(timestamp) && Math.abs(now.getTime() - Number(timestamp)) <= oldestMilliseconds;
}

/** Whether HubSpot made this call: version 3 of its signature, over method, address, body and time. */
export function isSigned({ method, uri, body, signature, timestamp }: SignedCall, secret: string): boolean {
  if (signature === undefined || timestamp === undefined) return false;
  const wanted = createHmac('sha256', secret)
    .update(method + uri)
    .update(body)
    .update(timestamp)
    .digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
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
export const webhookEvents = z.array(eventSchema);

const objectOf: Record<string, CrmObject> = {
  company: 'companies',
  deal: 'deals',
  ticket: 'tickets',
  '0-2': 'companies',
  '0-3': 'deals',
  '0-5': 'tickets',
};

/** The records that events are about. What happened to each is not taken from them: they come late, twice and in any order. */
export function recordsOf(events: z.output<typeof webhookEvents>): { object: CrmObject; id: number }[] {
  return events.flatMap(
    ({ subscriptionType, objectTypeId, objectId, fromObjectId, mergedObjectIds = [], primaryObjectId, newObjectId }) => {
      const object = objectOf[objectTypeId ?? ''] ?? objectOf[subscriptionType.split('.')[0] ?? ''];
      if (object === undefined) return [];
      const ids = [objectId, fromObjectId, primaryObjectId, newObjectId, ...mergedObjectIds];
      return [...new Set(ids)].flatMap((id) => (id === undefined ? [] : [{ object, id }]));
    },
  );
}

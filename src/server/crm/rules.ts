const ownTouchMilliseconds = 60_000;

/**
 * Whether nobody has changed a ticket since it was seen. HubSpot fills in properties of its own in the first minute after a ticket is
 * opened; that is nobody's change.
 */
export function isUntouched({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }, seenAt: Date): boolean {
  if (updatedAt.getTime() === seenAt.getTime()) return true;
  const end = createdAt.getTime() + ownTouchMilliseconds;
  return seenAt.getTime() <= end && updatedAt.getTime() <= end;
}

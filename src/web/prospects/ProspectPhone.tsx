import { Text } from '@mantine/core';
import { phoneLink } from '#shared/core/links.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';
import { OptionalLink } from '#web/ui/OptionalLink.tsx';

/** Phone number of a prospect to call; the reason when it must not be contacted. */
export function ProspectPhone({
  prospect: { phone, doNotContact },
}: {
  prospect: Pick<Prospect, 'phone' | 'doNotContact'>;
}) {
  if (doNotContact !== null)
    return (
      <Text size="sm" c="var(--tier-critical)">
        Do not contact: {doNotContact}
      </Text>
    );
  return (
    phone && (
      <OptionalLink size="sm" href={phoneLink(phone)}>
        {phone}
      </OptionalLink>
    )
  );
}

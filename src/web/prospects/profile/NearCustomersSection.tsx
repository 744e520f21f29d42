import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { NearCustomer } from '#shared/prospects/profile.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { TierBadge } from '#web/ui/tier/TierBadge.tsx';

interface Properties {
  prospect: ListedProspect;
  customers: readonly NearCustomer[];
}

/** Nearest Healthy customers, who can serve as references. */
export function NearCustomersSection({ prospect, customers }: Properties) {
  const open = useInstitutionModal();
  return (
    <Paper p="md" data-guide="prospect-near-customers">
      <Title order={2} size="h4" mb="xs">
        Healthy customers nearby
      </Title>
      {customers.length === 0 && (
        <Text size="sm" c="dimmed">
          {prospect.latitude === null
            ? 'The coordinates of this prospect are unknown.'
            : 'No customer is Healthy at the moment.'}
        </Text>
      )}
      <Stack gap="xs">
        {customers.map((customer) => (
          <Group key={customer.institutionId} justify="space-between" wrap="nowrap">
            <div>
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="start"
                onClick={() => open(customer.institutionId)}
              >
                {customer.institutionName}
              </Anchor>
              <Text size="xs" c="dimmed">
                {[
                  `${customer.miles.toFixed(1)} miles`,
                  [customer.city, customer.state].filter((part) => part !== null).join(', '),
                  customer.practiceType,
                  customer.ehr,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            <TierBadge tier={customer.healthTier} />
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

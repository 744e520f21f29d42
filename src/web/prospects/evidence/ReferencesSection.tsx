import { Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { products } from '#shared/core/products.ts';
import type { ProspectEvidence, ReferenceCustomer } from '#shared/prospects/evidence/evidence.ts';
import { farReferenceMiles } from '#shared/prospects/evidence/talking-points.ts';
import { matchText } from '#shared/prospects/evidence/words.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';

interface Properties {
  evidence: ProspectEvidence;
  isPlaced: boolean;
}

/** Healthy customers like the prospect, as references. */
export function ReferencesSection({ evidence: { references }, isPlaced }: Properties) {
  return (
    <Paper p="md" data-guide="prospect-near-customers">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Healthy customers like this practice
        </Title>
        <Badge variant="outline" color="gray" tt="none">
          Internal
        </Badge>
      </Group>
      {references.length === 0 && (
        <Text size="sm" c="dimmed">
          {isPlaced
            ? 'No customer with coordinates is Healthy at the moment.'
            : 'The coordinates of this prospect are unknown.'}
        </Text>
      )}
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {references.map((customer) => (
          <Reference key={customer.institutionId} customer={customer} />
        ))}
      </Stack>
    </Paper>
  );
}

function Reference({ customer }: { customer: ReferenceCustomer }) {
  const open = useInstitutionModal();
  const { institutionId, institutionName, miles, city, state, practiceType, ehr, best } = customer;
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="start"
          onClick={() => open(institutionId)}
        >
          {institutionName}
        </Anchor>
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {miles > farReferenceMiles && 'Similar, not nearby: '}
          {miles.toFixed(1)} miles
        </Text>
      </Group>
      <Text size="sm">
        {best !== null && `${products[best.product].name} ${best.score}% of peers. `}
        {matchText(customer)}
      </Text>
      <Text size="xs" c="dimmed">
        {[
          [city, state].filter((part) => part !== null).join(', '),
          practiceType,
          customer.sizeTier,
          ehr,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </li>
  );
}

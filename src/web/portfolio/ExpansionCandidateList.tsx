import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { products } from '#shared/core/products.ts';
import { numberText, shareText } from '#shared/core/words.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import {
  type ExpansionCandidate,
  type ExpansionOffer,
  findExpansionCandidates,
} from '#shared/portfolio/rules.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { Change } from '#web/ui/Change.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import classes from './portfolio.module.css';

const most = 6;
const mostOffers = 3;

interface Properties {
  rows: readonly ListedInstitution[];
  /** All customers, from which the usage of peers is computed. */
  all: readonly ListedInstitution[];
}

/**
 * Customers that are ready to expand, each with the products that it lacks and that customers of
 * the same size use.
 */
export function ExpansionCandidateList({ rows, all }: Properties) {
  const listed = findExpansionCandidates(rows, all, Number.POSITIVE_INFINITY);
  const visible = listed.slice(0, most);
  const customers = visible.map(({ institution }) => institution);
  return (
    <Stack gap="sm" data-guide="portfolio-expansions">
      <Title order={2} size="h5">
        Ready to expand <MetricInfo metric="expansion" />
      </Title>
      {listed.length === 0 ? (
        <Text size="sm">No customers were ready to expand in the last official week.</Text>
      ) : (
        <ul className={classes.expansions}>
          {visible.map((each) => (
            <ExpansionItem
              key={each.institution.institutionId}
              expansion={each}
              among={customers}
            />
          ))}
        </ul>
      )}
      <Group gap="xs">
        {listed.length > most && (
          <RowsLink filters={[{ column: 'readyToExpand', kind: 'is', value: true }]} size="sm">
            All {numberText(listed.length)} customers
          </RowsLink>
        )}
        <Text size="xs" c="dimmed">
          Percentages are the share of customers of the same size that use the product{' '}
          <MetricInfo metric="peersUsing" />
        </Text>
      </Group>
    </Stack>
  );
}

function ExpansionItem({
  expansion: { institution, offers },
  among,
}: {
  expansion: ExpansionCandidate;
  among: readonly ListedInstitution[];
}) {
  const openInstitution = useInstitutionModal();
  return (
    <li>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Anchor
          component="button"
          type="button"
          size="sm"
          fw={600}
          c="inherit"
          ta="start"
          onClick={() => openInstitution(institution.institutionId, among)}
        >
          {institution.institutionName}
        </Anchor>
        <Text span size="sm" className={classes.number}>
          <Change value={institution.scoreChange ?? 0} unit=" points" digits={1} />
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {offers.length === 0
          ? 'Has every product'
          : `Lacks ${offers.slice(0, mostOffers).map(offerText).join(', ')}`}
        {offers.length > mostOffers && ` and ${offers.length - mostOffers} more`}
      </Text>
    </li>
  );
}

const offerText = ({ product, peersUsing }: ExpansionOffer): string =>
  peersUsing === null
    ? products[product].name
    : `${products[product].name} (${shareText(peersUsing)})`;

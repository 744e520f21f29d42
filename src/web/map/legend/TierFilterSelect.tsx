import '@mantine/core/styles/Chip.css';
import { Chip, Group, Text } from '@mantine/core';
import { healthTiers } from '#shared/core/tiers.ts';
import { tierStyles } from '#web/ui/tier/tiers.ts';
import { allMapFilters, type MapFilters } from '../address/map-address.ts';

interface Properties {
  filters: MapFilters;
  onFilters: (filters: MapFilters) => void;
}

/**
 * Filter that shows all tiers or one tier. A text below it says what is visible when other legend
 * entries are hidden.
 */
export function TierFilterSelect({ filters, onFilters }: Properties) {
  const { tiers, grace } = filters;
  const isAll = tiers.size === healthTiers.length && grace;
  const [only] = tiers.size === 1 && !grace ? tiers : [];
  const choose = (value: string) => {
    const tier = healthTiers.find((each) => each === value);
    onFilters({
      ...filters,
      ...(tier
        ? { tiers: new Set([tier]), grace: false }
        : { tiers: allMapFilters.tiers, grace: true }),
    });
  };
  const visible = [
    ...healthTiers.filter((tier) => tiers.has(tier)),
    ...(grace ? ['in grace'] : []),
  ];
  return (
    <>
      <Chip.Group value={isAll ? 'all' : (only ?? '')} onChange={choose}>
        <Group gap={4} role="radiogroup" aria-label="Tiers">
          <Chip size="xs" value="all">
            All
          </Chip>
          {healthTiers.map((tier) => (
            <Chip key={tier} size="xs" value={tier}>
              <span aria-hidden>{tierStyles[tier].mark}</span> {tier}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {only && (
        <Text size="xs" c="dimmed">
          Customers in grace are hidden.
        </Text>
      )}
      {!isAll && !only && (
        <Text size="xs" c="dimmed">
          {visible.length === 0
            ? 'The legend hides every practice.'
            : `The legend shows ${visible.join(', ')}.`}
        </Text>
      )}
    </>
  );
}

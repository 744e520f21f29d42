import {
  Anchor,
  Button,
  Divider,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { IconChevronDown, IconListDetails, IconMapPinOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';
import { numberText } from '#shared/core/words.ts';
import { graceOutline } from '#web/ui/tier/tiers.ts';
import type { MapFilters } from '../address/map-address.ts';
import type { PinColoring } from '../draw/groups.ts';
import styles from '../map.module.css';
import { ColorGroupSymbol } from './ColorGroupSymbol.tsx';
import { LegendEntry } from './LegendEntry.tsx';
import { TierFilterSelect } from './TierFilterSelect.tsx';
import type { Coloring } from './use-coloring.ts';

/** Numbers shown in the legend; `undefined` while loading. */
export interface LegendCounts {
  /** Number of practices in each group, in the order of the groups. */
  groups: number[] | undefined;
  grace: number | undefined;
  prospects: number | undefined;
  unplottable: number | undefined;
  /** Text such as '112 customers, 180 locations'; `undefined` while loading. */
  total: string | undefined;
}

interface Properties {
  counts: LegendCounts;
  requested: PinColoring;
  colored: Coloring;
  filters: MapFilters;
  hidden: ReadonlySet<string>;
  onColoring: (coloring: PinColoring) => void;
  onFilters: (filters: MapFilters) => void;
  onHidden: (hidden: ReadonlySet<string>) => void;
  onListInView: () => void;
  onUnplottable: () => void;
  onFold: () => void;
  /** Additional entries, such as incidents. */
  children?: ReactNode;
}

function toggled<Value>(set: ReadonlySet<Value>, value: Value): Set<Value> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

const isTier = (label: string): label is HealthTier => healthTiers.some((tier) => tier === label);
const factsOf: Record<Exclude<PinColoring, 'tier'>, string> = {
  change: 'changes',
  owner: 'owners',
  churn: 'churn tiers',
};
const explanations: Partial<Record<PinColoring, string>> = {
  tier: 'Locations on the map. A tier leaves out locations in grace.',
  change: 'Score change in the last official week',
  churn: 'Customers predicted to leave within 60 days, without rejected predictions',
};

/** Legend of the map. Each entry shows or hides its marks. */
export function Legend(properties: Properties) {
  const { counts, requested, colored, filters, hidden, onFilters } = properties;
  const hasNoTiers =
    colored.by === 'churn' &&
    counts.groups !== undefined &&
    colored.groups.every(({ key }, at) => key === 'unknown' || counts.groups?.[at] === 0);
  return (
    <Paper component="section" aria-label="Legend" withBorder shadow="sm" className={styles.legend}>
      <Group justify="space-between" wrap="nowrap" px="xs" pt={6}>
        <Text size="xs" c="dimmed" fw={600}>
          Color the map by
        </Text>
        <UnstyledButton
          aria-label="Close legend"
          onClick={properties.onFold}
          className={styles.fold}
        >
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Group>
      <div className={styles.coloring} data-guide="map-color">
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label="Color the map by"
          value={requested}
          onChange={properties.onColoring}
          data={[
            { value: 'tier', label: 'Tier' },
            { value: 'change', label: 'Change' },
            { value: 'owner', label: 'Owner' },
            { value: 'churn', label: 'Churn' },
          ]}
        />
        {colored.isPending && (
          <Text size="xs" c="dimmed" role="status">
            Loading {requested !== 'tier' && factsOf[requested]}…
          </Text>
        )}
        {colored.error && (
          <Text size="xs" role="alert">
            Couldn’t load {requested !== 'tier' && factsOf[requested]}.{' '}
            <Button variant="light" size="compact-xs" onClick={colored.retry}>
              Retry
            </Button>
          </Text>
        )}
        {hasNoTiers ? (
          <Text size="xs" c="dimmed">
            No customer has a churn tier today.{' '}
            <Anchor component={Link} to={paths.churnDashboard} inherit>
              See churn predictions
            </Anchor>
          </Text>
        ) : (
          explanations[colored.by] !== undefined && (
            <Text size="xs" c="dimmed">
              {explanations[colored.by]}
            </Text>
          )
        )}
      </div>
      <Stack gap={0} p={4}>
        {colored.groups.map((group, at) => (
          <LegendEntry
            key={group.key}
            label={group.label}
            count={counts.groups?.[at]}
            checked={isTier(group.label) ? filters.tiers.has(group.label) : !hidden.has(group.key)}
            onToggle={() =>
              isTier(group.label)
                ? onFilters({ ...filters, tiers: toggled(filters.tiers, group.label) })
                : properties.onHidden(toggled(hidden, group.key))
            }
            sign={<ColorGroupSymbol group={group} />}
          />
        ))}
        <LegendEntry
          label="In grace"
          count={counts.grace}
          checked={filters.grace}
          onToggle={() => onFilters({ ...filters, grace: !filters.grace })}
          sign={
            <span
              className={styles.hollowSign}
              style={{ border: `${graceOutline.width}px dashed ${graceOutline.color}` }}
            />
          }
        />
        <LegendEntry
          label="Prospects"
          count={counts.prospects}
          checked={filters.prospects}
          onToggle={() => onFilters({ ...filters, prospects: !filters.prospects })}
          sign={
            <span className={styles.hollowSign} style={{ border: '2.5px solid var(--accent)' }} />
          }
        />
        {colored.by !== 'tier' && (
          <div className={styles.tierChoice}>
            <TierFilterSelect filters={filters} onFilters={onFilters} />
          </div>
        )}
      </Stack>
      {properties.children}
      <Divider />
      <Stack gap={0} p={4}>
        <Button
          variant="subtle"
          size="compact-sm"
          justify="flex-start"
          fw={500}
          h={32}
          leftSection={<IconListDetails size={16} aria-hidden />}
          data-guide="map-list"
          onClick={properties.onListInView}
        >
          List practices in view
        </Button>
        {counts.unplottable !== undefined && counts.unplottable > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            justify="flex-start"
            fw={500}
            h={32}
            leftSection={<IconMapPinOff size={16} aria-hidden />}
            data-guide="map-unplottable"
            onClick={properties.onUnplottable}
          >
            {numberText(counts.unplottable)} not on the map
          </Button>
        )}
        {counts.total !== undefined && (
          <Text size="xs" c="dimmed" px={8} pb={4}>
            Total: {counts.total}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

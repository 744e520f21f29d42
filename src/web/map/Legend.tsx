import { Button, Divider, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconListDetails, IconMapPinOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';
import { graceOutline, tierLooks } from '#web/ui/tiers.ts';
import styles from './map.module.css';

export interface Filters {
  tiers: ReadonlySet<HealthTier>;
  grace: boolean;
  prospects: boolean;
}

interface Properties {
  counts: Record<HealthTier, number>;
  graceCount: number;
  prospectCount: number;
  unplottableCount: number;
  filters: Filters;
  onFilters: (filters: Filters) => void;
  onListInView: () => void;
  onUnplottable: () => void;
  onFold: () => void;
}

/** What the marks mean; each entry shows or hides its own. */
export function Legend(properties: Properties) {
  const { counts, filters, onFilters } = properties;
  const toggleTier = (tier: HealthTier) => {
    const tiers = new Set(filters.tiers);
    if (!tiers.delete(tier)) tiers.add(tier);
    onFilters({ ...filters, tiers });
  };
  return (
    <Paper component="section" aria-label="Legend" withBorder shadow="sm" className={styles.legend}>
      <Group justify="space-between" wrap="nowrap" px="xs" pt={6}>
        <Text size="xs" c="dimmed" fw={600}>
          Show on the map
        </Text>
        <UnstyledButton aria-label="Fold the legend" onClick={properties.onFold} className={styles.fold}>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Group>
      <Stack gap={0} p={4}>
        {healthTiers.map((tier) => (
          <Entry
            key={tier}
            label={tier}
            count={counts[tier]}
            checked={filters.tiers.has(tier)}
            onToggle={() => toggleTier(tier)}
            sign={
              <span className={styles.tierSign} style={{ background: tierLooks[tier].fill }}>
                {tierLooks[tier].mark}
              </span>
            }
          />
        ))}
        <Entry
          label="In grace"
          count={properties.graceCount}
          checked={filters.grace}
          onToggle={() => onFilters({ ...filters, grace: !filters.grace })}
          sign={<span className={styles.hollowSign} style={{ border: `${graceOutline.width}px dashed ${graceOutline.color}` }} />}
        />
        <Entry
          label="Prospects"
          count={properties.prospectCount}
          checked={filters.prospects}
          onToggle={() => onFilters({ ...filters, prospects: !filters.prospects })}
          sign={<span className={styles.hollowSign} style={{ border: '2.5px solid var(--accent)' }} />}
        />
      </Stack>
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
        {properties.unplottableCount > 0 && (
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
            {properties.unplottableCount.toLocaleString('en-US')} not on the map
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

function Entry(entry: { label: string; count: number; checked: boolean; onToggle: () => void; sign: ReactNode }) {
  return (
    <UnstyledButton
      role="checkbox"
      aria-checked={entry.checked}
      aria-label={`${entry.label}, ${entry.count.toLocaleString('en-US')}`}
      className={styles.entry}
      onClick={entry.onToggle}
    >
      <span className={styles.tick}>{entry.checked && <IconCheck size={14} stroke={2.5} aria-hidden />}</span>
      {entry.sign}
      <span className={styles.entryLabel}>{entry.label}</span>
      <span className={styles.entryCount}>{entry.count.toLocaleString('en-US')}</span>
    </UnstyledButton>
  );
}

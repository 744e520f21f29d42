import { Button, CloseButton, Loader } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Practice } from '#shared/institutions/institutions.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import styles from './map.module.css';

interface Properties {
  practices: { data: Practice[] | undefined; isPending: boolean; error: Error | null; refetch: () => Promise<unknown> };
  /** Something of the map itself that is broken. */
  failure: string | null;
  locating: boolean;
  /** Whether shown practices are in view; null until it is known. */
  anyInView: boolean | null;
  /** How many have a place at all. */
  total: number;
  filtered: boolean;
  moved: boolean;
  onSearchArea: () => void;
  onShowAll: () => void;
  onDismiss: () => void;
  onZoomOut: () => void;
}

/** What there is to say over the map, and the one thing to do about it. */
export function MapNotice(properties: Properties) {
  const { practices, anyInView, total, filtered } = properties;
  return (
    <div className={styles.notice}>
      {practices.error && (
        <ErrorState title="The practices did not load" error={practices.error} onRetry={() => void practices.refetch()} />
      )}
      {practices.isPending && (
        <div className={styles.chip} role="status">
          <Loader size="xs" aria-hidden /> Loading practices...
        </div>
      )}
      {properties.locating && (
        <div className={styles.chip} role="status">
          <Loader size="xs" aria-hidden /> Finding your location...
        </div>
      )}
      {properties.failure && (
        <div className={styles.chip} role="status">
          {properties.failure}
          <CloseButton size="sm" aria-label="Dismiss" onClick={properties.onDismiss} />
        </div>
      )}
      {practices.data && total === 0 && (
        <div className={styles.chip} role="status">
          {practices.data.length === 0 ? 'No practices yet. Import some to see them here.' : 'None of the practices has coordinates.'}
        </div>
      )}
      {total > 0 && anyInView === false && (
        <div className={styles.chip} role="status">
          No practices in view
          <Button size="compact-sm" variant="light" onClick={filtered ? properties.onShowAll : properties.onZoomOut}>
            {filtered ? 'Show all' : 'Zoom out'}
          </Button>
        </div>
      )}
      {properties.moved && anyInView && (
        <Button size="sm" radius="xl" leftSection={<IconSearch size={16} aria-hidden />} onClick={properties.onSearchArea}>
          Search this area
        </Button>
      )}
    </div>
  );
}

import { Button, CloseButton, Loader } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Practice } from '#shared/institutions/institutions.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import styles from './map.module.css';

interface Properties {
  practices: {
    data: Practice[] | undefined;
    isPending: boolean;
    error: Error | null;
    refetch: () => Promise<unknown>;
  };
  /** Message about a part of the map that failed to load; `null` when none failed. */
  failure: string | null;
  locating: boolean;
  /** `true` when the current view shows at least one practice; `null` while unknown. */
  anyInView: boolean | null;
  /** Number of practices with coordinates. */
  total: number;
  filtered: boolean;
  moved: boolean;
  onSearchArea: () => void;
  onShowAll: () => void;
  onDismiss: () => void;
  onZoomOut: () => void;
}

/** Notices over the map. Each notice has at most one action. */
export function MapNotice(properties: Properties) {
  const { practices, anyInView, total, filtered } = properties;
  return (
    <div className={styles.notice}>
      {practices.error && (
        <ErrorState
          title="Couldn’t load practices"
          error={practices.error}
          onRetry={() => void practices.refetch()}
        />
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
          {practices.data.length === 0
            ? 'No practices yet. Import practices to see them on the map.'
            : 'No practice has coordinates. Add coordinates or ZIP codes to see practices on the map.'}
        </div>
      )}
      {total > 0 && anyInView === false && (
        <div className={styles.chip} role="status">
          No practices in view
          <Button
            size="compact-sm"
            variant="light"
            onClick={filtered ? properties.onShowAll : properties.onZoomOut}
          >
            {filtered ? 'Show all' : 'Zoom out'}
          </Button>
        </div>
      )}
      {properties.moved && anyInView && (
        <Button
          size="sm"
          radius="xl"
          leftSection={<IconSearch size={16} aria-hidden />}
          onClick={properties.onSearchArea}
        >
          Search this area
        </Button>
      )}
    </div>
  );
}

import { Alert, Loader } from '@mantine/core';
import type { Practice } from '#shared/institutions/institutions.ts';
import styles from './map.module.css';
import { AreaPanel } from './panels/AreaPanel.tsx';

interface Properties {
  practices: readonly Practice[];
  isPending: boolean;
}

/** List of all practices, for browsers that cannot draw the map. */
export function MapFallbackList({ practices, isPending }: Properties) {
  return (
    <main className={styles.unable}>
      <Alert variant="default" title="This browser can’t draw the map">
        The map needs WebGL 2. Turn on hardware acceleration in your browser settings, or use
        another browser. Until then, all practices are listed below.
      </Alert>
      {isPending ? (
        <Loader aria-label="Loading practices" />
      ) : (
        <AreaPanel title="All practices" practices={practices} />
      )}
    </main>
  );
}

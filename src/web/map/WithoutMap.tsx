import { Alert, Loader } from '@mantine/core';
import type { Practice } from '#shared/institutions/institutions.ts';
import styles from './map.module.css';
import { AreaPanel } from './panels/AreaPanel.tsx';

interface Properties {
  practices: readonly Practice[];
  isPending: boolean;
}

/** Every practice as a list, where the browser cannot draw a map. */
export function WithoutMap({ practices, isPending }: Properties) {
  return (
    <main className={styles.unable}>
      <Alert variant="default" title="This browser cannot draw the map">
        The map needs WebGL 2. Turn on hardware acceleration in the browser’s settings, or use another browser. Until then, here are all
        practices as a list.
      </Alert>
      {isPending ? <Loader aria-label="Loading practices" /> : <AreaPanel title="All practices" practices={practices} />}
    </main>
  );
}

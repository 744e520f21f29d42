import { Button, Text } from '@mantine/core';
import { type PointerEvent, useRef, useState } from 'react';
import type { MapCoordinates, MapPixel, MapView } from '../draw/view.ts';
import styles from './lasso.module.css';

/** Distance in pixels between corners of the outline. */
const cornerDistance = 4;
/** Number of corners below which a movement of the pointer counts as a click. */
const fewestCorners = 6;

interface Properties {
  view: MapView;
  onOutline: (outline: MapCoordinates[]) => void;
  onCancel: () => void;
}

/** Layer over the map on which the user draws around an area with a mouse, pen or finger. */
export function LassoOverlay({ view, onOutline, onCancel }: Properties) {
  const path = useRef<MapPixel[] | null>(null);
  const [corners, setCorners] = useState<readonly MapPixel[]>([]);
  const pixelOf = ({ currentTarget, clientX, clientY }: PointerEvent): MapPixel => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const restart = (next: MapPixel[] | null) => {
    path.current = next;
    setCorners(next ?? []);
  };
  function extend(event: PointerEvent) {
    const last = path.current?.at(-1);
    const next = pixelOf(event);
    if (!last || Math.hypot(next[0] - last[0], next[1] - last[1]) < cornerDistance) return;
    path.current = [...(path.current ?? []), next];
    setCorners(path.current);
  }
  function finish() {
    const drawn = path.current ?? [];
    restart(null);
    if (drawn.length >= fewestCorners) onOutline(drawn.map((pixel) => view.coordinatesAt(pixel)));
  }
  return (
    <>
      <svg
        className={styles.lasso}
        role="img"
        aria-label="Drawing area"
        onPointerDown={(event) => {
          if (!event.isPrimary) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          restart([pixelOf(event)]);
        }}
        onPointerMove={(event) => event.isPrimary && extend(event)}
        onPointerUp={(event) => event.isPrimary && finish()}
        onPointerCancel={() => restart(null)}
      >
        <polygon points={corners.join(' ')} className={styles.outline} />
      </svg>
      <div className={styles.hint}>
        <Text size="sm" role="status">
          Draw around an area
        </Text>
        <Button size="compact-sm" variant="light" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </>
  );
}

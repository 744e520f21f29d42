import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import styles from '../map.module.css';
import {
  cameraAtPlace,
  drawMapPreview,
  initialCameraForBounds,
  type MapPreviewData,
} from './first-picture.ts';
import { loadOutlines } from './outlines.ts';
import { outlinesUrl } from './outlines-address.ts';
import { computeMainBounds } from './point-table.ts';
import type { MapCoordinates } from './view.ts';

interface Properties<Row> extends Omit<MapPreviewData<Row>, 'outlines'> {
  /** Center and zoom level; `null` shows all customers. */
  at: (MapCoordinates & { zoom: number }) | null;
}

/**
 * Preview of the map on a canvas. It is shown while the map library loads, which takes seconds on a
 * slow network.
 */
export function MapPreview<Row>({ at, points, marks, iconOf, scheme }: Properties<Row>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data: outlines, isPending } = useQuery({
    queryKey: [outlinesUrl],
    queryFn: loadOutlines,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    // Waits for the outlines, so that marks never appear without them.
    if (!element || !context || isPending) return;
    const { clientWidth: width, clientHeight: height } = element;
    const ratio = window.devicePixelRatio;
    element.width = width * ratio;
    element.height = height * ratio;
    context.scale(ratio, ratio);
    const extent = computeMainBounds(points);
    const size = { width, height };
    if (at)
      drawMapPreview(context, size, cameraAtPlace(at, at.zoom, size), {
        outlines,
        points,
        marks,
        iconOf,
        scheme,
      });
    else if (extent)
      drawMapPreview(context, size, initialCameraForBounds(extent, size), {
        outlines,
        points,
        marks,
        iconOf,
        scheme,
      });
  }, [at, points, marks, iconOf, scheme, outlines, isPending]);
  return <canvas ref={canvas} className={styles.firstPicture} aria-hidden />;
}

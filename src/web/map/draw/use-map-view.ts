import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Scheme } from './icons.ts';
import { CannotDraw, type MapHandlers, type MapView } from './view.ts';

interface Wanted extends MapHandlers {
  /** undefined: not known yet, so the map waits. */
  styleUrl: string | null | undefined;
  scheme: Scheme;
}

interface Started {
  view: MapView | null;
  /** Set when this browser cannot draw maps at all. */
  unable: boolean;
}

const nothing: { view: MapView | null; failure: unknown } = { view: null, failure: null };

/** The map in the container, for as long as the component is there. */
export function useMapView(container: RefObject<HTMLElement | null>, wanted: Wanted): Started {
  const [started, setStarted] = useState(nothing);
  const { styleUrl, scheme } = wanted;
  const onView = useEffectEvent(wanted.onView);
  const onPick = useEffectEvent(wanted.onPick);
  const onPickNothing = useEffectEvent(wanted.onPickNothing);
  const onHover = useEffectEvent(wanted.onHover);
  const onHoverEnd = useEffectEvent(wanted.onHoverEnd);
  const onDrawn = useEffectEvent(wanted.onDrawn);
  const onFailure = useEffectEvent(wanted.onFailure);
  const firstScheme = useEffectEvent(() => scheme);

  useEffect(() => {
    const place = container.current;
    if (!place || styleUrl === undefined) return;
    let view: MapView | undefined;
    let isGone = false;
    // The map's library is the largest part of the page: what lies over the map does not wait for it.
    void import('./map-view.ts')
      .then(({ createMapView }) => {
        if (isGone) return;
        view = createMapView(place, {
          styleUrl,
          scheme: firstScheme(),
          onView: (...values) => onView(...values),
          onPick: (...values) => onPick(...values),
          onPickNothing: () => onPickNothing(),
          onHover: (...values) => onHover(...values),
          onHoverEnd: () => onHoverEnd(),
          onDrawn: () => onDrawn(),
          onFailure: (message) => onFailure(message),
        });
        setStarted({ view, failure: null });
      })
      .catch((error: unknown) => {
        if (!isGone) setStarted({ view: null, failure: error });
      });
    return () => {
      isGone = true;
      setStarted(nothing);
      view?.destroy();
    };
  }, [container, styleUrl]);

  useEffect(() => started.view?.setScheme(scheme), [started.view, scheme]);
  // What is no want of WebGL, such as code that did not come, is the crash screen's.
  if (started.failure !== null && !(started.failure instanceof CannotDraw)) throw started.failure;
  return { view: started.view, unable: started.failure !== null };
}

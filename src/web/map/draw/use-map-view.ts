import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Scheme } from './icons.ts';
import { createMapView } from './map-view.ts';
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

/** The map in the container, for as long as the component is there. */
export function useMapView(container: RefObject<HTMLElement | null>, wanted: Wanted): Started {
  const [started, setStarted] = useState<Started>({ view: null, unable: false });
  const { styleUrl, scheme } = wanted;
  const onView = useEffectEvent(wanted.onView);
  const onPick = useEffectEvent(wanted.onPick);
  const onPickNothing = useEffectEvent(wanted.onPickNothing);
  const onHover = useEffectEvent(wanted.onHover);
  const onHoverEnd = useEffectEvent(wanted.onHoverEnd);
  const onFailure = useEffectEvent(wanted.onFailure);
  const firstScheme = useEffectEvent(() => scheme);

  useEffect(() => {
    if (!container.current || styleUrl === undefined) return;
    let view: MapView;
    try {
      view = createMapView(container.current, {
        styleUrl,
        scheme: firstScheme(),
        onView: (...values) => onView(...values),
        onPick: (...values) => onPick(...values),
        onPickNothing: () => onPickNothing(),
        onHover: (...values) => onHover(...values),
        onHoverEnd: () => onHoverEnd(),
        onFailure: (message) => onFailure(message),
      });
    } catch (error) {
      if (!(error instanceof CannotDraw)) throw error;
      setStarted({ view: null, unable: true });
      return;
    }
    setStarted({ view, unable: false });
    return () => {
      setStarted({ view: null, unable: false });
      view.destroy();
    };
  }, [container, styleUrl]);

  useEffect(() => started.view?.setScheme(scheme), [started.view, scheme]);
  return started;
}

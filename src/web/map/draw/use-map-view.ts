import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { ColorScheme } from './icons.ts';
import { type MapHandlers, type MapView, WebGlUnavailable } from './view.ts';

interface MapViewOptions extends MapHandlers {
  /**
   * URL of the base map; `null` for the bundled base map. While it is `undefined`, the map waits
   * for the settings.
   */
  styleUrl: string | null | undefined;
  scheme: ColorScheme;
  /** Accessible name of the map. Must be the same on every render. */
  label: string;
}

interface Started {
  view: MapView | null;
  /** `true` when this browser cannot draw maps. */
  unable: boolean;
}

const nothing: { view: MapView | null; failure: unknown } = { view: null, failure: null };

/** Creates the map in the container, and destroys it when the component unmounts. */
export function useMapView(
  container: RefObject<HTMLElement | null>,
  options: MapViewOptions,
): Started {
  const [started, setStarted] = useState(nothing);
  const { styleUrl, scheme, label } = options;
  const onView = useEffectEvent(options.onView);
  const onPick = useEffectEvent(options.onPick);
  const onPickNothing = useEffectEvent(options.onPickNothing);
  const onHover = useEffectEvent(options.onHover);
  const onHoverEnd = useEffectEvent(options.onHoverEnd);
  const onDrawn = useEffectEvent(options.onDrawn);
  const onFailure = useEffectEvent(options.onFailure);
  const firstScheme = useEffectEvent(() => scheme);

  useEffect(() => {
    const place = container.current;
    if (!place || styleUrl === undefined) return;
    let view: MapView | undefined;
    let isGone = false;
    // The map library is the largest part of the page. The controls over the map are shown before
    // it is loaded.
    void import('./map-view.ts')
      .then(({ createMapView }) => {
        if (isGone) return;
        view = createMapView(place, {
          styleUrl,
          scheme: firstScheme(),
          label,
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
  }, [container, styleUrl, label]);

  useEffect(() => started.view?.setScheme(scheme), [started.view, scheme]);
  // Other errors, such as a code file that failed to load, are shown by the crash screen.
  if (started.failure !== null && !(started.failure instanceof WebGlUnavailable))
    throw started.failure;
  return { view: started.view, unable: started.failure !== null };
}

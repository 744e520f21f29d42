import { useEffect, useEffectEvent, useRef } from 'react';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { MapState } from '../address/map-address.ts';
import type { Bounds } from '../draw/mercator.ts';
import { mainExtent, type Points } from '../draw/points.ts';
import type { MapView, Place } from '../draw/view.ts';
import type { Miles } from '../panels/near.ts';
import type { AskedFor } from './use-asked-for.ts';

/** Zoom at which one practice is shown in its streets. */
const practiceZoom = 11;
/** Zoom at which about so many miles around a place are on the screen. */
const zoomOfMiles: Record<Miles, number> = { 10: 10, 25: 9, 50: 8, 100: 7, any: 7 };

interface Journey {
  view: MapView | null;
  state: MapState;
  /** The customers, once they have come. */
  customers: Points<Practice> | undefined;
  asked: Pick<AskedFor, 'focus' | 'user'>;
  /** Shows what is near the person who looks. */
  onUser: (place: Place) => void;
}

export interface Travel {
  /** The view is one that somebody chose: the one the map opens with is not told in the address. */
  isChosen: () => boolean;
  choose: () => void;
  fitTo: (bounds: Bounds) => void;
  toPractice: (place: Place) => void;
  toMiles: (place: Place, miles: Miles) => void;
  toAddress: (address: MapState) => void;
}

/** Where the map goes: to its address when it opens, to all customers when that says nothing, and to what is asked for. */
export function useTravel({ view, state, customers, asked: { focus, user }, onUser }: Journey): Travel {
  const isChosen = useRef(false);
  /** What the address said before there was a map that could go there. */
  const opening = useRef(state);

  function goTo(place: Place, zoom: number) {
    isChosen.current = true;
    view?.goTo(place, zoom);
  }

  function toAddress(address: MapState) {
    opening.current = address;
    if (!address.at || !view) return;
    isChosen.current = true;
    view.jumpTo(address.at, address.at.zoom);
  }

  const open = useEffectEvent(() => {
    const { at, panel, miles } = opening.current;
    if (!at && panel.kind === 'near') goTo(panel.place, zoomOfMiles[miles]);
    toAddress(opening.current);
  });
  useEffect(() => {
    if (view) open();
  }, [view]);

  /** Customers of one state are not looked for on the whole country; whoever is on the way somewhere is left alone. */
  const openOnCustomers = useEffectEvent((points: Points<Practice>) => {
    const extent = mainExtent(points);
    if (extent && !isChosen.current && !focus && !user && state.panel.kind !== 'near') view?.openAt(extent);
  });
  useEffect(() => {
    if (view && customers) openOnCustomers(customers);
  }, [view, customers]);

  const goToFocus = useEffectEvent((place: Place) => goTo(place, practiceZoom));
  useEffect(() => {
    if (view && focus) goToFocus(focus.place);
  }, [view, focus]);

  const goToUser = useEffectEvent(onUser);
  useEffect(() => {
    if (!view || !user) return;
    view.setUser(user);
    goToUser(user);
  }, [view, user]);

  return {
    isChosen: () => isChosen.current,
    choose: () => {
      isChosen.current = true;
    },
    fitTo: (bounds) => {
      isChosen.current = true;
      view?.fit(bounds);
    },
    toPractice: (place) => goTo(place, practiceZoom),
    toMiles: (place, miles) => goTo(place, zoomOfMiles[miles]),
    toAddress,
  };
}

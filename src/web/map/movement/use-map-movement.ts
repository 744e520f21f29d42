import { useEffect, useEffectEvent, useRef } from 'react';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { MapState } from '../address/map-address.ts';
import type { Bounds } from '../draw/mercator.ts';
import { computeMainBounds, type PointTable } from '../draw/point-table.ts';
import type { MapCoordinates, MapView } from '../draw/view.ts';
import type { SearchRadius } from '../near.ts';
import type { MapNavigationRequests } from './use-map-navigation-requests.ts';

/** Zoom at which one practice is shown. */
const practiceZoom = 11;
/** Zoom at which a radius around a place fits the screen. */
const zoomOfMiles: Record<SearchRadius, number> = { 10: 10, 25: 9, 50: 8, 100: 7, any: 7 };

interface Properties {
  view: MapView | null;
  state: MapState;
  /** Customers; `undefined` while loading. */
  customers: PointTable<Practice> | undefined;
  requests: Pick<MapNavigationRequests, 'focus' | 'user'>;
  /** Called with the user's position when it becomes known. */
  onUser: (place: MapCoordinates) => void;
}

export interface MapMovement {
  /**
   * Returns `true` when the user or a request chose the view. Only a chosen view is written to the
   * URL.
   */
  isChosen: () => boolean;
  choose: () => void;
  fitTo: (bounds: Bounds) => void;
  toPractice: (place: MapCoordinates) => void;
  toMiles: (place: MapCoordinates, miles: SearchRadius) => void;
  toAddress: (address: MapState) => void;
}

/**
 * Moves the map. It opens at the URL's view, or else shows all customers; afterwards it goes to
 * each requested place.
 */
export function useMapMovement({
  view,
  state,
  customers,
  requests: { focus, user },
  onUser,
}: Properties): MapMovement {
  const isChosen = useRef(false);
  /** State from the URL to apply once the map exists. */
  const opening = useRef(state);

  function goTo(place: MapCoordinates, zoom: number) {
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

  /** Shows the customers' extent, unless the view is already chosen or a request is active. */
  const openOnCustomers = useEffectEvent((points: PointTable<Practice>) => {
    const extent = computeMainBounds(points);
    if (extent && !isChosen.current && !focus && !user && state.panel.kind !== 'near')
      view?.openAt(extent);
  });
  useEffect(() => {
    if (view && customers) openOnCustomers(customers);
  }, [view, customers]);

  const goToFocus = useEffectEvent((place: MapCoordinates) => goTo(place, practiceZoom));
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

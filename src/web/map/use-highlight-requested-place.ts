import { useEffect } from 'react';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';
import type { MapCoordinates, MapView } from './draw/view.ts';
import type { MapNavigationRequests } from './movement/use-map-navigation-requests.ts';
import { nearestPractice } from './panels/practice-lists.ts';
import type { PopupSubject } from './popup/PopupContent.tsx';

interface Options {
  view: MapView | null;
  requests: MapNavigationRequests;
  /** Place named in the panel of nearby customers; `null` without one. */
  nearPlace: MapCoordinates | null;
  practices: readonly Practice[] | undefined;
  prospects: readonly Prospect[] | undefined;
  openPopup: (subject: PopupSubject) => void;
}

/**
 * Highlights the place that another room requested, and opens a popup there once the list that
 * contains the place is loaded.
 */
export function useHighlightRequestedPlace({
  view,
  requests: { focus },
  nearPlace,
  practices,
  prospects,
  openPopup,
}: Options): void {
  const highlight = focus?.place ?? nearPlace;
  useEffect(() => view?.setHighlight(highlight), [view, highlight]);

  useEffect(() => {
    if (!focus) return;
    const { place } = focus;
    if (focus.kind === 'practice') {
      const practice = nearestPractice(
        practices ?? [],
        focus.institutionId,
        place.latitude,
        place.longitude,
      );
      if (practice) openPopup({ kind: 'practice', practice, place });
      return;
    }
    const prospect = prospects?.find(({ prospectId }) => prospectId === focus.prospectId);
    openPopup(
      prospect ? { kind: 'prospect', prospect, place } : { kind: 'name', name: focus.name, place },
    );
  }, [focus, practices, prospects, openPopup]);
}

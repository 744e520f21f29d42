import { useCallback, useEffect, useRef, useState } from 'react';
import type { MapView } from '../draw/view.ts';
import type { PopupSubject } from './PopupContent.tsx';

/** How long the pointer may take from a mark to its popup, in milliseconds. */
const wayToPopup = 250;

export interface Popup {
  subject: PopupSubject | null;
  /** Where the content is rendered to; the map carries it about. */
  element: HTMLElement;
  open: (subject: PopupSubject) => void;
  hover: (subject: PopupSubject) => void;
  /** The pointer left the mark or the popup: it may be on its way to the other. */
  leave: () => void;
  stay: () => void;
  /** Keeps a popup that came by hovering. */
  pin: () => void;
  close: () => void;
}

const sameSubject = (a: PopupSubject, b: PopupSubject) =>
  (a.kind === 'practice' && b.kind === 'practice' && a.practice === b.practice) ||
  (a.kind === 'prospect' && b.kind === 'prospect' && a.prospect === b.prospect);

/**
 * `onMap`: the map carries the popup about; else whoever renders it places it. `covered`: what lies over the right of the map, in pixels,
 * where nothing of a popup would be seen.
 */
export function usePopup(view: MapView | null, onMap: boolean, covered: number): Popup {
  const [subject, setSubject] = useState<PopupSubject | null>(null);
  const [element] = useState(() => document.createElement('div'));
  // Not state: keeping a popup must not take it off the map and put it back, or it would lose the focus.
  const hovers = useRef(false);
  const leaving = useRef<number | undefined>(undefined);
  const stay = useCallback(() => window.clearTimeout(leaving.current), []);

  useEffect(() => {
    if (!view || !subject || !onMap) return;
    view.openPopup(subject.place, element, covered);
    return () => view.closePopup();
  }, [view, subject, element, onMap, covered]);
  useEffect(() => stay, [stay]);

  return {
    subject,
    element,
    stay,
    open: useCallback(
      (next) => {
        stay();
        hovers.current = false;
        setSubject(next);
      },
      [stay],
    ),
    hover: (next) => {
      stay();
      if (subject && (!hovers.current || sameSubject(subject, next))) return;
      hovers.current = true;
      setSubject(next);
    },
    leave: () => {
      stay();
      leaving.current = window.setTimeout(() => {
        if (hovers.current) setSubject(null);
      }, wayToPopup);
    },
    pin: () => {
      hovers.current = false;
    },
    close: useCallback(() => {
      stay();
      setSubject(null);
    }, [stay]),
  };
}

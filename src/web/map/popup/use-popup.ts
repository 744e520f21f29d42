import { useCallback, useEffect, useRef, useState } from 'react';
import type { MapView } from '../draw/view.ts';
import type { PopupSubject } from './PopupContent.tsx';

/** Time in milliseconds that the pointer may take from a mark to its popup. */
const leaveDelay = 250;

export interface PopupControl {
  subject: PopupSubject | null;
  /** Element for the popup's content, which the map positions. */
  element: HTMLElement;
  open: (subject: PopupSubject) => void;
  hover: (subject: PopupSubject) => void;
  /**
   * Handles the pointer leaving the mark or the popup. Closes after a delay, because the pointer
   * may be moving between the two.
   */
  leave: () => void;
  stay: () => void;
  /** Keeps a popup open that was opened by hovering. */
  pin: () => void;
  close: () => void;
}

const sameSubject = (a: PopupSubject, b: PopupSubject) =>
  (a.kind === 'practice' && b.kind === 'practice' && a.practice === b.practice) ||
  (a.kind === 'prospect' && b.kind === 'prospect' && a.prospect === b.prospect);

/**
 * Holds the subject of the map's popup. With `onMap` the map positions the popup; otherwise the
 * caller does. `covered` is the width in pixels of the panel over the map's right edge.
 */
export function usePopup(view: MapView | null, onMap: boolean, covered: number): PopupControl {
  const [subject, setSubject] = useState<PopupSubject | null>(null);
  const [element] = useState(() => document.createElement('div'));
  // Uses a ref instead of state, because rendering the popup again when it is pinned would lose the
  // focus.
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
      }, leaveDelay);
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

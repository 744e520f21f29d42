import { type RefObject, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from '../map.module.css';
import { useReturnFocus } from '../use-return-focus.ts';
import { PopupContent, type PopupSubject } from './PopupContent.tsx';
import type { PopupControl } from './use-popup.ts';

interface Properties {
  popup: PopupControl;
  subject: PopupSubject;
  /**
   * `true` shows the popup at its place on the map; `false` shows it along the lower edge, so that
   * a phone does not cut it off.
   */
  onMap: boolean;
  onClose: () => void;
  returnTo: RefObject<HTMLElement | null>;
}

/** Popup that describes a mark. */
export function MapPopup({ popup, subject, onMap, onClose, returnTo }: Properties) {
  const inside = useRef<HTMLDivElement>(null);
  useReturnFocus(inside, returnTo);
  const content = (
    // biome-ignore lint/a11y/noStaticElementInteractions: not a control; the handlers only keep the popup open while the pointer or focus is in it
    <div
      ref={inside}
      className={onMap ? undefined : styles.popupSheet}
      onPointerEnter={popup.stay}
      onPointerLeave={popup.leave}
      onFocus={popup.pin}
    >
      <PopupContent subject={subject} onClose={onClose} />
    </div>
  );
  return onMap ? createPortal(content, popup.element) : content;
}

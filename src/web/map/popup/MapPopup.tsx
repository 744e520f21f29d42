import { type RefObject, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from '../map.module.css';
import { PopupContent, type PopupSubject } from './PopupContent.tsx';
import type { Popup } from './use-popup.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface Properties {
  popup: Popup;
  subject: PopupSubject;
  /** At its place on the map; else, on a phone, along the lower edge, where nothing of it is cut off. */
  onMap: boolean;
  onClose: () => void;
  returnTo: RefObject<HTMLElement | null>;
}

/** What a mark stands for. */
export function MapPopup({ popup, subject, onMap, onClose, returnTo }: Properties) {
  const inside = useRef<HTMLDivElement>(null);
  useReturnFocus(inside, returnTo);
  const content = (
    // biome-ignore lint/a11y/noStaticElementInteractions: no control of its own, it only hears what happens in the popup to keep it open
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

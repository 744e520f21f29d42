import { useLayoutEffect, useRef } from 'react';
import { takesText } from '../takes-text.ts';

/**
 * The `onClose` of a dialog that has menus, popovers and text fields inside: an Escape that is meant for one of them leaves the
 * dialog open, which hears the key as well. A form, whose text fields are all of it, closes from them too.
 */
export function useLayeredClose(onClose: () => void, { isForm = false } = {}): () => void {
  const isForAnother = useRef(false);
  // Before the dialog’s own listener, and while the layers are still there to be counted.
  useLayoutEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      const hasLayers = document.querySelectorAll('[role="dialog"], [role="menu"]').length > 1;
      isForAnother.current = hasLayers || (!isForm && takesText(event.target));
      setTimeout(() => {
        isForAnother.current = false;
      });
    }
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [isForm]);
  return () => {
    if (!isForAnother.current) onClose();
  };
}

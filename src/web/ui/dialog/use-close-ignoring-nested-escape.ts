import { useLayoutEffect, useRef } from 'react';
import { isTextInput } from '../is-text-input.ts';

/**
 * Returns an `onClose` for a dialog. The returned function ignores an Escape that closes a menu or
 * popover inside the dialog, and an Escape in a text field. With `isForm`, Escape in a text field
 * closes the dialog.
 */
export function useCloseIgnoringNestedEscape(
  onClose: () => void,
  { isForm = false } = {},
): () => void {
  const isForAnother = useRef(false);
  // A layout effect runs before the dialog registers its own listener. This listener therefore runs
  // first, before the dialog or menu on top closes.
  useLayoutEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      const hasLayers = document.querySelectorAll('[role="dialog"], [role="menu"]').length > 1;
      isForAnother.current = hasLayers || (!isForm && isTextInput(event.target));
      setTimeout(() => {
        isForAnother.current = false;
      });
    }
    window.addEventListener('keydown', handleKey, { capture: true });
    return () => window.removeEventListener('keydown', handleKey, { capture: true });
  }, [isForm]);
  return () => {
    if (!isForAnother.current) onClose();
  };
}

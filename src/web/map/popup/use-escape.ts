import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `close` on Escape, unless a dialog, a menu or a field's suggestions are open. Those
 * elements handle the key themselves.
 */
export function useEscape(close: () => void) {
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.isComposing) return;
      // The component library sets this attribute on a field whose suggestions are open.
      const isForField =
        event.target instanceof Element &&
        event.target.getAttribute('data-mantine-stop-propagation') === 'true';
      if (!isForField && !document.querySelector('[role="dialog"], [role="menu"]')) onEscape();
    }
    // Runs in the capture phase, before the key closes an open dialog, menu or suggestion list. The
    // handler has to see that such an element is open.
    window.addEventListener('keydown', handleKey, { capture: true });
    return () => window.removeEventListener('keydown', handleKey, { capture: true });
  }, []);
}

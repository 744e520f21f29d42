import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `close` on Escape, unless a dialog, a menu or a field's suggestions are open, which handle
 * the key themselves.
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
    // Captures the key before an open dialog, menu or suggestion list handles it and closes.
    window.addEventListener('keydown', handleKey, { capture: true });
    return () => window.removeEventListener('keydown', handleKey, { capture: true });
  }, []);
}

import { useEffect, useEffectEvent } from 'react';

/** Escape closes one thing: `close` is called unless a dialog, a menu or the suggestions of a field are open, which hear the key themselves. */
export function useEscape(close: () => void) {
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.isComposing) return;
      // The component library marks a field whose suggestions are open.
      const isForField = event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true';
      if (!isForField && !document.querySelector('[role="dialog"], [role="menu"]')) onEscape();
    }
    // Before what is open hears the key and goes.
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, []);
}

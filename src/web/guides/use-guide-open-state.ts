import { useLocation, useNavigate } from 'react-router';

const hash = '#guide';
/**
 * State of the browser history entry that is added when the user opens the guide. Closing the guide
 * then goes back to the previous entry.
 */
const openedHere = { guideOpenedHere: true };

const wasOpenedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'guideOpenedHere' in state;

/**
 * Holds the guide's open state in the URL, so that a link opens it and the back button closes it.
 */
export function useGuideOpenState() {
  const { pathname, search, hash: now, state } = useLocation();
  const navigate = useNavigate();
  return {
    isOpen: now === hash,
    open: () => void navigate({ pathname, search, hash }, { state: openedHere }),
    close: () =>
      void (wasOpenedHere(state)
        ? navigate(-1)
        : navigate({ pathname, search, hash: '' }, { replace: true })),
  };
}

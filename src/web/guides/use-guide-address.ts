import { useLocation, useNavigate } from 'react-router';

const hash = '#guide';
/** Kept with the history entry that opening made, so that closing can take it back. */
const openedHere = { guideOpenedHere: true };

const wasOpenedHere = (state: unknown): boolean => typeof state === 'object' && state !== null && 'guideOpenedHere' in state;

/** The guide is open while the address says so: a link opens it, the back button closes it. */
export function useGuideAddress() {
  const { pathname, search, hash: now, state } = useLocation();
  const navigate = useNavigate();
  return {
    isOpen: now === hash,
    open: () => void navigate({ pathname, search, hash }, { state: openedHere }),
    close: () => void (wasOpenedHere(state) ? navigate(-1) : navigate({ pathname, search, hash: '' }, { replace: true })),
  };
}

import { useLocation, useNavigate } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { delayBeforeMapEventMs, sendMapEvent } from '#web/map/events.ts';

/** Returns a function that shows the practices near the user on the map. */
export function useShowPracticesNearMe(): () => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return () => {
    if (pathname !== paths.map) void navigate(paths.map);
    setTimeout(() => sendMapEvent('request-user-location'), delayBeforeMapEventMs);
  };
}

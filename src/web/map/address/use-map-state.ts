import {
  type Dispatch,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatMapStateForUrl, type MapState, parseMapStateFromUrl } from './map-address.ts';

/**
 * Keeps the map's state in the URL without adding history entries. Calls `onAddress` when the URL
 * changes for another reason, such as the back button.
 */
export function useMapState(
  onAddress: (state: MapState) => void,
): [MapState, Dispatch<SetStateAction<MapState>>] {
  const location = useLocation();
  const navigate = useNavigate();
  const { search } = location;
  const [state, setState] = useState(() => parseMapStateFromUrl(search));
  const lastRead = useRef(search);
  // Query strings that were passed to the router but are not in the URL yet. The router works
  // asynchronously and may skip a query string when a newer one follows.
  const pending = useRef<string[]>([]);

  const write = useEffectEvent((next: MapState) => {
    const to = formatMapStateForUrl(search, next);
    if (to === (pending.current.at(-1) ?? search)) return;
    pending.current.push(to);
    const { pathname, hash, state: historyState } = location;
    void navigate(
      { pathname, search: to, hash },
      { replace: true, state: historyState, preventScrollReset: true },
    );
  });
  useEffect(() => write(state), [state]);

  const read = useEffectEvent((address: string) => {
    if (address === lastRead.current) return;
    lastRead.current = address;
    const own = pending.current.indexOf(address);
    pending.current.splice(0, own === -1 ? pending.current.length : own + 1);
    if (own !== -1) return;
    const next = parseMapStateFromUrl(address);
    setState(next);
    onAddress(next);
  });
  useEffect(() => read(search), [search]);

  return [state, setState];
}

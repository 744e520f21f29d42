import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type MapState, readMapAddress, writeMapAddress } from './map-address.ts';

/**
 * What the map shows, kept in the address without new entries in the history. `onAddress` hears of an address that something else
 * brought, such as the back button.
 */
export function useMapState(onAddress: (state: MapState) => void): [MapState, Dispatch<SetStateAction<MapState>>] {
  const location = useLocation();
  const navigate = useNavigate();
  const { search } = location;
  const [state, setState] = useState(() => readMapAddress(search));
  const seen = useRef(search);
  // Addresses that were written and have not come back: the router takes its time, and may leave one out for the next.
  const underWay = useRef<string[]>([]);

  const write = useEffectEvent((next: MapState) => {
    const to = writeMapAddress(search, next);
    if (to === (underWay.current.at(-1) ?? search)) return;
    underWay.current.push(to);
    const { pathname, hash, state: kept } = location;
    void navigate({ pathname, search: to, hash }, { replace: true, state: kept, preventScrollReset: true });
  });
  useEffect(() => write(state), [state]);

  const read = useEffectEvent((address: string) => {
    if (address === seen.current) return;
    seen.current = address;
    const own = underWay.current.indexOf(address);
    underWay.current.splice(0, own === -1 ? underWay.current.length : own + 1);
    if (own !== -1) return;
    const next = readMapAddress(address);
    setState(next);
    onAddress(next);
  });
  useEffect(() => read(search), [search]);

  return [state, setState];
}

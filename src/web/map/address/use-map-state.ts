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
  const written = useRef(search);

  const write = useEffectEvent((next: MapState) => {
    const to = writeMapAddress(search, next);
    written.current = to;
    if (to === search) return;
    const { pathname, hash, state: kept } = location;
    void navigate({ pathname, search: to, hash }, { replace: true, state: kept, preventScrollReset: true });
  });
  useEffect(() => write(state), [state]);

  const read = useEffectEvent((address: string) => {
    if (address === written.current) return;
    written.current = address;
    const next = readMapAddress(address);
    setState(next);
    onAddress(next);
  });
  useEffect(() => read(search), [search]);

  return [state, setState];
}

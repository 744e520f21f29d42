/** What the rest of the product asks of the map. */
interface MapEvents {
  'request-user-location': undefined;
  'focus-practice': { latitude: number; longitude: number; institutionId: number };
  'focus-prospect': { prospectId: number; name: string; latitude: number; longitude: number };
}
export type MapEventName = keyof MapEvents;

/** Milliseconds that a map page which was just asked for gets before it is spoken to. */
export const mapEventDelay = 100;

/** Fired while no map listened, as its chunk was still loading; the next one that listens gets the last of each. */
const unheard = new Map<MapEventName, CustomEvent>();
const listening = new Map<MapEventName, number>();

/** Fires a window event of that name, its subject in `detail`. */
export function sendMapEvent<Name extends MapEventName>(
  name: Name,
  ...[detail]: MapEvents[Name] extends undefined ? [] : [MapEvents[Name]]
) {
  const event = new CustomEvent(name, { detail });
  if (!listening.get(name)) unheard.set(name, event);
  window.dispatchEvent(event);
}

/** Listens until the returned function is called. */
export function onMapEvent<Name extends MapEventName>(name: Name, listen: (detail: MapEvents[Name]) => void): () => void {
  const hear = (event: Event) => {
    if (event instanceof CustomEvent) listen(event.detail);
  };
  window.addEventListener(name, hear);
  listening.set(name, (listening.get(name) ?? 0) + 1);
  const waiting = unheard.get(name);
  unheard.delete(name);
  if (waiting) hear(waiting);
  return () => {
    window.removeEventListener(name, hear);
    listening.set(name, (listening.get(name) ?? 1) - 1);
  };
}

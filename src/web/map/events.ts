/**
 * Window events with which other rooms send requests to the map. Each property's type is the type
 * of the event's `detail`.
 */
interface MapEvents {
  'request-user-location': undefined;
  'focus-practice': { latitude: number; longitude: number; institutionId: number };
  'focus-prospect': { prospectId: number; name: string; latitude: number; longitude: number };
}
export type MapEventName = keyof MapEvents;

/** Delay in milliseconds between navigating to the map and sending it an event. */
export const delayBeforeMapEventMs = 100;

/**
 * Last event of each name that was sent while the map was not listening. It is delivered to the
 * next listener.
 */
const undelivered = new Map<MapEventName, CustomEvent>();
const listening = new Map<MapEventName, number>();

/** Dispatches a window event to the map, or keeps it until the map listens. */
export function sendMapEvent<Name extends MapEventName>(
  name: Name,
  ...[detail]: MapEvents[Name] extends undefined ? [] : [MapEvents[Name]]
) {
  const event = new CustomEvent(name, { detail });
  if (!listening.get(name)) undelivered.set(name, event);
  window.dispatchEvent(event);
}

/** Listens for an event until the returned function is called. */
export function listenForMapEvent<Name extends MapEventName>(
  name: Name,
  listen: (detail: MapEvents[Name]) => void,
): () => void {
  const handle = (event: Event) => {
    if (event instanceof CustomEvent) listen(event.detail);
  };
  window.addEventListener(name, handle);
  listening.set(name, (listening.get(name) ?? 0) + 1);
  const pending = undelivered.get(name);
  undelivered.delete(name);
  if (pending) handle(pending);
  return () => {
    window.removeEventListener(name, handle);
    listening.set(name, (listening.get(name) ?? 1) - 1);
  };
}

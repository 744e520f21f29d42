import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { RouteStopCard } from './RouteStopCard.tsx';
import classes from './route.module.css';
import type { RouteStart } from './route-address.ts';
import { clockText, driveText } from './route-texts.ts';
import type { PlannedRoute, RouteEditing } from './use-route.ts';

interface Properties {
  route: PlannedRoute;
  start: RouteStart | null;
  /** Departure in minutes after midnight. */
  departure: number;
  pinned: ReadonlySet<string>;
  editing: RouteEditing;
}

/**
 * Stops of the route in their order, with the drives between them. A stop is moved with its
 * buttons, with Alt and an arrow key, or by dragging it.
 */
export function RouteStopList({ route, start, departure, pinned, editing }: Properties) {
  const { stops, back } = route.timed;
  const [moved, setMoved] = useState('');
  const dragged = useRef<number>(undefined);
  const moveTo = (from: number, to: number) => {
    const stop = stops[from]?.candidate;
    if (stop === undefined || to < 0 || to >= stops.length || to === from) return;
    editing.move(from, to);
    setMoved(`${stop.name} is now stop ${to + 1} of ${stops.length}`);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    moveTo(index, index + (event.key === 'ArrowUp' ? -1 : 1));
  };
  return (
    <>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      {start !== null && stops.length > 0 && (
        <p className={classes.drive}>
          Leave {start.name} at {clockText(departure)}
        </p>
      )}
      <ol className={classes.stops} aria-label="Stops" data-guide="route-stops">
        {stops.map((timed, index) => (
          <li
            key={timed.candidate.key}
            draggable
            onDragStart={(event) => {
              dragged.current = index;
              event.dataTransfer.setData('text/plain', timed.candidate.name);
            }}
            onDragEnd={() => {
              dragged.current = undefined;
            }}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged.current !== undefined) moveTo(dragged.current, index);
            }}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            {(index > 0 || start !== null) && (
              <p className={classes.drive}>Drive {driveText(timed)}</p>
            )}
            <RouteStopCard
              stop={timed.candidate}
              index={index}
              count={stops.length}
              arrival={departure + timed.arrival}
              isPinned={pinned.has(timed.candidate.key)}
              editing={{ ...editing, move: moveTo }}
            />
          </li>
        ))}
      </ol>
      {back !== null && (
        <p className={classes.drive}>
          Drive {driveText(back)} back to {start?.name}, there at{' '}
          {clockText(departure + route.timed.minutes)}
        </p>
      )}
    </>
  );
}

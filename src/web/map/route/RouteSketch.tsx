import type { RouteStop } from '#shared/map/route/candidates.ts';
import type { RoutePoint } from '#shared/map/route/plan.ts';
import classes from './route.module.css';

const width = 320;
const height = 220;
const margin = 20;

/** Returns a function that converts a point to coordinates of the drawing, north up. */
function createProjection(points: readonly RoutePoint[]) {
  const middleLatitude = points.reduce((sum, { latitude }) => sum + latitude, 0) / points.length;
  const shrink = Math.cos((middleLatitude * Math.PI) / 180);
  const flat = ({ latitude, longitude }: RoutePoint) => ({ x: longitude * shrink, y: -latitude });
  const all = points.map(flat);
  const [left, top] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))];
  const spanX = Math.max(...all.map(({ x }) => x)) - left;
  const spanY = Math.max(...all.map(({ y }) => y)) - top;
  const scale = Math.min(
    (width - 2 * margin) / Math.max(spanX, 1e-6),
    (height - 2 * margin) / Math.max(spanY, 1e-6),
  );
  return (point: RoutePoint) => {
    const { x, y } = flat(point);
    return {
      x: width / 2 + (x - left - spanX / 2) * scale,
      y: height / 2 + (y - top - spanY / 2) * scale,
    };
  };
}

interface Properties {
  start: RoutePoint | null;
  stops: readonly RouteStop[];
  isRoundTrip: boolean;
}

/** Drawing of the route: the start, the numbered stops, and straight lines between them. */
export function RouteSketch({ start, stops, isRoundTrip }: Properties) {
  if (stops.length < 2) return null;
  const points = start === null ? stops : [start, ...stops];
  const place = createProjection(points);
  const line = [...points, ...(isRoundTrip && start !== null ? [start] : [])].map(place);
  return (
    <svg
      className={classes.sketch}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label="Drawing of the route, north up"
    >
      <polyline
        points={line.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={2}
        strokeLinejoin="round"
      />
      {start !== null && (
        <rect
          x={place(start).x - 6}
          y={place(start).y - 6}
          width={12}
          height={12}
          fill="var(--mantine-color-text)"
        />
      )}
      {stops.map((stop, index) => {
        const { x, y } = place(stop);
        return (
          <g key={stop.key}>
            <circle cx={x} cy={y} r={10} fill="var(--deep)" stroke="var(--surface)" />
            <text x={x} y={y + 4} textAnchor="middle" fontSize={11} fontWeight={650} fill="#fff">
              {index + 1}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

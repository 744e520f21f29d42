import { schemeColors } from '#web/ui/theme.ts';
import { graceOutline } from '#web/ui/tier/tiers.ts';
import type { PinGroup } from './groups.ts';

export type ColorScheme = keyof typeof schemeColors;

/** Image of a mark. Icons with the same id look the same. */
export interface MarkIcon {
  id: string;
  /** Width and height of the square icon in CSS pixels. */
  size: number;
  draw: (context: CanvasRenderingContext2D) => void;
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/**
 * Formats the count inside a cluster's mark: '2.2K'. Returns an empty string for a single point.
 */
export const clusterCountText = (count: number): string => (count === 1 ? '' : short.format(count));

function polygon(
  context: CanvasRenderingContext2D,
  corners: readonly (readonly [number, number])[],
) {
  context.beginPath();
  for (const [x, y] of corners) context.lineTo(x, y);
  context.closePath();
  context.fill();
}

/**
 * Draws a group's symbol as a shape instead of a letter, so that it does not depend on the font.
 */
function drawMark(
  context: CanvasRenderingContext2D,
  mark: PinGroup['mark'],
  x: number,
  y: number,
  radius: number,
) {
  switch (mark) {
    case '■':
      context.fillRect(x - radius * 0.8, y - radius * 0.8, radius * 1.6, radius * 1.6);
      return;
    case '–':
      context.fillRect(x - radius, y - radius * 0.3, radius * 2, radius * 0.6);
      return;
    case '?':
      context.font = `700 ${radius * 2.6}px system-ui, sans-serif`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(mark, x, y + radius * 0.1);
      return;
    case '●':
    case '○':
      context.beginPath();
      context.arc(x, y, radius * 0.8, 0, Math.PI * 2);
      if (mark === '○') context.arc(x, y, radius * 0.4, 0, Math.PI * 2, true);
      context.fill();
      return;
    case '★': {
      const corners = Array.from({ length: 10 }, (_, at) => {
        const reach = radius * (at % 2 === 0 ? 1.25 : 0.52);
        const angle = (at * Math.PI) / 5 - Math.PI / 2;
        return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)] as const;
      });
      polygon(context, corners);
      return;
    }
    case '◆':
      polygon(context, [
        [x, y - radius * 1.15],
        [x + radius * 1.15, y],
        [x, y + radius * 1.15],
        [x - radius * 1.15, y],
      ]);
      return;
    case '▲':
    case '▼': {
      const tip = mark === '▲' ? -1 : 1;
      polygon(context, [
        [x, y + tip * radius],
        [x + radius * 1.1, y - tip * radius * 0.8],
        [x - radius * 1.1, y - tip * radius * 0.8],
      ]);
      return;
    }
    case '↑':
    case '↓': {
      const tip = mark === '↑' ? -1 : 1;
      polygon(context, [
        [x, y + tip * radius * 1.15],
        [x + radius, y],
        [x - radius, y],
      ]);
      context.fillRect(x - radius * 0.3, Math.min(y, y - tip * radius), radius * 0.6, radius);
    }
  }
}

function disc(context: CanvasRenderingContext2D, middle: number, radius: number) {
  context.beginPath();
  context.arc(middle, middle, radius, 0, Math.PI * 2);
}

/** Returns the part of an icon id that identifies a group's symbol and color. */
const lookOf = ({ mark, fill }: PinGroup) => `${mark}${fill}`;

/**
 * Returns the icon of one practice. It has its group's color and symbol, and a dashed outline in
 * grace.
 */
export function pinIcon(group: PinGroup, inGrace: boolean, scheme: ColorScheme): MarkIcon {
  const size = 30;
  return {
    id: `pin-${lookOf(group)}-${inGrace}-${scheme}`,
    size,
    draw(context) {
      const middle = size / 2;
      disc(context, middle, inGrace ? 9.5 : 11);
      context.fillStyle = group.fill;
      context.fill();
      context.fillStyle = '#ffffff';
      drawMark(context, group.mark, middle, middle, inGrace ? 4.2 : 5);
      disc(context, middle, inGrace ? 13 : 11.5);
      context.lineWidth = inGrace ? graceOutline.width : 1.5;
      context.strokeStyle = inGrace ? graceOutline.color : schemeColors[scheme].surface;
      context.setLineDash(inGrace ? [4, 2.5] : []);
      context.stroke();
    },
  };
}

/**
 * Returns the group with the most members. Among groups of equal size, returns the group with the
 * higher priority.
 */
export function findLargestGroup(
  mix: readonly number[],
  groups: readonly PinGroup[],
): PinGroup | undefined {
  const members = (group: PinGroup) => mix[groups.indexOf(group)] ?? 0;
  return groups.toSorted(
    (one, other) => members(other) - members(one) || other.priority - one.priority,
  )[0];
}

/**
 * Number of segments in a cluster's ring. A segment of two degrees is shorter than a pixel on the
 * largest ring.
 */
const ringSegments = 180;

/**
 * Returns the number of ring segments of each group, in proportion to its members. Rounding uses
 * the largest-remainder method.
 */
export function computeRingSegments(mix: readonly number[], parts = ringSegments): number[] {
  const all = mix.reduce((sum, members) => sum + members, 0);
  const exact = mix.map((members) => (all === 0 ? 0 : (members / all) * parts));
  const ring = exact.map(Math.floor);
  const left = all === 0 ? 0 : parts - ring.reduce((sum, part) => sum + part, 0);
  const remainder = (at: number) => (exact[at] ?? 0) - (ring[at] ?? 0);
  const next = mix.map((_, at) => at).toSorted((one, other) => remainder(other) - remainder(one));
  for (const at of next.slice(0, left)) ring[at] = (ring[at] ?? 0) + 1;
  return ring;
}

function clusterSize(count: number): number {
  if (count < 10) return 40;
  if (count < 100) return 46;
  return count < 1000 ? 54 : 62;
}

/**
 * Returns the icon of a cluster: a ring with a part for each group, the symbol of the largest
 * group, and the count.
 */
export function clusterIcon(
  count: number,
  mix: readonly number[],
  groups: readonly PinGroup[],
  scheme: ColorScheme,
): MarkIcon {
  const size = clusterSize(count);
  const ring = computeRingSegments(mix);
  const leading = findLargestGroup(mix, groups);
  const segments = groups.flatMap((group, at) => (ring[at] ? [{ group, part: ring[at] }] : []));
  return {
    id: `cluster-${size}-${segments.map(({ group, part }) => `${lookOf(group)}${part}`).join('.')}-${leading?.mark}-${scheme}`,
    size,
    draw(context) {
      const middle = size / 2;
      const ringWidth = size / 8;
      disc(context, middle, middle - 1);
      context.fillStyle = schemeColors[scheme].surface;
      context.fill();
      context.lineWidth = ringWidth;
      let from = -Math.PI / 2;
      for (const { group, part } of segments) {
        const to = from + (part / ringSegments) * Math.PI * 2;
        context.beginPath();
        context.arc(middle, middle, middle - 2 - ringWidth / 2, from, to);
        context.strokeStyle = group.fill;
        context.stroke();
        from = to;
      }
      if (!leading) return;
      context.fillStyle = leading.text[scheme];
      drawMark(context, leading.mark, middle, middle - size * 0.16, size * 0.085);
    },
  };
}

/** Number of segments in a full arc around an icon. */
const arcSegments = 36;
const arcRoom = 5;

/**
 * Adds an arc around the icon whose length is the share of silent practices. The arc is never too
 * short to see, and is a full circle when all practices are silent.
 */
export function addSilentArc(
  icon: MarkIcon,
  silent: number,
  count: number,
  scheme: ColorScheme,
): MarkIcon {
  if (silent === 0) return icon;
  const parts = Math.max(2, Math.floor((arcSegments * silent) / count));
  const size = icon.size + 2 * arcRoom;
  return {
    id: `silent-${parts}-${icon.id}`,
    size,
    draw(context) {
      context.save();
      context.translate(arcRoom, arcRoom);
      icon.draw(context);
      context.restore();
      context.beginPath();
      context.arc(
        size / 2,
        size / 2,
        size / 2 - 2,
        -Math.PI / 2,
        -Math.PI / 2 + (parts / arcSegments) * Math.PI * 2,
      );
      context.lineWidth = 3;
      context.setLineDash([]);
      context.strokeStyle = schemeColors[scheme].text;
      context.stroke();
    },
  };
}

/** Returns the icon of prospects. It is hollow, so that prospects do not look like customers. */
export function prospectIcon(count: number, scheme: ColorScheme): MarkIcon {
  const size = count === 1 ? 20 : 28;
  return {
    id: `prospect-${size}-${scheme}`,
    size,
    draw(context) {
      disc(context, size / 2, size / 2 - 3);
      context.fillStyle =
        count === 1 ? `${schemeColors[scheme].surface}99` : schemeColors[scheme].surface;
      context.fill();
      context.lineWidth = 2;
      context.strokeStyle = schemeColors[scheme].accent;
      context.stroke();
    },
  };
}

/** Renders an icon to pixels, at twice its size by default for high-density screens. */
export function rasterizeIcon(icon: MarkIcon, ratio = 2): ImageData {
  const canvas = new OffscreenCanvas(icon.size * ratio, icon.size * ratio);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | null;
  if (!context) throw new Error('This browser can’t draw on a canvas');
  context.scale(ratio, ratio);
  icon.draw(context);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

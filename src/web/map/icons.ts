import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';
import { grounds } from '#web/ui/theme.ts';
import { graceOutline, tierLooks } from '#web/ui/tiers.ts';

export type Scheme = keyof typeof grounds;

/** A picture that the map draws a mark with; pictures of one id are alike. */
export interface Icon {
  id: string;
  /** Width and height in CSS pixels. */
  size: number;
  draw: (context: CanvasRenderingContext2D) => void;
}

/** Drawn as shapes, not as letters, so that every font shows the same mark. */
function drawMark(context: CanvasRenderingContext2D, tier: HealthTier, x: number, y: number, radius: number) {
  context.beginPath();
  if (tier === 'Medium') {
    context.rect(x - radius * 0.8, y - radius * 0.8, radius * 1.6, radius * 1.6);
    context.fill();
    return;
  }
  if (tier === 'Unknown') {
    context.font = `700 ${radius * 2.6}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(tierLooks.Unknown.mark, x, y + radius * 0.1);
    return;
  }
  const tip = tier === 'Healthy' ? -1 : 1;
  context.moveTo(x, y + tip * radius);
  context.lineTo(x + radius * 1.1, y - tip * radius * 0.8);
  context.lineTo(x - radius * 1.1, y - tip * radius * 0.8);
  context.fill();
}

function disc(context: CanvasRenderingContext2D, middle: number, radius: number) {
  context.beginPath();
  context.arc(middle, middle, radius, 0, Math.PI * 2);
}

/** One practice: its tier's colour and mark; in grace, a dashed outline around it. */
export function pinIcon(tier: HealthTier, inGrace: boolean, scheme: Scheme): Icon {
  const size = 30;
  return {
    id: `pin-${tier}-${inGrace}-${scheme}`,
    size,
    draw(context) {
      const middle = size / 2;
      disc(context, middle, inGrace ? 9.5 : 11);
      context.fillStyle = tierLooks[tier].fill;
      context.fill();
      context.fillStyle = '#ffffff';
      drawMark(context, tier, middle, middle, inGrace ? 4.2 : 5);
      disc(context, middle, inGrace ? 13 : 11.5);
      context.lineWidth = inGrace ? graceOutline.width : 1.5;
      context.strokeStyle = inGrace ? graceOutline.color : grounds[scheme].surface;
      context.setLineDash(inGrace ? [4, 2.5] : []);
      context.stroke();
    },
  };
}

/** The tier of most members; of equals the one that needs more care. */
export function leadingTier(tiers: readonly number[]): HealthTier {
  const order: HealthTier[] = ['Critical', 'Medium', 'Healthy', 'Unknown'];
  const members = (tier: HealthTier) => tiers[healthTiers.indexOf(tier)] ?? 0;
  return order.reduce((leading, tier) => (members(tier) > members(leading) ? tier : leading));
}

/** Twelfths of the ring for each tier; a tier that is there at all gets at least one. */
export function ringParts(tiers: readonly number[], parts = 12): number[] {
  const all = tiers.reduce((sum, members) => sum + members, 0);
  const ring = tiers.map((members) => (members === 0 ? 0 : Math.max(1, Math.round((members / all) * parts))));
  const largest = ring.indexOf(Math.max(...ring));
  const rest = ring.reduce((sum, part) => sum + part, 0) - parts;
  return ring.map((part, at) => (at === largest ? part - rest : part));
}

function clusterSize(count: number): number {
  if (count < 10) return 40;
  if (count < 100) return 46;
  return count < 1000 ? 54 : 62;
}

/** Several practices: a ring of their tiers, the mark of the leading tier, and room for the count. */
export function clusterIcon(count: number, tiers: readonly number[], scheme: Scheme): Icon {
  const size = clusterSize(count);
  const ring = ringParts(tiers);
  const leading = leadingTier(tiers);
  return {
    id: `cluster-${size}-${ring.join('.')}-${leading}-${scheme}`,
    size,
    draw(context) {
      const middle = size / 2;
      const ringWidth = size / 8;
      disc(context, middle, middle - 1);
      context.fillStyle = grounds[scheme].surface;
      context.fill();
      context.lineWidth = ringWidth;
      const all = ring.reduce((sum, part) => sum + part, 0);
      let from = -Math.PI / 2;
      healthTiers.forEach((tier, at) => {
        const to = from + ((ring[at] ?? 0) / all) * Math.PI * 2;
        if (to > from) {
          context.beginPath();
          context.arc(middle, middle, middle - 2 - ringWidth / 2, from, to);
          context.strokeStyle = tierLooks[tier].fill;
          context.stroke();
        }
        from = to;
      });
      context.fillStyle = tierLooks[leading].text[scheme];
      drawMark(context, leading, middle, middle - size * 0.16, size * 0.085);
    },
  };
}

/** Hollow, so that a prospect is never taken for a customer. */
export function prospectIcon(count: number, scheme: Scheme): Icon {
  const size = count === 1 ? 20 : 28;
  return {
    id: `prospect-${size}-${scheme}`,
    size,
    draw(context) {
      disc(context, size / 2, size / 2 - 3);
      context.fillStyle = count === 1 ? `${grounds[scheme].surface}99` : grounds[scheme].surface;
      context.fill();
      context.lineWidth = 2;
      context.strokeStyle = grounds[scheme].accent;
      context.stroke();
    },
  };
}

/** The pixels of an icon, at twice its size for fine screens. */
export function paint(icon: Icon, ratio = 2): ImageData {
  const canvas = new OffscreenCanvas(icon.size * ratio, icon.size * ratio);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | null;
  if (!context) throw new Error('This browser cannot draw on a canvas');
  context.scale(ratio, ratio);
  icon.draw(context);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

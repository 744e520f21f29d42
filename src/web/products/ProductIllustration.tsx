import type { ReactNode } from 'react';
import type { ProductPageKey } from '#shared/core/pages/product-page-products.ts';
import classes from './product.module.css';

const line = {
  stroke: 'var(--line)',
  strokeWidth: 2,
  fill: 'none',
  strokeLinecap: 'round',
} as const;
const ink = {
  stroke: 'var(--mantine-color-text)',
  strokeWidth: 2,
  fill: 'none',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
const accent = { fill: 'var(--accent)' } as const;
const soft = { fill: 'var(--accent)', opacity: 0.16 } as const;
const sheet = { fill: 'var(--surface)', stroke: 'var(--line)', strokeWidth: 1.5 } as const;
const onAccent = {
  stroke: 'var(--surface)',
  strokeWidth: 3,
  fill: 'none',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** Illustration of a calendar week with most hours taken and one visit just booked. */
function Week() {
  const taken = [
    [0, 0],
    [0, 1],
    [0, 3],
    [1, 0],
    [1, 2],
    [1, 3],
    [2, 1],
    [2, 2],
    [3, 0],
    [3, 1],
    [3, 3],
    [4, 0],
    [4, 2],
  ] as const;
  return (
    <>
      <rect x="62" y="38" width="216" height="168" rx="14" {...sheet} />
      <path d="M62 74h216" {...line} />
      <path d="M104 30v16M236 30v16" {...ink} strokeWidth={3} />
      {taken.map(([day, hour]) => (
        <rect
          key={`${day} ${hour}`}
          x={78 + day * 38}
          y={86 + hour * 29}
          width="32"
          height="21"
          rx="5"
          {...soft}
        />
      ))}
      <rect x="154" y="173" width="32" height="21" rx="5" {...accent} />
      <circle cx="196" cy="166" r="17" {...accent} stroke="var(--surface)" strokeWidth="3" />
      <path d="m189 166 5 5 9-10" {...onAccent} />
    </>
  );
}

/** Illustration of a signed form on a phone. */
function SignedForm() {
  return (
    <>
      <rect
        x="84"
        y="54"
        width="132"
        height="164"
        rx="8"
        {...sheet}
        transform="rotate(-6 150 136)"
      />
      <rect x="122" y="28" width="108" height="192" rx="18" {...sheet} />
      <path d="M164 40h24" {...ink} strokeWidth={3} />
      {[66, 92, 118].map((y) => (
        <g key={y}>
          <rect x="138" y={y} width="14" height="14" rx="4" {...accent} />
          <path d={`m141.500 ${y + 7} 3 3 4.500-5.500`} {...onAccent} strokeWidth={2} />
          <path d={`M162 ${y + 7}h${y === 92 ? 36 : 50}`} {...ink} opacity={0.55} />
        </g>
      ))}
      <path
        d="M140 176c8-18 14-18 13-4s8 6 12-2 8-8 9 0 8 4 14-2 10-2 14-2"
        {...ink}
        stroke="var(--accent)"
        strokeWidth={2.5}
      />
      <path d="M138 188h76" {...line} />
    </>
  );
}

/** Illustration of a balance on a phone and the card that pays it. */
function CardPayment() {
  return (
    <>
      <rect x="70" y="32" width="104" height="184" rx="18" {...sheet} />
      <path d="M110 44h24" {...ink} strokeWidth={3} />
      <path d="M90 78h40" {...ink} opacity={0.5} />
      <path d="M90 96h64" {...ink} strokeWidth={5} />
      <path d="M90 122h64M90 136h48" {...line} />
      <rect x="88" y="166" width="68" height="26" rx="13" {...accent} />
      <path d="m112 179 6 6 12-12" {...onAccent} />
      <g transform="rotate(7 220 130)">
        <rect
          x="146"
          y="92"
          width="136"
          height="84"
          rx="12"
          fill="var(--accent)"
          stroke="var(--surface)"
          strokeWidth="3"
        />
        <path d="M146 116h136" stroke="var(--surface)" strokeWidth="10" opacity="0.35" />
        <rect x="160" y="134" width="24" height="18" rx="4" fill="var(--surface)" opacity="0.85" />
        <path d="M216 158h48" {...onAccent} strokeWidth={4} />
      </g>
    </>
  );
}

/** Illustration of a day's patients with verified insurance coverage. */
function Coverage() {
  return (
    <>
      <rect x="60" y="44" width="176" height="160" rx="14" {...sheet} />
      {[66, 98, 130, 162].map((y, index) => (
        <g key={y}>
          <circle cx="84" cy={y + 9} r="9" {...soft} />
          <path d={`M104 ${y + 5}h${[64, 48, 72, 54][index]}`} {...ink} opacity={0.6} />
          <path d={`M104 ${y + 15}h${[36, 44, 30, 40][index]}`} {...line} />
        </g>
      ))}
      <path
        d="M228 78l48 15v40c0 31-20 51-48 62-28-11-48-31-48-62V93z"
        fill="var(--accent)"
        stroke="var(--surface)"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path d="m207 136 15 15 27-31" {...onAccent} strokeWidth={6} />
    </>
  );
}

/** Illustration of a message, a reply and a star rating. */
function Conversation() {
  return (
    <>
      <path
        d="M64 44h132a14 14 0 0 1 14 14v40a14 14 0 0 1-14 14H98l-22 18v-18H64a14 14 0 0 1-14-14V58a14 14 0 0 1 14-14z"
        {...sheet}
      />
      <path d="M70 68h112M70 88h74" {...ink} opacity={0.55} />
      <path
        d="M170 122h104a14 14 0 0 1 14 14v36a14 14 0 0 1-14 14h-8v18l-22-18h-74a14 14 0 0 1-14-14v-36a14 14 0 0 1 14-14z"
        fill="var(--accent)"
        stroke="var(--surface)"
        strokeWidth="3"
      />
      <path d="m176 154 9 9 17-19M214 154h54" {...onAccent} strokeWidth={4} />
      {[0, 1, 2, 3, 4].map((star) => (
        <path
          key={star}
          d="m0-9 2.700 5.600 6.100.900-4.400 4.300 1 6.100L0 4l-5.400 2.900 1-6.100-4.400-4.300 6.100-.900z"
          transform={`translate(${66 + star * 20} 176)`}
          {...accent}
          opacity={star === 4 ? 0.3 : 1}
        />
      ))}
    </>
  );
}

const scenes: Record<ProductPageKey, () => ReactNode> = {
  scheduling: Week,
  forms: SignedForm,
  payments: CardPayment,
  verification: Coverage,
  communications: Conversation,
};

export function ProductIllustration({ page }: { page: ProductPageKey }) {
  const Scene = scenes[page];
  return (
    <svg viewBox="0 0 340 240" className={classes.illustration} aria-hidden>
      <ellipse cx="172" cy="124" rx="160" ry="108" {...accent} opacity={0.08} />
      <Scene />
    </svg>
  );
}

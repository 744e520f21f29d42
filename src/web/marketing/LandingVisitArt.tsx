import type { ReactNode } from 'react';

const Scene = ({ children }: { children: ReactNode }) => (
  <svg className="art scene" viewBox="0 0 240 190" aria-hidden="true">
    {children}
  </svg>
);

/** Illustration of an evening and a calendar with one free slot. */
export function BookingArt() {
  return (
    <Scene>
      <circle cx="188" cy="46" r="26" className="fill-warm" />
      <circle cx="200" cy="38" r="23" className="fill-sand" />
      <rect x="34" y="46" width="142" height="118" rx="16" className="paper" />
      <path d="M34 74h142" className="stroke-thin" />
      <rect x="50" y="57" width="46" height="7" rx="3.5" className="fill-mark" />
      {[87, 111, 135].map((y) => (
        <path key={y} d={`M50 ${y + 8}h109`} className="calendar" />
      ))}
      <rect x="119" y="111" width="17" height="16" rx="5" className="fill-accent" />
    </Scene>
  );
}

/** Illustration of a form and a cup of coffee. */
export function FormsArt() {
  return (
    <Scene>
      <rect x="40" y="24" width="116" height="146" rx="16" className="paper" />
      {[50, 84, 118].map((y) => (
        <g key={y}>
          <rect x="58" y={y} width="38" height="6" rx="3" className="fill-mark" />
          <rect x="58" y={y + 11} width="80" height="13" rx="6" className="fill-wash" />
        </g>
      ))}
      <path d="M62 101.5c8-7 12 5 20-1s10 3 18-1" className="pen" />
      <path d="M182 116h14a13 13 0 0 1 0 26h-14" className="handle" />
      <path d="M138 108h48v34a22 22 0 0 1-22 22h-4a22 22 0 0 1-22-22Z" className="fill-warm" />
      <path d="M154 96c-6-8 6-12 0-20M170 96c-6-8 6-12 0-20" className="steam" />
    </Scene>
  );
}

/** Illustration of a reminder and its confirmation. */
export function ReminderArt() {
  return (
    <Scene>
      <path
        d="M30 44a16 16 0 0 1 16-16h122a16 16 0 0 1 16 16v44a16 16 0 0 1-16 16H62l-24 20V104a16 16 0 0 1-8-16Z"
        className="paper"
      />
      <text x="50" y="60" className="strong" fontSize="15">
        Tomorrow, 9:30
      </text>
      <text x="50" y="82" className="soft" fontSize="13">
        Maple Street Dental
      </text>
      <path
        d="M208 128a16 16 0 0 0-16-16h-54a16 16 0 0 0-16 16v18a16 16 0 0 0 16 16h54l16 14Z"
        className="fill-accent"
      />
      <text x="165" y="143" textAnchor="middle" className="inverse" fontSize="15">
        Yes
      </text>
      <circle cx="188" cy="30" r="13" className="fill-warm" />
    </Scene>
  );
}

/** Illustration of a phone with a paid bill. */
export function PayArt() {
  return (
    <Scene>
      <circle cx="170" cy="126" r="40" className="fill-warm" />
      <rect x="66" y="16" width="96" height="158" rx="20" className="fill-case" />
      <rect x="72" y="22" width="84" height="146" rx="15" className="fill-screen" />
      <rect x="86" y="44" width="34" height="6" rx="3" className="fill-line" />
      <text x="86" y="78" className="strong" fontSize="17">
        $42.00
      </text>
      <path d="M86 94h56M86 108h38" className="stroke-line" />
      <rect x="84" y="128" width="60" height="26" rx="13" className="fill-accent" />
      <path d="M106 141l5 5 10-11" className="tick" />
    </Scene>
  );
}

const slots = [50, 138, 226];
const rows = [118, 174, 230];

interface Words {
  className: string;
  fontSize: string;
  textAnchor?: 'middle';
  words: readonly { x: number; y: number; text: string }[];
}

/**
 * Renders several words in one `text` element, which is laid out several times faster than one
 * element per word.
 */
const Words = ({ words, ...look }: Words) => (
  <text {...look}>
    {words.map(({ x, y, text }) => (
      <tspan key={text} x={x} y={y}>
        {text}
      </tspan>
    ))}
  </text>
);

function AppointmentCard() {
  return (
    <g transform="translate(-14 -8) rotate(-5 190 210)">
      <rect x="22" y="84" width="316" height="244" rx="22" className="paper" />
      <rect x="214" y="177" width="42" height="52" rx="13" className="fill-accent" />
      {slots.map((x) => (
        <rect
          key={x}
          x={x}
          y="256"
          width="78"
          height="38"
          rx="19"
          className={x === 138 ? 'fill-accent' : 'outline'}
        />
      ))}
      <text x="50" y="128" className="strong" fontSize="19">
        Maple Street Dental
      </text>
      <path d="M53 146h96" className="far stroke-line" />
      <text x="50" y="152" className="near soft" fontSize="14.5">
        Cleaning, 45 minutes
      </text>
      {/* One x position for each letter: M, T, W, F. Thursday is drawn separately. */}
      <text className="soft" fontSize="12" textAnchor="middle" x="70 125 180 290" y="197">
        MTWF
      </text>
      <Words
        className="strong"
        fontSize="15.5"
        textAnchor="middle"
        words={[
          { x: 70, y: 218, text: '9' },
          { x: 125, y: 218, text: '10' },
          { x: 180, y: 218, text: '11' },
          { x: 290, y: 218, text: '13' },
          { x: 89, y: 280.5, text: '8:00' },
          { x: 265, y: 280.5, text: '11:15' },
        ]}
      />
      <text className="inverse" fontSize="12" textAnchor="middle" x="235" y="197">
        T
      </text>
      <Words
        className="inverse"
        fontSize="15.5"
        textAnchor="middle"
        words={[
          { x: 235, y: 218, text: '12' },
          { x: 177, y: 280.5, text: '9:30' },
        ]}
      />
    </g>
  );
}

function Telephone() {
  return (
    <g transform="translate(326 176)">
      <rect width="214" height="392" rx="38" className="fill-case" />
      <rect x="9" y="9" width="196" height="374" rx="30" className="fill-screen" />
      <rect x="78" y="21" width="58" height="6" rx="3" className="fill-line" />
      <text x="30" y="72" className="strong" fontSize="20">
        Hello, Sam
      </text>
      <path d="M33 90h90" className="far stroke-line" />
      <text x="30" y="95" className="near soft" fontSize="13.5">
        See you Thursday, 9:30
      </text>
      {rows.map((y) => (
        <rect key={y} x="24" y={y} width="166" height="46" rx="13" className="fill-wash" />
      ))}
      <path
        d="M38 141a11 11 0 0 1 22 0 11 11 0 0 1-22 0M38 197a11 11 0 0 1 22 0 11 11 0 0 1-22 0"
        className="fill-accent"
      />
      <path d="M43.5 141.5l4 4 7-8M43.5 197.5l4 4 7-8" className="tick" />
      <path d="M75 141h64M75 197h80M75 253h72" className="far stroke-line" />
      <circle cx="49" cy="253" r="10" className="ring" />
      <Words
        className="near strong"
        fontSize="14"
        words={[
          { x: 70, y: 146, text: 'Your details' },
          { x: 70, y: 202, text: 'Insurance card' },
          { x: 70, y: 258, text: 'Health history' },
        ]}
      />
      <rect x="24" y="310" width="166" height="48" rx="24" className="fill-accent" />
      <text x="107" y="339" textAnchor="middle" className="inverse" fontSize="15.5">
        Almost done
      </text>
    </g>
  );
}

/**
 * Illustration of an appointment, the phone on which it is prepared and the reimbursement,
 * connected by a line. On phones, lines replace the smallest words, which would be unreadable.
 */
export function LandingHeroArt() {
  return (
    <svg className="art hero-art" viewBox="0 0 560 606" aria-hidden="true">
      <path d="M96 602V238a196 196 0 0 1 392 0v364Z" className="fill-sand" />
      <path d="M-30 604h640" className="floor" />
      <circle cx="478" cy="84" r="42" className="fill-warm" />
      <path d="M120 320C110 400 20 400 46 500S230 610 336 548" className="thread" />
      <AppointmentCard />
      <Telephone />
      <g transform="translate(14 -6) rotate(4 150 470)">
        <path
          d="M56 416h196v112l-14-9-14 9-14-9-14 9-14-9-14 9-14-9-14 9-14-9-14 9-14-9-14 9-14-9-14 9Z"
          className="paper"
        />
        <text x="80" y="450" className="soft" fontSize="14">
          Paid back to you
        </text>
        <text x="80" y="491" className="figure" fontSize="36">
          $500.00
        </text>
      </g>
    </svg>
  );
}

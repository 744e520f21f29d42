const days = [
  { name: 'M', date: 9 },
  { name: 'T', date: 10 },
  { name: 'W', date: 11 },
  { name: 'T', date: 12 },
  { name: 'F', date: 13 },
];
const chosen = 12;
const forms = ['Your details', 'Insurance card', 'Health history'];

function AppointmentCard() {
  return (
    <g transform="translate(-14 -8) rotate(-5 190 210)">
      <rect x="22" y="84" width="316" height="244" rx="22" className="paper" />
      <text x="50" y="128" className="strong" fontSize="19">
        Maple Street Dental
      </text>
      <text x="50" y="152" className="soft" fontSize="14.5">
        Cleaning, 45 minutes
      </text>
      {days.map(({ name, date }, index) => (
        <g key={date} transform={`translate(${70 + index * 55} 202)`}>
          {date === chosen && <rect x="-21" y="-25" width="42" height="52" rx="13" className="fill-accent" />}
          <text textAnchor="middle" y="-5" className={date === chosen ? 'inverse' : 'soft'} fontSize="12">
            {name}
          </text>
          <text textAnchor="middle" y="16" className={date === chosen ? 'inverse' : 'strong'} fontSize="16">
            {date}
          </text>
        </g>
      ))}
      {['8:00', '9:30', '11:15'].map((time, index) => (
        <g key={time} transform={`translate(${50 + index * 88} 256)`}>
          <rect width="78" height="38" rx="19" className={index === 1 ? 'fill-accent' : 'outline'} />
          <text x="39" y="24" textAnchor="middle" className={index === 1 ? 'inverse' : 'strong'} fontSize="14.5">
            {time}
          </text>
        </g>
      ))}
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
      <text x="30" y="95" className="soft" fontSize="13.5">
        See you Thursday, 9:30
      </text>
      {forms.map((form, index) => (
        <g key={form} transform={`translate(24 ${118 + index * 56})`}>
          <rect width="166" height="46" rx="13" className="fill-wash" />
          <circle cx="25" cy="23" r="11" className={index < 2 ? 'fill-accent' : 'ring'} />
          {index < 2 && <path d="M19.5 23.5l4 4 7-8" className="tick" />}
          <text x="46" y="28" className="strong" fontSize="14">
            {form}
          </text>
        </g>
      ))}
      <rect x="24" y="310" width="166" height="48" rx="24" className="fill-accent" />
      <text x="107" y="339" textAnchor="middle" className="inverse" fontSize="15.5">
        Almost done
      </text>
    </g>
  );
}

/** An appointment, the phone it is prepared on, the money that comes back: one line runs through them. */
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
        <path d="M56 416h196v112l-14-9-14 9-14-9-14 9-14-9-14 9-14-9-14 9-14-9-14 9-14-9-14 9-14-9-14 9Z" className="paper" />
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

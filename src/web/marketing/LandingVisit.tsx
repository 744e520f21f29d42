import type { ReactElement } from 'react';
import { BookingArt, FormsArt, PayArt, ReminderArt } from './LandingVisitArt.tsx';

const moments: { when: string; what: string; text: string; art: ReactElement }[] = [
  {
    when: 'Sunday, 9:40 pm',
    what: 'Books from the sofa',
    text: 'The practice is closed. Its calendar isn’t. Sam finds a free time on Thursday and takes it.',
    art: <BookingArt />,
  },
  {
    when: 'Tuesday, over coffee',
    what: 'Fills in the forms at home',
    text: 'Health history and insurance, on a phone, with the card at hand. No clipboard on Thursday.',
    art: <FormsArt />,
  },
  {
    when: 'Wednesday, at noon',
    what: 'Gets a reminder',
    text: 'A text with the time and place. One tap confirms; another finds a better day.',
    art: <ReminderArt />,
  },
  {
    when: 'Thursday, in the parking lot',
    what: 'Pays by phone',
    text: 'The bill arrives as a message and is paid before the car has started. No envelope, no stamp.',
    art: <PayArt />,
  },
];

/** Mission section, told as one patient's week. */
export function LandingVisit() {
  return (
    <section className="visit" id="patients" aria-labelledby="patients-title">
      <div className="wide">
        <div className="opening">
          <h2 id="patients-title">Sam’s week, with our product in it</h2>
          <p>
            Most of a visit happens outside the treatment room: on hold, over a clipboard, with a
            bill in the mail. We make those parts easy for the patient, so that the people at the
            front desk can look up and say hello.
          </p>
        </div>
        <div className="trail">
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <path
              className="thread"
              d="M-40 84C-20 84-6 37 9 37S21 62 34.5 62S48 37 60 37S73 62 85 62S112 40 140 24"
            />
          </svg>
          <ol>
            {moments.map(({ when, what, text, art }) => (
              <li key={when}>
                {art}
                <p className="when">{when}</p>
                <h3>{what}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}

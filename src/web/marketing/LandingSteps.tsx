const steps = [
  {
    name: 'Book Your Visit',
    text: 'Choose a practice that uses our product and book online, as any patient would.',
  },
  {
    name: 'Experience',
    text: 'Go as a patient: the forms, the reminder, the front desk, the payment. Notice what is easy and what is not, and keep the receipt.',
  },
  {
    name: 'Get $500 Back',
    text: 'Submit the receipt in the expense tool, with a few words on how it went. We pay you back.',
  },
];

export function LandingSteps() {
  return (
    <section className="steps wide" id="how" aria-labelledby="how-title">
      <div className="opening">
        <h2 id="how-title">How It Works</h2>
        <p>
          One visit, start to finish. The practice treats you like any other patient, and you see
          what patients see.
        </p>
      </div>
      <ol>
        {steps.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const between = / *(?:[/;|]|,| or | and |\r?\n) */i;
const leastDigits = 7;

/**
 * Returns the phone numbers of a cell. The cell is split at `/`, `;`, `,`, `|`, "or" and "and" only
 * when each part is a complete number.
 */
export function splitPhoneNumbers(written: string): [string, ...string[]] {
  const [first, ...others] = written.split(between).filter((part) => part !== '');
  const areNumbers =
    first !== undefined &&
    [first, ...others].every((part) => part.replace(/\D/g, '').length >= leastDigits);
  return areNumbers ? [first, ...others] : [written];
}

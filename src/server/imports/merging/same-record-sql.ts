// Conditions for rows of two customers that share an id to be one record. `one` and `other` are aliases of rows.

/**
 * Contracts with the same product and first day. The id of a contract without a number is made of these two, so that it proves nothing:
 * then the amounts must be the same, too.
 */
export const isSameContract = (one: string, other: string): string => `(
  (${one}.product, ${one}.starts_on) is not distinct from (${other}.product, ${other}.starts_on)
  and (${one}.contract_id <> concat(coalesce(${one}.product, 'all'), ' ', to_char(${one}.starts_on, 'YYYY-MM-DD'))
    or ${one}.monthly_cents = ${other}.monthly_cents))`;

const digits = (row: string): string => String.raw`nullif(regexp_replace(${row}.phone, '\D', '', 'g'), '')`;

/** Contacts with the same name, email or phone number. Contacts without an email and a number to compare count as one person. */
export function isSamePerson(one: string, other: string): string {
  const sameEmail = `lower(${one}.email) = lower(${other}.email)`;
  const samePhone = `${digits(one)} = ${digits(other)}`;
  return `(lower(${one}.name) = lower(${other}.name) or coalesce(${samePhone}, false) or coalesce(${sameEmail}, ${samePhone}, true))`;
}

// Two customers can have rows with the same id. Each function here returns the SQL condition under
// which two such rows are the same record. `one` and `other` are the aliases of the rows.

/**
 * Returns the SQL condition that two contracts have the same product and first day. A contract
 * without a number has an id made of its product and first day. Two contracts with such an id can
 * be different, so their amounts must be equal too.
 */
export const sameContractConditionSql = (one: string, other: string): string => `(
  (${one}.product, ${one}.starts_on) is not distinct from (${other}.product, ${other}.starts_on)
  and (${one}.contract_id <> concat(coalesce(${one}.product, 'all'), ' ', to_char(${one}.starts_on, 'YYYY-MM-DD'))
    or ${one}.monthly_cents = ${other}.monthly_cents))`;

const digits = (row: string): string =>
  String.raw`nullif(regexp_replace(${row}.phone, '\D', '', 'g'), '')`;

/**
 * Returns the SQL condition that two contacts have the same name, email address or phone number.
 * When neither the email addresses nor the phone numbers can be compared, the contacts count as one
 * person.
 */
export function samePersonConditionSql(one: string, other: string): string {
  const sameEmail = `lower(${one}.email) = lower(${other}.email)`;
  const samePhone = `${digits(one)} = ${digits(other)}`;
  return `(lower(${one}.name) = lower(${other}.name) or coalesce(${samePhone}, false) or coalesce(${sameEmail}, ${samePhone}, true))`;
}

/** Returns the last part of the path of a prospect's page. */
export const prospectKeyOf = ({
  placeId,
  prospectId,
}: {
  placeId: string | null;
  prospectId: number;
}): string => placeId ?? `prospect-${prospectId}`;

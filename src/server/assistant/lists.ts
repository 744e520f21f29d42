import type { FastifyInstance } from 'fastify';
import type { AskableList } from '#shared/assistant/askable-lists.ts';
import type { Role } from '#shared/core/user.ts';

/** Returns the lists about which a user with this role may ask, in the order of the rooms. */
export const findAskableLists = (
  { rooms, listSources }: Pick<FastifyInstance, 'rooms' | 'listSources'>,
  role: Role,
): AskableList[] =>
  rooms
    .flatMap(({ vocabularies = [] }) => vocabularies)
    .filter((vocabulary) => vocabulary.export.role !== 'admin' || role === 'admin')
    .map((vocabulary) => {
      const list = listSources.get(vocabulary.export.path);
      if (list === undefined) throw new Error(`No export has the path ${vocabulary.export.path}`);
      return {
        vocabulary,
        columns: list.columns,
        source: () => list.read(vocabulary.query ?? {}),
      };
    });

import type { ListSource } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';

declare module '#server/core/registry.ts' {
  interface Room {
    /** Words with which users ask about the room's lists. */
    vocabularies?: readonly ListVocabulary[];
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Readers of the rows of lists, by the path of their export. The argument is its query. */
    listSources: Map<string, (query: Readonly<Record<string, string>>) => Promise<ListSource>>;
  }
}

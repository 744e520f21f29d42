import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Creates the store of the demo's provider, which keeps its entries in memory. */
export function createIdentityMemoryStore(): (model: string) => Adapter {
  const entries = new Map<string, { payload: AdapterPayload; expiresAt: number }>();

  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`;

    async function find(id: string): Promise<AdapterPayload | undefined> {
      const entry = entries.get(keyOf(id));
      if (entry === undefined || entry.expiresAt > Date.now()) return entry?.payload;
      entries.delete(keyOf(id));
      return undefined;
    }

    async function findWhere(
      matches: (payload: AdapterPayload) => boolean,
    ): Promise<AdapterPayload | undefined> {
      for (const [key, { payload }] of entries)
        if (key.startsWith(keyOf('')) && matches(payload)) return payload;
      return undefined;
    }

    return {
      async upsert(id, payload, expiresInSeconds = Number.POSITIVE_INFINITY) {
        for (const [key, { expiresAt }] of entries)
          if (expiresAt <= Date.now()) entries.delete(key);
        entries.set(keyOf(id), { payload, expiresAt: Date.now() + expiresInSeconds * 1_000 });
      },
      find,
      findByUserCode: (userCode) => findWhere((payload) => payload.userCode === userCode),
      findByUid: (uid) => findWhere((payload) => payload.uid === uid),
      async consume(id) {
        const payload = await find(id);
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      async destroy(id) {
        entries.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of entries)
          if (payload.grantId === grantId) entries.delete(key);
      },
    };
  };
}

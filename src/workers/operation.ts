/** One operation on a record or a counter of a Durable Object, as JSON. Times are in ms. */
export type StoreOperation =
  | { readonly operation: 'get' | 'delete' | 'uncount'; readonly key: string }
  | {
      readonly operation: 'set';
      readonly key: string;
      readonly value: string;
      readonly ttl: number;
    }
  | {
      readonly operation: 'claim';
      readonly key: string;
      readonly value: string;
      readonly ttl: number;
      /** Identifies this claim, so that it can be taken back. */
      readonly claimId: string;
    }
  | { readonly operation: 'take-back'; readonly key: string; readonly claimId: string }
  | { readonly operation: 'count'; readonly key: string; readonly window: number };

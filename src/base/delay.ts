/** Why nothing is heard of a request for long. */
export type Delay =
  /** The platform keeps all requests back, for so many milliseconds. */
  | { readonly type: 'kept-back'; readonly milliseconds: number }
  /** It has not answered, as `message` says, and is asked once more: the how manieth time that is, and how many there are at most. */
  | { readonly type: 'no-answer'; readonly message: string; readonly attempt: number; readonly of: number };

/** Where a secret's value is to be had: the environment, a file, or the configuration itself (only where that is waived). */
export type SecretSource =
  | { readonly type: 'env'; readonly name: string }
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'text'; readonly at: string };

/**
 * A reference to a secret. It prints, logs and saves as its source, never as its value; only `api` asks for the value,
 * when a request is sent.
 */
export class Secret {
  readonly source: SecretSource;
  readonly #text: string | undefined;

  constructor(source: SecretSource, text?: string) {
    this.source = source;
    this.#text = text;
  }

  /** The value of a secret that stands in the configuration in plain text; undefined for a reference. */
  plainText(): string | undefined {
    return this.#text;
  }

  toJSON(): { readonly $secret: SecretSource } {
    return { $secret: this.source };
  }

  toString(): string {
    return '(secret)';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '(secret)';
  }
}

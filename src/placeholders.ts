import type { Read } from './read.ts';

/**
 * What stands in a call for a value that is not known before the call is sent: a field of what another change makes. It is told from
 * data by what it is: a map in the YAML, whatever its keys are, is never one.
 */
export class Ref {
  readonly address: string;
  readonly field: string;
  readonly #isRef = true;

  constructor(address: string, field: string) {
    this.address = address;
    this.field = field;
  }

  static is(value: unknown): value is Ref {
    return value instanceof Ref && value.#isRef;
  }

  toJSON(): { readonly $ref: { readonly address: string; readonly field: string } } {
    return { $ref: { address: this.address, field: this.field } };
  }
}

/** What stands in a call for a field of something that is looked up right before the call is sent: the id of a user, by name. */
export class Finding {
  readonly read: Read;
  readonly field: string;
  /** What the field was when the plan was made, where that was looked up: with another one by then, nothing is sent. */
  readonly seen: number | string | undefined;
  readonly #isFinding = true;

  constructor(read: Read, field: string, seen?: number | string) {
    this.read = read;
    this.field = field;
    this.seen = seen;
  }

  static is(value: unknown): value is Finding {
    return value instanceof Finding && value.#isFinding;
  }

  toJSON(): { readonly $find: { readonly read: Read; readonly field: string; readonly seen?: number | string } } {
    const { read, field, seen } = this;
    return { $find: { read, field, ...(seen !== undefined && { seen }) } };
  }
}

/** What stands in a call for the secret that an earlier call of the same change is answered with, by the field of that answer. */
export class OwnSecret {
  readonly field: string;
  readonly #isOwnSecret = true;

  constructor(field: string) {
    this.field = field;
  }

  static is(value: unknown): value is OwnSecret {
    return value instanceof OwnSecret && value.#isOwnSecret;
  }

  toJSON(): { readonly $own: { readonly field: string } } {
    return { $own: { field: this.field } };
  }
}

/** Several of these as one text, with commas between them, because the platform takes them so. */
export class Joined {
  readonly parts: readonly (string | Finding)[];
  readonly #isJoined = true;

  constructor(parts: readonly (string | Finding)[]) {
    this.parts = parts;
  }

  static is(value: unknown): value is Joined {
    return value instanceof Joined && value.#isJoined;
  }

  toJSON(): { readonly $joined: readonly (string | Finding)[] } {
    return { $joined: this.parts };
  }
}

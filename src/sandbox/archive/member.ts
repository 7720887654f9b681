/** A file in an archive. */
export interface Member {
  readonly path: string;
  readonly bytes: Buffer;
  readonly executable: boolean;
}

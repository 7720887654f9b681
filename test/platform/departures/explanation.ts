/** One way in which the traffic of the tests departs from GitLab's generated description, and why that is right. */
export interface Explanation {
  /** The endpoint, as `VERB /path/{parameter}`. */
  readonly where: RegExp;
  /** What the traffic does there. */
  readonly what: RegExp;
  /** Where it is seen that the platform does so. */
  readonly source: string;
}

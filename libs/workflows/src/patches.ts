/** A change of a workflow that waves can meet in their middle. docs/changing-workflows.md has the steps. */
export interface Patch {
  /** The release that brought the change. */
  since: string;
  /** `active`: both ways are in the code, chosen by `patched(id)`. `deprecated`: only the new way, marked by `deprecatePatch(id)`. */
  state: 'active' | 'deprecated';
  what: string;
}

/** Every id that may stand in `patched()` or `deprecatePatch()`. */
export const patches: Readonly<Record<string, Patch>> = {};

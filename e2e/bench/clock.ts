/** Milliseconds of the machine's steady clock. All processes of one machine read the same one, so that a time taken in one can be subtracted in another. */
export const steadyMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** An operation that does not fit what it is meant for: a step, an expectation or a place that is not there. */
export class UnfitOperation extends Error {}

/** A path with its parameters cut to `{}`, for places where the whole does not fit. */
export const shortPath = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}');

/** Characters of the description of a step in a table. */
export const maxDescriptionLength = 60;

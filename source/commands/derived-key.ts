import {maxKeyLength} from './shared-flags.ts';

/** A key made from another one: "the base is cut so that the whole stays ≤ 256". */
export const derivedKey = (key: string, suffix: string): string => key.slice(0, maxKeyLength - suffix.length) + suffix;

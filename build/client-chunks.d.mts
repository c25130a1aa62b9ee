/** Files that are loaded together with some entries: their static imports, and theirs. Paths are absolute. */
export function loadedWith(...entries: string[]): Set<string>;

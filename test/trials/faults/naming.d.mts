export type Operation = {name: string; fits(request: {method: string; path: string}): boolean};
export function namedOperation(hypothesis: string | null, operations: readonly Operation[]): string | null;
export function firstNamed(failures: ReadonlyArray<{signature: string; named: string | null}>): string | null;

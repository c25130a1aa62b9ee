type Operation = {method: string; path: string; params: string[]; query: string[]; body?: object};

export function operationsOf(document: object): Operation[];
